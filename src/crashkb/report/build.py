"""Failures of installing and building: pip, conda, uv, Poetry, CMake, compilers, linkers, setuptools, Gradle, Docker.

Sources: pip 9–25 `pip/_internal` (also the boxes of `pip/_internal/exceptions.py`), conda and mamba, uv and
Poetry (PubGrub reports), CMake's `CMake Error at`, GCC, Clang, MSVC, nvcc, GNU ld, lld and Apple's ld,
distutils' `error: command … failed`, Gradle's `* What went wrong:`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Line
from crashkb.report.prose import is_written
from crashkb.text.lazy import LazyPattern

_MOST_LINES = 60
"""Lines of one failure that are read."""


class _Shape(NamedTuple):
    tool: str
    start: LazyPattern
    goes_on: LazyPattern | None = None
    """Further lines of the same failure that are not indented."""
    fatal: bool = True


_PIP_REST = LazyPattern(
    r"\s*+(?:ERROR: |The conflict is caused by|To fix this you could|\d\. |Additionally, some packages|note: |hint: |See above|[│╰×─|]|"
    r"[\w.\[\]-]{1,80} [\w.+!]{1,40} (?:requires|depends on|has requirement|is not supported))"
)
_SHAPES = (
    # ERROR: pip's dependency resolver does not currently take into account all the packages that are installed.
    _Shape("pip", LazyPattern(r"ERROR: pip's dependency resolver"), _PIP_REST, fatal=False),
    # deepnet 2.15.0 has requirement numcore<2, but you have numcore 2.1.0.   (pip check)
    _Shape(
        "pip",
        LazyPattern(r"(?:ERROR: )?[\w.\[\]-]{1,80} [\w.+!]{1,40} (?:requires|has requirement) .{1,200}, (?:but you(?:'ll)? have|which is not installed)"),
        _PIP_REST,
        fatal=False,
    ),
    # ERROR: Could not find a version that satisfies the requirement tensorflow==1.15.0 · ERROR: Failed building wheel for flash-attn
    _Shape(
        "pip",
        LazyPattern(
            r"\s{0,4}(?:ERROR: |error: )?(?:Could not find a version that satisfies|No matching distribution found|Cannot install .{1,400} because"
            r"|ResolutionImpossible|Could not build wheels|Failed building wheel|Failed to build|Command errored out with exit status"
            r"|THESE PACKAGES DO NOT MATCH THE HASHES|Hashes are required|Package '?\S{1,80}'? requires a different Python"
            r"|Could not install packages due to an|Ignored the following (?:versions|yanked)|\S{1,200}\.whl is not a supported wheel"
            r"|Cannot uninstall|Invalid requirement|Could not open requirements file|Directory '?.{1,200}'? is not installable"
            r"|subprocess-exited-with-error|metadata-generation-failed|legacy-install-failure|externally-managed-environment"
            r"|Getting requirements to build wheel did not run|Exception:$|Requested \S{1,80} from \S{1,200} has)",
        ),
        _PIP_REST,
    ),
    # × No solution found when resolving dependencies: · Because torch depends on … , version solving failed.   (uv, Poetry)
    _Shape("uv", LazyPattern(r"\s{0,4}(?:× |x )(?:No solution found|Failed to (?:build|download|fetch|resolve))"), LazyPattern(r"\s*+(?:[╰│├×]|And |hint)")),
    _Shape("poetry", LazyPattern(r"\s{0,4}(?:So, )?[Bb]ecause .{1,400}(?:depends on|requires|version solving failed)"), LazyPattern(r"\s*+(?:and |And |So|Thus|  )")),
    # LibMambaUnsatisfiableError: Encountered problems while solving: · PackagesNotFoundError: The following packages are not available
    _Shape(
        "conda",
        LazyPattern(
            r"(?:LibMambaUnsatisfiable|Unsatisfiable|PackagesNotFound|SpecsConfigurationConflict|CondaHTTP|CondaSSL|CondaVerification"
            r"|ChecksumMismatch|InvalidArchive|EnvironmentNotWritable|NoWritableEnvsDir|ResolvePackageNotFound)\w{0,20}:|CondaError: "
            r"|Solving environment: failed\b(?! with (?:initial|repodata))"
        ),
        LazyPattern(r"\s*+(?:[-└├│] |The following|Package \S|Could not solve|Current channels|To search)"),
    ),
    # CMake Error at CMakeLists.txt:12 (find_package): · -- Configuring incomplete, errors occurred!
    _Shape("cmake", LazyPattern(r"CMake Error(?: at |: |$)|-- Configuring incomplete"), LazyPattern(r"Call Stack|\s\s")),
    # nvcc fatal   : Unsupported gpu architecture 'compute_35'
    _Shape("nvcc", LazyPattern(r"nvcc (?:fatal|error) {0,4}:|ptxas (?:fatal|error) {0,4}:")),
    # a.cu(12): error: identifier "x" is undefined · a.cpp:3:10: fatal error: cuda_runtime.h: No such file or directory · a.cpp(3): error C2039: …
    _Shape("compiler", LazyPattern(r"(?:[A-Za-z]:)?[^\s:()\"']{1,300}(?:\(\d{1,7}(?:,\d{1,5})?\)|:\d{1,7}(?::\d{1,5})?) ?: (?:fatal )?error(?: [A-Z]{1,4}\d{3,5})?: ")),
    # gcc: error: unrecognized command line option · cc1plus: fatal error · clang: error: linker command failed
    _Shape("compiler", LazyPattern(r"(?:\S{0,80}\b)?(?:gcc|g\+\+|cc1(?:plus)?|clang(?:\+\+)?|cl|c\+\+|swiftc)(?:-\d{1,2})?: (?:fatal )?error: ")),
    # /usr/bin/ld: cannot find -lcuda · ld.lld: error: undefined symbol: x · undefined reference to `x' · collect2: error: ld returned 1 exit status
    _Shape(
        "linker",
        LazyPattern(
            r"(?:\S{1,300}: )?(?:undefined reference to|cannot find -l|skipping incompatible .{1,200} when searching for)|collect2: error: "
            r"|(?:\S{0,80}/)?ld(?:\.lld|\.gold|64\.lld)?: (?:error: |fatal error: |library not found|framework not found|symbol\(s\) not found|cannot find|warning: cannot find)"
            r"|Undefined symbols for architecture|LINK : fatal error|duplicate symbol "
        ),
    ),
    # error: command 'x86_64-linux-gnu-gcc' failed with exit status 1 · error: Microsoft Visual C++ 14.0 or greater is required.
    _Shape("setuptools", LazyPattern(r"\s{0,12}(?:distutils\.errors\.\w{1,40}: |error: (?:command '?\S|Microsoft Visual C\+\+|can't (?:find|copy)|could not create|option |invalid command))")),
    # * What went wrong: · Execution failed for task ':app:mergeDebugNativeLibs'. · FAILURE: Build failed with an exception.
    _Shape("gradle", LazyPattern(r"\s{0,4}(?:FAILURE: Build failed|\* What went wrong:|Execution failed for task|BUILD FAILED)"), LazyPattern(r"\s*+(?:> |\* What|Execution failed|A (?:failure|problem) occurred|Could not |Duplicate )")),
    # make: *** [Makefile:12: all] Error 2 · ninja: build stopped: subcommand failed.
    _Shape("make", LazyPattern(r"(?:g?make(?:\[\d{1,3}\])?: \*\*\* |ninja: (?:error|build stopped|fatal))")),
    # ERROR: failed to solve: process "/bin/sh -c pip install …" · The command '/bin/sh -c make' returned a non-zero code: 1
    _Shape("docker", LazyPattern(r"(?:ERROR: )?failed to solve: |The command '/bin/(?:ba)?sh -c .{1,400}' returned a non-zero code")),
    # error: Failed to download `torch==2.5.0` · error: could not compile `tokenizers`   (uv, cargo)
    _Shape("uv", LazyPattern(r"error: (?:Failed to |could not compile |distribution |failed to run custom build)")),
)  # fmt: skip

# The echo of a source line under a compiler's message: "   12 |   #include <x>", "      |   ^~~~"
_ECHO = LazyPattern(r"\s{0,12}\d{0,7} ?\| |\s{1,200}[\^~]{1,80}$")


def read_build(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The failure of a build tool that begins on lines[start]: its message with the lines that belong to it."""
    line = lines[start]
    text = line.text
    shape = next((shape for shape in _SHAPES if shape.start.match(text)), None)
    if shape is None or len(text) > 20_000 or (shape.tool == "poetry" and is_written(line)):
        return None
    end = _end(lines, start, shape)
    quoted = tuple(each.number for each in lines[start + 1 : end] if _ECHO.match(each.text))
    told = [each.text.strip() for each in lines[start:end] if each.number not in quoted]
    block = Block(
        kind="build-output",
        first=line.number,
        last=lines[end - 1].number,
        message="\n".join(told),
        message_first=line.number,
        message_last=lines[end - 1].number,
        fatal=shape.fatal,
        quoted_lines=quoted,
        details=(("tool", shape.tool),),
    )
    return block, end


def _end(lines: Sequence[Line], start: int, shape: _Shape) -> int:
    """The index behind the last line of the failure.

    Indented lines and those the shape names go on; output of a subprocess (a box of pip) and a
    traceback do not: they have their own readers.
    """
    base = _indent(lines[start].text)
    end = start + 1
    while end < len(lines) and end - start < _MOST_LINES:
        text = lines[end].text
        gap = lines[end].number - lines[end - 1].number
        named = shape.goes_on is not None and shape.goes_on.match(text)
        if gap > 2 or "Traceback (most recent" in text or (gap > 1 and not named):
            break
        if not named and not (_indent(text) > base or _ECHO.match(text)):
            break
        end += 1
        if "lines of output]" in text:
            break
    return end


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
