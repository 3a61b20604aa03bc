"""Reads errors of Valgrind's tools (memcheck, helgrind, drd).

Source of the format: Valgrind 3.19–3.24 (memcheck/mc_errors.c, coregrind/m_signals.c, m_debuginfo/debuginfo.c). Every line
bears `==pid==`; an error is a sentence, a stack of `at` and `by` lines, and further sentences with their stacks.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

# "==11513== Conditional jump or move depends on uninitialised value(s)", "==00:00:00:01.234 11513== Invalid read of size 4"
_PREFIX = r"={2}(?:[\d:.]{8,20} )?(\d{1,10})={2}(?: (.*))?$"
# "   at 0x5A7C18: PyObject_Free (blah.c:123)", "   by 0x56D9E8: ??? (in /usr/bin/python3.6)"
_FRAME = r"\s{2,6}(at|by) 0x[0-9A-Fa-f]{1,16}: (.{1,2000})$"
# "Invalid read of size 4", "Process terminating with default action of signal 11 (SIGSEGV)", …
_ERROR = (
    r"(Invalid (?:read|write) of size \d{1,9}|Invalid free\(\)|Mismatched free\(\)|Conditional jump or move depends"
    r"|Use of uninitialised value|Syscall param |Source and destination overlap|Argument '\w{1,40}' of function"
    r"|Jump to the invalid address|Process terminating with default action of signal|Illegal |Unrecognised instruction"
    r"|Possible data race|Stack overflow in thread|[\d,]{1,15} (?:\([\d,]{1,15} direct, [\d,]{1,15} indirect\) )?bytes in [\d,]{1,15} blocks are "
    r"|Thread #\d{1,6}: |Memcheck: |realloc\(\) with size 0)(.*)"
)
_SIGNAL = r"signal (\d{1,2})(?: \((SIG[A-Z0-9]{2,8})\))?"
_ADDRESS = r"[Aa]ddress (0x[0-9a-fA-F]{1,16})"
_TOLERANCE = 3


def read_valgrind(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """One error from its sentence to the end of its stacks."""
    prefix = re.match(_PREFIX, lines[start].text[:WIDTH_LIMIT].rstrip())
    error = re.match(_ERROR, (prefix[2] or "").strip()) if prefix else None
    if not prefix or not error:
        return None
    sentence = (prefix[2] or "").strip()
    frames, address, after = _stack(lines, start, prefix[1])
    signal = re.search(_SIGNAL, sentence)
    details = [("process", prefix[1])]
    if signal:
        details.append(("signal", signal[2] or signal[1]))
    if address:
        details.append(("address", address))
    number = lines[start].number
    return Block(
        kind="valgrind",
        first=number,
        last=lines[after - 1].number,
        exception=signal[2] if signal and signal[2] else _error_class(sentence),
        message=sentence,
        message_first=number,
        message_last=number,
        frames=drop_noise(frames),
        fatal=sentence.startswith("Process terminating"),
        details=tuple(details),
    ), after


def _stack(lines: Sequence[Line], start: int, process: str) -> tuple[tuple[Frame, ...], str, int]:
    """The frames of the first stack, the address that is spoken of, and the index after the error's last line."""
    frames: list[Frame] = []
    address = ""
    stacks = 0
    end = index = start
    while index + 1 < len(lines) and index - end < _TOLERANCE:
        index += 1
        prefix = re.match(_PREFIX, lines[index].text[:WIDTH_LIMIT].rstrip())
        if not prefix or prefix[1] != process:
            continue
        rest = prefix[2] or ""
        if not rest.strip() or re.match(_ERROR, rest.strip()):
            break  # an empty line of Valgrind's ends the error
        frame = re.match(_FRAME, rest)
        if frame:
            stacks += frame[1] == "at"
            if stacks <= 1 and len(frames) < FRAME_LIMIT:
                frames.append(_frame(frame[2]))
        elif not address and (found := re.search(_ADDRESS, rest)):
            address = found[1]
        end = index
    return tuple(frames), address, end + 1


def _frame(text: str) -> Frame:
    """`PyObject_Free (blah.c:123)`, `??? (in /usr/bin/python3.6)`."""
    name, _, place = text.rpartition(" (")
    place = place.removesuffix(")")
    if place.startswith("in "):
        return Frame(plain_name(name), place[3:])
    file, colon, line = place.rpartition(":")
    return (
        Frame(plain_name(name), file, int(line)) if colon and line.isdigit() else Frame(plain_name(name or text), place)
    )


def _error_class(sentence: str) -> str:
    """`Invalid read of size 4` gives `Invalid read`, a leak gives `definitely lost`."""
    for phrase in ("definitely lost", "indirectly lost", "possibly lost", "still reachable"):
        if phrase in sentence:
            return phrase
    for between in (" of size ", " / ", " points to", " of function", " during ", " (", ": "):
        sentence = sentence.partition(between)[0]
    return sentence.strip()
