"""Reads native crashes of Android: tombstones, logcat's "Fatal signal" line, Play Console's bare backtraces.

Formats: AOSP debuggerd `tombstone.cpp` and `tombstone_proto_to_text.cpp` (Android 4–15), bionic's linker signal handler
("Fatal signal"), xCrash 2.x and 3.x. The crashing thread's backtrace gives the frames; registers, memory dumps, maps
and other threads are read over. A "Fatal signal" line and the tombstone that follows it are one block.
ANRs are read by android_anr, whose reader stands in the table here.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.android_frames import FRAME, native_frame
from crashkb.report.frames import drop_noise
from crashkb.text.lazy import LazyPattern

_MAX_HEADER = 80
_MAX_FRAMES = 512
_TO_TOMBSTONE = 24
_FOREIGN = 2

# *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
STARS = LazyPattern(r"\s*+\*{3}(?: \*{3}){5,20}+$")
# Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 1234 (Thread-2), pid 1230 (com.x)
# Fatal signal 11 (SIGSEGV) at 0x00000000 (code=1), thread 1234 (name)
_FATAL_SIGNAL = LazyPattern(
    r".{0,120}?Fatal signal (\d{1,2}+) \((SIG\w{2,12}+)\)(?:, code (-?\d{1,4}+)(?: \((\w{1,24}+)[^)\n]{0,80}\))?)?"
    r"(?:,? (?:fault addr|at) (0x[0-9a-f]{1,16}+|[0-9a-f]{8,16}+|-{4,16}+))?"
)
_IN_THREAD = LazyPattern(r"\bin tid (\d{1,9}+)(?: \(([^)\n]{1,64}+)\))?(?:, pid (\d{1,9}+)(?: \(([^)\n]{1,200}+)\))?)?")
# signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 (read)
_SIGNAL = LazyPattern(
    r"\s*+signal (\d{1,2}+) \((SIG\w{2,12}+)\), code (-?\d{1,4}+) \(([\w?]{1,24}+)[^)\n]{0,80}\)"
    r"(?:, fault addr (0x[0-9a-f]{1,16}+|[0-9a-f]{8,16}+|-{4,16}+))?"
)
# pid: 3112, tid: 3119, name: RenderThread  >>> com.google.android.browser <<<
_PID = LazyPattern(r"\s*+pid: (\d{1,9}+)(?:, tid: (\d{1,9}+))?(?:, name: (.{1,80}?))? {1,4}>>> (.{1,200}?) <<<")
# Cause: null pointer dereference
_CAUSE = LazyPattern(r"\s*+Cause: (.{1,400})$")
# Abort message: 'Check failed: x != nullptr'      abort message: "…"
_ABORT = LazyPattern(r"\s*+[Aa]bort message: ?(['\"]?)(.*)$", re.DOTALL)
# backtrace:      14 total frames
_BACKTRACE = LazyPattern(r"\s*+(?:backtrace:|\d{1,4}+ total frames$)")
# What else a tombstone holds: registers, memory, maps, other threads, files
_BODY = LazyPattern(
    r"\s*+(?:(?:[xrw]\d{1,2}|lr|sp|pc|pst|ip|fp|cpsr|rax|rbx|rcx|rdx|rsi|rdi|rbp|rsp|rip|eax|ebx|ecx|edx|esi|edi|ebp|esp|eip|esr|scr|d\d{1,2}|xc?s) "
    r"|[0-9a-f]{8,16}(?::| |-)|stack:|memory near|memory map|code around|open files|fd \d|--- --- ---|--->"
    r"|Build fingerprint:|Revision:|ABI:|Timestamp:|Process uptime:|Cmdline:|uid:|Kernel Release|Executable:|NOTE:|Note:|Softversion"
    r"|\.{3} |#\d{2}  |tagged_addr_ctrl|pac_enabled_keys|esr:|pid: |Tag: |signal \d|Cause: |\(?backtrace|build id:|logcat:|Crash type:"
    r"|App |API level|OS version|Manufacturer|Brand|Model|Rooted|Start time|Crash time|Tombstone maker|CPU |registers:|Thread )"
)
# Crash type: 'anr'      Crash type: 'java'
_OTHER_TYPE = LazyPattern(r"\s*+Crash type: '(?:anr|java)'")
_HEADER_LINES = (_SIGNAL, _PID, _CAUSE, _ABORT)


def read_native_crash(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The native crash that begins at lines[start], and the index after it."""
    text = lines[start].text
    found = _FATAL_SIGNAL.match(text) if "Fatal signal" in text else None
    if found is None:
        return _tombstone(lines, start, {}) if _begins_tombstone(lines, start) else None
    readings = _fatal_readings(found, text)
    for position in range(start + 1, min(start + _TO_TOMBSTONE, len(lines))):
        if "Fatal signal" in lines[position].text:
            break
        if STARS.match(lines[position].text) and (read := _tombstone(lines, position, readings)):
            return read[0]._replace(first=lines[start].number), read[1]
    readings["message_first"] = readings["message_last"] = str(lines[start].number)
    return _block(lines, start, start + 1, readings, []), start + 1


def _begins_tombstone(lines: Sequence[Line], start: int) -> bool:
    """Whether a tombstone, perhaps without its first lines, begins here."""
    text = lines[start].text
    if STARS.match(text) or text.lstrip().startswith("Build fingerprint:"):
        ahead = [line.text for line in lines[start : start + _TO_TOMBSTONE]]
        if any(_OTHER_TYPE.match(line) for line in ahead):
            return False
        return any(_SIGNAL.match(line) or _BACKTRACE.match(line) or _PID.match(line) for line in ahead)
    if _SIGNAL.match(text) or FRAME.match(text):
        return True
    following = lines[start + 1].text if start + 1 < len(lines) else ""
    if _BACKTRACE.match(text):
        return FRAME.match(following) is not None
    return _PID.match(text) is not None and not following.lstrip().startswith("Cmd line:")


def _tombstone(lines: Sequence[Line], start: int, readings: dict[str, str]) -> tuple[Block, int] | None:
    """The tombstone at lines[start]; what a "Fatal signal" line told before is kept where the tombstone is silent."""
    position = start
    limit = min(len(lines), start + _MAX_HEADER)
    readings = dict(readings)
    while position < limit and not FRAME.match(lines[position].text):
        text = lines[position].text
        if position > start and (STARS.match(text) or "Fatal signal" in text):
            return (_block(lines, start, position, readings, []), position) if readings.get("exception") else None
        if not any(pattern.match(text) for pattern in (*_HEADER_LINES, STARS, _BODY, _BACKTRACE)):
            break
        position = _header_line(lines, position, readings)
    frames, end = _frames(lines, position)
    end = _skip_body(lines, max(end, position))
    told = bool(frames or readings.get("exception"))
    return (_block(lines, start, end, readings, frames), end) if told and end > start else None


def _header_line(lines: Sequence[Line], position: int, readings: dict[str, str]) -> int:
    """Reads one line of the header into `readings`; the index after it (an abort message may have several lines)."""
    line = lines[position]
    if found := _SIGNAL.match(line.text):
        readings |= {"exception": found[2], "signal": found[1], "code": found[4]}
        if found[5]:
            readings["address"] = found[5]
        readings.setdefault("message_first", str(line.number))
        readings.setdefault("message_last", str(line.number))
    elif found := _PID.match(line.text):
        readings |= {"pid": found[1], "process": found[4]}
        if found[3]:
            readings["thread"] = found[3].strip()
    elif (found := _CAUSE.match(line.text)) and "abort" not in readings:
        readings |= {"message": found[1], "message_first": str(line.number), "message_last": str(line.number)}
    elif found := _ABORT.match(line.text):
        return _abort_message(lines, position, found, readings)
    return position + 1


def _abort_message(lines: Sequence[Line], position: int, found: re.Match[str], readings: dict[str, str]) -> int:
    """Reads an abort message up to its closing quote into `readings`; the index after it."""
    quote, first = found[1], found[2]
    parts = [first]
    end = position + 1
    while quote and not parts[-1].endswith(quote) and end < min(len(lines), position + _MAX_HEADER):
        text = lines[end].text
        if _BACKTRACE.match(text) or FRAME.match(text) or _BODY.match(text):
            break
        parts.append(text.strip())
        end += 1
    message = "\n".join(parts)
    if quote and message.endswith(quote):
        message = message[:-1]
    readings |= {
        "message": message.strip(),
        "abort": "yes",
        "message_first": str(lines[position].number),
        "message_last": str(lines[end - 1].number),
    }
    return end


def _frames(lines: Sequence[Line], start: int) -> tuple[list[Frame], int]:
    """The frames of the first backtrace from lines[start] on, and the index after them."""
    frames: list[Frame] = []
    position = end = start
    number = -1
    while position < len(lines) and position - end <= _FOREIGN:
        found = FRAME.match(lines[position].text)
        if found:
            if int(found[1]) <= number:
                break
            number = int(found[1])
            if len(frames) < _MAX_FRAMES:
                frames.append(native_frame(found))
            end = position + 1
        elif _BODY.match(lines[position].text) or not frames:
            break
        position += 1
    return frames, end


def _skip_body(lines: Sequence[Line], start: int) -> int:
    """The index after registers, memory, maps and the other threads of a tombstone."""
    position = start
    while position < len(lines):
        text = lines[position].text
        if STARS.match(text) or not (_BODY.match(text) or FRAME.match(text) or _BACKTRACE.match(text)):
            break
        position += 1
    return position


def _fatal_readings(found: re.Match[str], text: str) -> dict[str, str]:
    """What a "Fatal signal" line tells."""
    readings = {
        "exception": found[2],
        "signal": found[1],
        "code": found[4] or found[3] or "",
        "address": found[5] or "",
    }
    if where := _IN_THREAD.search(text, found.end()):
        readings |= {"tid": where[1], "thread": where[2] or "", "pid": where[3] or "", "process": where[4] or ""}
    return readings


def _block(lines: Sequence[Line], start: int, end: int, readings: dict[str, str], frames: list[Frame]) -> Block:
    """The block of a crash."""
    names = ("signal", "code", "address", "process", "pid", "thread")
    return Block(
        kind="android-native-crash",
        first=lines[start].number,
        last=lines[end - 1].number,
        exception=readings.get("exception", ""),
        message=readings.get("message", ""),
        message_first=int(readings.get("message_first", "0")),
        message_last=int(readings.get("message_last", "0")),
        frames=drop_noise(frames),
        details=tuple((name, readings[name]) for name in names if readings.get(name)),
    )
