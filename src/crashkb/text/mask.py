"""Masks: two prints of one message become one skeleton.

What varies from run to run (addresses, ids, times, paths, sizes, plain numbers, quoted names) becomes MARK.
What has a meaning stays: error codes, exit statuses, Xid, opcode and opset numbers, versions, library names.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

MARK = "¤"
"""Stands for every masked part and for every hole of a template."""

# Words whose number says which error it was, which operator, which release.
_TELLING = (
    r"(?:error|err|errno|winerror|code|rc|exit|exitcode|exited|status|signal|sig|xid|sxid|hresult|exception|returned"
    r"|opset|opcode|version|ir_version|capability)"
)
_SOFTWARE = (
    r"(?:cuda|cudnn|driver|glibc|python|numpy|torch|pytorch|tensorflow|tf|keras|jax|jaxlib|onnx|onnxruntime|tensorrt"
    r"|protobuf|transformers|android|ios|macos|ubuntu)"
)

_KINDS = {
    # Sample: "error 700", "[Errno 98]", "exit code: 137", "WinError 1455", "opset version 17", "version '5'", "rc=-9",
    # "code 0xc0000005", "compute capability 8.6"
    "": (
        rf"(?<![A-Za-z0-9]){_TELLING}\b(?:[ ]?(?:code|version|number|status|with))?[ ]?[=:#(\[]?[ ]?['\"]?"
        r"-?(?:0x[0-9a-f]{1,16}|\d{1,10}(?:\.\d{1,10}){0,4})(?!\w|\.\d)['\"]?"
        # Sample: "PyTorch 2.1", "torch==1.13.1", "CUDA 12.1" (but not the device number of "cuda:0")
        rf"|(?<![A-Za-z0-9]){_SOFTWARE}(?:[ ]|[ ]?[<>=!~]=[ ]?)\d{{1,6}}(?:\.\d{{1,9}}){{0,4}}(?!\w|\.\d)"
        # Sample: "Xid (PCI:0000:65:00): 79"
        r"|\bS?Xid \(PCI:[0-9a-f:.]{1,20}\): \d{1,4}"
        # Sample: "libcudart.so.11.0", "cudnn64_8.dll", "libnccl.2.dylib"
        r"|(?<![\w./\\-])[\w+-]{1,64}(?:\.\d{1,6}){0,4}\.(?:so(?:\.\d{1,10}){0,4}|dll|dylib|pyd)(?!\w)"
        # Sample: "0xC0000005" (NTSTATUS), "0x80070005" (HRESULT): codes wherever they stand
        r"|(?<!\w)0x[c8]0[0-9a-f]{6}(?!\w)"
        # Sample: "2.1.0+cu118", "12.1.105", "v1.15"
        r"|(?<![\w.])(?:v\d{1,6}(?:\.\d{1,9}){1,4}|\d{1,6}(?:\.\d{1,6}){2}(?:[+-][a-z0-9.]{1,40})?)(?![\w:]|\.\d)"
    ),
    # Sample: "123e4567-e89b-12d3-a456-426614174000"
    "uuid": r"(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?!\w)",
    # Sample: "2024-05-01T12:34:56.789Z", "2024/05/01 12:34", "12:34:56,789"
    "time": (
        r"(?<!\w)\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\w)"
        r"|(?<![\w:])\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?![\w:])"
    ),
    # Sample: "'conv1'", "`foo`", "“x”"; an apostrophe inside a word ("can't") opens nothing
    "quoted": (
        r"(?<!\w)(?:'[^'\n]{1,200}'(?!\w)|\"[^\"\n]{1,200}\"|`[^`'\n]{1,200}[`'])"
        r"|“[^”\n]{1,200}”|‘[^’\n]{1,200}’"
    ),
    # Sample: "/usr/lib/x.py", "C:\\data\\a.bin", "./run/a", "~/x", "/job:localhost/device:GPU:0"
    "path": r"(?<![\w/\\.~])(?:[A-Za-z]:(?=[\\/])|~|\.{1,2})?[\\/][\w.+@~:=%\\/-]{1,500}(?<![.:])",
    # Sample: "[16, 64]", "(3,)", "[3,4]", "3x224x224"
    "shape": (
        r"[\[(](?:-?\d{1,19}|\?|None)(?:, ?(?:-?\d{1,19}|\?|None)){0,15},?[\])]"
        r"|(?<![\w.])\d{1,19}(?:x\d{1,19}){1,15}(?!\w)"
    ),
    # Sample: "127.0.0.1:8080"
    "address": r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.])",
    # Sample: "0x7f3c5a1b2c00"; "7f3c5a1b2c00" or a git hash (12 digits or more, one of them a digit, one a letter)
    "hex": r"(?<!\w)(?:0x[0-9a-f]{1,40}|(?=[a-f]{0,40}\d)(?=\d{0,40}[a-f])[0-9a-f]{12,128})(?!\w)",
    # Sample: "20.00 MiB", "-3", "1e-05", "97%", "12.5ms"
    "number": (
        r"(?<![\w.])[-+]?\d{1,40}(?:\.\d{1,40})?(?:e[-+]?\d{1,4})?"
        r"(?:\.?[ ]?(?:[KMGT]i?B|bytes?|ms|us|ns|s|%)(?!\w)|(?!\w|\.\d))"
    ),
}

# Sample: "functional.py" of "/a/b/functional.py", "libcuda.so.1": which code it was says something, the folder does not.
_BASE = r"[\w+.-]{1,100}\.(?:py|cc|cpp|c|h|hpp|cu|cuh|java|kt|so(?:\.\d{1,10}){0,4}|dll|dylib|pyd)(?=$|:)"


class Masked(NamedTuple):
    """One part of a text that varies from print to print."""

    start: int
    end: int
    kind: str
    """uuid, time, quoted, path, shape, address, hex or number."""


def mask(text: str) -> str:
    """Return the text with every varying part replaced by MARK (quotation marks and base names of code files stay)."""
    parts = []
    done = 0
    for start, end, kind in find_masked(text):
        parts += [text[done:start], _replacement(kind, text[start:end])]
        done = end
    parts.append(text[done:])
    return "".join(parts)


def find_masked(text: str) -> Iterator[Masked]:
    """Yield the varying parts from left to right; they do not overlap. Numbers with a meaning are left out."""
    return _masked(text, 0, len(text))


def _masked(text: str, start: int, end: int) -> Iterator[Masked]:
    for match in _pattern().finditer(text, start, end):
        kind = match.lastgroup
        if kind == "quoted" and _base().search(match.group()[1:-1]):
            yield from _masked(text, match.start() + 1, match.end() - 1)
        elif kind:
            yield Masked(match.start(), match.end(), kind)


def _replacement(kind: str, text: str) -> str:
    if kind == "quoted":
        return f"{text[0]}{MARK}{text[-1]}"
    if kind == "path":
        base = _base().search(re.split(r"[\\/]", text)[-1])
        return f"{MARK}/{base.group()}" if base else MARK
    return MARK


@cache
def _pattern() -> re.Pattern[str]:
    """Compiled on first use: the way to an answer imports this module but seldom masks."""
    branches = [rf"(?P<{kind}>{regex})" if kind else f"(?:{regex})" for kind, regex in _KINDS.items()]
    return re.compile("|".join(branches), re.IGNORECASE)


@cache
def _base() -> re.Pattern[str]:
    return re.compile(_BASE, re.IGNORECASE)
