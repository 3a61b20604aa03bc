"""Reads crash reports of libFuzzer.

Source of the format: LLVM 17–19 compiler-rt/lib/fuzzer (FuzzerLoop.cpp): `==pid== ERROR: libFuzzer: deadly signal`, a stack,
notes and `SUMMARY: libFuzzer: deadly signal`.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import WIDTH_LIMIT, Stack, read_stack

# "==2855== ERROR: libFuzzer: timeout after 5 seconds", "==1== ERROR: libFuzzer: out-of-memory (used: 2049Mb; limit: 2048Mb)"
_HEADER = r"(?:={2,}\s?(\d{1,10})={2,}\s{0,4})?ERROR: libFuzzer: (.{1,500})"
# "NOTE: libFuzzer has rudimentary signal handlers.", "SUMMARY: libFuzzer: deadly signal", "MS: 0 ; base unit: adc83b19"
_BODY = r"NOTE: |SUMMARY: libFuzzer|MS: \d|artifact_prefix|Base64: |0x[0-9a-f]{1,2},|\s{6}|Live Heap|Test unit"
_TOLERANCE = 12


def read_libfuzzer(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A report from its header to its SUMMARY and test unit."""
    found = re.match(_HEADER, lines[start].text[:WIDTH_LIMIT].strip())
    if not found:
        return None
    stack, after = _body(lines, start)
    number = lines[start].number
    return Block(
        kind="libfuzzer",
        first=number,
        last=lines[after - 1].number,
        exception=_error_class(found[2]),
        message=found[2].strip(),
        message_first=number,
        message_last=number,
        frames=drop_noise(stack.frames) if stack else (),
        details=(("process", found[1]),) if found[1] else (),
    ), after


def _body(lines: Sequence[Line], start: int) -> tuple[Stack | None, int]:
    """The stack after the header, and the index after the report's last line."""
    stack: Stack | None = None
    end = start
    for index in range(start + 1, min(start + 1 + _TOLERANCE, len(lines))):
        text = lines[index].text[:WIDTH_LIMIT].strip()
        if re.match(_HEADER, text) or "Sanitizer: " in text:
            break
        if text.startswith("#") and (stack := read_stack(lines, index)):
            end = stack.after - 1
            break
    index = end
    while index + 1 < len(lines) and index - end < 3:
        index += 1
        if re.match(_HEADER, lines[index].text[:WIDTH_LIMIT].strip()):
            break
        if re.match(_BODY, lines[index].text[:WIDTH_LIMIT]):
            end = index
    return stack, end + 1


def _error_class(message: str) -> str:
    """`timeout after 5 seconds` gives `timeout`, `out-of-memory (used: …)` gives `out-of-memory`."""
    return message.partition(" (")[0].partition(" after ")[0].partition(";")[0].strip()
