"""Reads reports of the LLVM and GCC sanitizers: ASan, HWASan, MSan, TSan, UBSan, LSan.

Source of the format: LLVM 17–19 compiler-rt (lib/asan/asan_errors.cpp, lib/tsan/rtl/tsan_report.cpp,
lib/ubsan/ubsan_diag.cpp, lib/lsan/lsan_common.cpp, lib/hwasan/hwasan_report.cpp), GCC 12–15 libsanitizer. A report is a
header, a first (crashing) stack, further stacks (freed by, allocated by), a SUMMARY and the shadow bytes.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import WIDTH_LIMIT, Stack, parse_frame, read_stack

_NAMES = "(?:HW|Kernel)?AddressSanitizer|MemorySanitizer|ThreadSanitizer|UndefinedBehaviorSanitizer|LeakSanitizer|DataFlowSanitizer|RealtimeSanitizer"
# "==10125==ERROR: AddressSanitizer: heap-use-after-free on address 0x6020", "WARNING: ThreadSanitizer: data race (pid=1)"
_HEADER = rf"(?:={{2,}}(\d{{1,10}})={{2,}}\s{{0,4}})?(ERROR|WARNING|FATAL): ({_NAMES}): (.*)"
# "==405440==AddressSanitizer: hard rss limit exhausted (6144Mb vs 6222Mb)"
_HEADER_BARE = rf"={{2,}}(\d{{1,10}})={{2,}}\s{{0,4}}()({_NAMES}): (.*)"
# "repro.cpp:8:20: runtime error: signed integer overflow: 70000 * 40000 cannot be represented in type 'int'"
_UBSAN = r"\s{0,8}(\S.{0,600}?):(\d{1,7}):(?:(\d{1,7}):)? runtime error: (.*)"
# "AddressSanitizer:DEADLYSIGNAL", "ASAN:SIGSEGV"
_DEADLY = rf"(?:{_NAMES}|ASAN):\s?(DEADLYSIGNAL|SIG[A-Z]{{3,6}})\s*$"
# "SUMMARY: AddressSanitizer: heap-use-after-free /home/user/app/repro.cpp:5 in Interpreter::~Interpreter()"
_SUMMARY = rf"SUMMARY: ({_NAMES}): (.*)"
_ADDRESS = r"address (0x[0-9a-fA-F]{1,16})"
_THREAD = r"\b(?:thread |bp 0x[0-9a-f]{1,16} sp 0x[0-9a-f]{1,16} )(T\d{1,6})\b"
# "READ of size 8 at 0x6020 thread T0", "==1==The signal is caused by a WRITE memory access."
_ACCESS = r"(?:^|caused by a )(READ|WRITE)\b"
# "  Write of size 8 at 0x7b04 by thread T1:", "0x602000000010 is located 0 bytes inside of", "Shadow bytes around", …
_BODY = (
    r"\s|==|=>|0x[0-9a-f]{4}|\[0x|\d{1,12} byte|#\d|freed by|previously|allocated|Thread |SUMMARY: |Shadow |READ of|WRITE of|Direct leak"
    r"|Indirect leak|MiraclePtr|SCARINESS|HINT|Address |AddressSanitizer|Uninitialized|This frame|Memory tags|Tags |Registers"
    r"|HEAP PROFILE|Live Heap|note: |HWAddress|Thread:|Cause: |Potential |[A-Z][a-z]{2,} byte|-{20}|={20}"
)
_CLASS_END = r" on (?:unknown )?address| \(|: | of type| for type|, which|$"
_SPELLINGS = (
    ("attempting double-free", "double-free"),
    ("attempting free on address which was not", "bad-free"),
    ("attempting to call malloc_usable_size", "bad-malloc-usable-size"),
    ("allocator is out of memory", "out-of-memory"),
    ("allocator is trying to allocate", "out-of-memory"),
    ("out of memory", "out-of-memory"),
    ("requested allocation size", "allocation-size-too-big"),
    ("detected memory leaks", "detected memory leaks"),
    ("hard rss limit exhausted", "hard rss limit exhausted"),
    ("CHECK failed", "CHECK failed"),
)
_TOLERANCE = 4


def read_sanitizer(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A report from its header, or from the line before it that tells of a deadly signal, to its end."""
    header: int | None = start
    deadly = re.match(_DEADLY, lines[start].text[:WIDTH_LIMIT].strip())
    if deadly:
        header = _header_after(lines, start)
    if header is None:
        return _bare_signal(lines[start], lines[start].text), start + 1
    text = lines[header].text[:WIDTH_LIMIT].strip()
    found = re.match(_HEADER, text) or re.match(_HEADER_BARE, text)
    if not found or found[4].startswith(("failed to ", "Failed to ")):
        return None
    stack, after = _body(lines, header)
    frames = drop_noise(stack.frames) if stack else ()
    report = [line.text for line in lines[header : min(after, header + 12)]]
    return Block(
        kind="sanitizer",
        first=lines[start].number,
        last=lines[after - 1].number,
        exception=_error_class(found[4]),
        message=found[4].strip(),
        message_first=lines[header].number,
        message_last=lines[header].number,
        frames=frames,
        fatal=found[2] != "WARNING" or found[3] == "MemorySanitizer",
        details=(("tool", found[3]), *_details(found[1] or "", report)),
    ), after


def read_ubsan(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """One `runtime error:` line of UBSan with its source echo and stack; the program usually goes on."""
    found = re.match(_UBSAN, lines[start].text[:WIDTH_LIMIT])
    if not found:
        return None
    after, quoted = _source_echo(lines, start + 1)
    stack = read_stack(lines, after) if after < len(lines) else None
    after = stack.after if stack else after
    if after < len(lines) and re.match(_SUMMARY, lines[after].text[:WIDTH_LIMIT]):
        after += 1
    frames = drop_noise(stack.frames) if stack else (Frame("", found[1], int(found[2])),)
    return Block(
        kind="sanitizer",
        first=lines[start].number,
        last=lines[after - 1].number,
        exception=_error_class(found[4]),
        message=found[4].strip(),
        message_first=lines[start].number,
        message_last=lines[start].number,
        frames=frames,
        fatal=False,
        quoted_lines=quoted,
        details=(("tool", "UndefinedBehaviorSanitizer"),),
    ), after


def read_summary(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A SUMMARY line that stands alone, as people paste it."""
    found = re.match(_SUMMARY, lines[start].text[:WIDTH_LIMIT].strip())
    if not found:
        return None
    head, _, function = found[2].partition(" in ")
    name, _, place = head.partition(" ")
    frames: tuple[Frame, ...] = ()
    if function:
        frame = parse_frame(f"#0 0x0 in {function} {place}")[1]
        frames = (frame,) if frame else ()
    number = lines[start].number
    details = (("tool", found[1]),)
    return Block("sanitizer", number, number, name, found[2], number, number, frames, details=details), start + 1


def _header_after(lines: Sequence[Line], start: int) -> int | None:
    """Index of the report's header within the four lines after a DEADLYSIGNAL line."""
    for index in range(start + 1, min(start + 5, len(lines))):
        if re.match(_HEADER, lines[index].text[:WIDTH_LIMIT].strip()):
            return index
    return None


def _bare_signal(line: Line, text: str) -> Block:
    """The block of a DEADLYSIGNAL line after which the report was lost."""
    signal = text.rpartition(":")[2].strip()
    exception = signal if signal.startswith("SIG") else "deadly signal"
    return Block("sanitizer", line.number, line.number, exception, line.text.strip(), line.number, line.number)


def _body(lines: Sequence[Line], header: int) -> tuple[Stack | None, int]:
    """The first stack after the header, and the index after the report's last line."""
    first: Stack | None = None
    end = index = header
    while index + 1 < len(lines) and index - end < _TOLERANCE:
        index += 1
        text = lines[index].text[:WIDTH_LIMIT]
        stripped = text.strip()
        if (
            re.match(_HEADER, stripped)
            or re.match(_DEADLY, stripped)
            or re.match(_UBSAN, text)
            or "libFuzzer: " in text
        ):
            break
        if stripped.startswith(("#", "0x")) and (stack := read_stack(lines, index)):
            first = first or stack
            index = end = stack.after - 1
        elif re.match(_BODY, text):
            end = index
            if stripped.endswith("ABORTING"):
                break
    return first, end + 1


def _source_echo(lines: Sequence[Line], start: int) -> tuple[int, tuple[int, ...]]:
    """The index after UBSan's notes, source line and caret, and the raw numbers of those lines."""
    echoed: list[int] = []
    for index in range(start, min(start + 4, len(lines))):
        text = lines[index].text[:WIDTH_LIMIT].strip()
        if text.startswith("^"):
            return index + 1, (*echoed, lines[index].number)
        if parse_frame(text)[1]:
            return index, tuple(echoed)
        if ": note: " not in text:
            echoed.append(lines[index].number)
    return start, ()


def _error_class(message: str) -> str:
    """The class of error that a header tells: `heap-use-after-free`, `SEGV`, `data race`, `signed integer overflow`."""
    message = message.strip()
    for beginning, name in _SPELLINGS:
        if message.startswith(beginning):
            return name
    end = re.search(_CLASS_END, message)
    words = message[: end.start()] if end else message
    return " ".join(word for word in words.split()[:8] if not word[0].isdigit() and word[0] != "'").rstrip(":,.")


def _details(process: str, report: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Process, address, access and thread, as far as the report's first lines tell them."""
    found: list[tuple[str, str]] = [("process", process)] if process else []
    for name, pattern in (("address", _ADDRESS), ("access", _ACCESS), ("thread", _THREAD)):
        match = next((hit for text in report if (hit := re.search(pattern, text[:WIDTH_LIMIT]))), None)
        if match:
            found.append((name, match[1]))
    return tuple(found)
