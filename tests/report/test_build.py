"""Failures of installing and building."""

import pytest

from crashkb.report.read import read_report

_PIP = """\
ERROR: Could not find a version that satisfies the requirement tensorflow==1.15.0 (from versions: 2.12.0, 2.13.0)
ERROR: No matching distribution found for tensorflow==1.15.0
"""
_RESOLVER = """\
Installing collected packages: numpy
ERROR: pip's dependency resolver does not currently take into account all the packages that are installed. This behaviour is the source of the following dependency conflicts.
paddlepaddle 2.4.1 requires protobuf<=3.20.0,>=3.1.0, but you have protobuf 3.20.3 which is incompatible.
Successfully installed numpy-2.1.0
"""
_RESOLUTION = """\
ERROR: Cannot install deepnet==2.15.0 and visionkit==0.9.0 because these package versions have conflicting dependencies.

The conflict is caused by:
    deepnet 2.15.0 depends on numcore<2
    visionkit 0.9.0 depends on numcore>=2

To fix this you could try to:
1. loosen the range of package versions you've specified
"""
_GCC = """\
csrc/op.cpp:3:10: fatal error: cuda_runtime.h: No such file or directory
    3 | #include <cuda_runtime.h>
      |          ^~~~~~~~~~~~~~~~
compilation terminated.
"""
_GRADLE = """\
* What went wrong:
Execution failed for task ':app:mergeDebugNativeLibs'.
> A failure occurred while executing MergeNativeLibsTask

* Try:
> Run with --stacktrace option
"""
_CMAKE = """\
CMake Error at CMakeLists.txt:12 (find_package):
  By not providing "FindCUDAToolkit.cmake" this project has asked CMake to find a package
  configuration file

-- Configuring done
"""


@pytest.mark.parametrize(
    ("text", "tool", "first", "last", "fatal"),
    [
        (_PIP, "pip", 1, 2, True),
        (_RESOLVER, "pip", 2, 3, False),
        (_RESOLUTION, "pip", 1, 8, True),
        (_GCC, "compiler", 1, 3, True),
        (_GRADLE, "gradle", 1, 3, True),
        (_CMAKE, "cmake", 1, 3, True),
    ],
)
def test_a_failure_is_one_block_from_its_head_to_its_last_line(
    text: str, tool: str, first: int, last: int, fatal: bool
) -> None:
    (block,) = read_report(text).blocks

    assert (block.kind, dict(block.details)["tool"]) == ("build-output", tool)
    assert (block.first, block.last, block.fatal) == (first, last, fatal)


@pytest.mark.parametrize(
    ("line", "tool"),
    [
        ("nvcc fatal   : Unsupported gpu architecture 'compute_35'", "nvcc"),
        ("error: command 'x86_64-linux-gnu-gcc' failed with exit status 1", "setuptools"),
        ("error: Microsoft Visual C++ 14.0 or greater is required.", "setuptools"),
        ("  ERROR: Failed building wheel for flash-attn", "pip"),
        ("error: subprocess-exited-with-error", "pip"),
        ("error: externally-managed-environment", "pip"),
        ("ERROR: torch-2.1.0-cp310-cp310-linux_x86_64.whl is not a supported wheel on this platform.", "pip"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated the package versions, please update the hashes.", "pip"),
        ("deepnet 2.15.0 has requirement numcore<2, but you have numcore 2.1.0.", "pip"),
        ("PackagesNotFoundError: The following packages are not available from current channels:", "conda"),
        ("/usr/bin/ld: cannot find -lcudart", "linker"),
        ("main.o: undefined reference to `cudaMalloc'", "linker"),
        ("collect2: error: ld returned 1 exit status", "linker"),
        ("Undefined symbols for architecture arm64:", "linker"),
        ("kernel.cu(12): error: identifier \"foo\" is undefined", "compiler"),
        ("main.cpp(3): error C2039: 'x': is not a member of 'std'", "compiler"),
        ("clang: error: linker command failed with exit code 1 (use -v to see invocation)", "compiler"),
        ("  × No solution found when resolving dependencies:", "uv"),
        ("make: *** [Makefile:12: all] Error 2", "make"),
        ("ninja: build stopped: subcommand failed.", "make"),
        ("ERROR: failed to solve: process \"/bin/sh -c pip install torch\" did not complete successfully: exit code: 1", "docker"),
    ],
)  # fmt: skip
def test_one_line_of_a_build_tool_is_enough(line: str, tool: str) -> None:
    (block,) = read_report(line).blocks

    assert (block.kind, dict(block.details)["tool"]) == ("build-output", tool)
    assert block.message == line.strip()


def test_the_compilers_echo_of_the_source_is_quoted_not_message() -> None:
    (block,) = read_report(_GCC).blocks

    assert block.quoted_lines == (2, 3)
    assert block.message == "csrc/op.cpp:3:10: fatal error: cuda_runtime.h: No such file or directory"


def test_a_traceback_in_a_build_is_its_own_block() -> None:
    text = """\
  error: subprocess-exited-with-error

  × python setup.py egg_info did not run successfully.
  │ exit code: 1
  ╰─> [3 lines of output]
      Traceback (most recent call last):
        File "setup.py", line 3, in <module>
      ModuleNotFoundError: No module named 'torch'
      [end of output]
"""
    kinds = [block.kind for block in read_report(text).blocks]

    assert kinds[0] == "build-output"
    assert "python-exception" in kinds


@pytest.mark.parametrize(
    "line", ["Successfully installed numpy-2.1.0", "building 'op' extension", "this requires torch 2.1"]
)
def test_a_build_that_goes_well_is_no_block(line: str) -> None:
    assert read_report(line).blocks == ()
