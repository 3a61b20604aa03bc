"""Reads Android's "application not responding": the log record, the traces file, bugreport sections, xCrash files.

Formats: AOSP ActivityManager `ProcessErrorStateRecord`/`AnrHelper` (logcat and dropbox, Android 4–15), ART
`thread_list.cc` and `thread.cc` (`/data/anr/traces.txt`, "DALVIK THREADS"), dumpstate's "VM TRACES AT LAST ANR",
xCrash 2.x. The frames are the main thread's; the lock it waits for and the thread that holds it are details.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Frame, Line
from crashkb.report.android_frames import FRAME, native_frame
from crashkb.text.lazy import LazyPattern

_MAX_FRAMES = 256
_MAX_HEADER = 5000
_LOOK_BACK = 3

# ANR in com.example.app (com.example.app/.MainActivity)      ANR (application not responding) in process: com.x
_ANR_IN = LazyPattern(
    r"(?:.{0,60}?\s)?ANR (?:\(application not responding\) )?in (?:process: ?)?(system\b|\w{1,80}+(?:\.[\w:-]{1,80}+){1,12}+)"
)
# Reason: Input dispatching timed out (Waiting because …)      Subject: Broadcast of Intent { act=… }
_REASON = LazyPattern(r"\s*+(?:Reason|Subject): (.{1,2000})$")
_ANR_WORDS = LazyPattern(
    r"(?:Input|Key) ?[Dd]ispatching ?(?:timed out|TimedOut)|executing service |[Bb]roadcast of Intent|ContentProvider not responding|"
    r"Context\.startForegroundService\(\)|No response to onStartJob|App requested: |keyDispatchingTimedOut|No focused window"
)
# Input dispatching timed out (7985007 com.x/com.x.MainActivity (server) is not responding. Waited 5000ms for FocusEvent)
_TIMED_OUT = LazyPattern(r"\s*+((?:Input|Key) ?[Dd]ispatching timed out.{0,2000})$")
# PID: 1234      Parent: com.x/.MainActivity      Load: 0.71 / 0.83 / 0.51      22% 3378/com.x: 19% user + 3.6% kernel
_RECORD = LazyPattern(
    r"\s*+(?:PID: |Parent: |Load: |ErrorId: |Frozen: |CPU usage from |Reason: |Subject: |Package: |Process: |Flags: |Foreground: |Build: "
    r"|\+?[\d.]{1,9}+% |-{3,8}+ Output from|some avg|full avg|\d{1,3}+% TOTAL|Dropbox|Activity: |DisplayId: )"
)
_PID_LINE = LazyPattern(r"\s*+PID: (\d{1,9}+)")
# pid: 21533  >>> xcrash.sample <<<
_PID_PROCESS = LazyPattern(r"\s*+pid: \d{1,9}+ {1,4}>>> ([\w.:-]{1,200}+) <<<")
# ----- pid 2887 at 2012-05-02 16:43:41 -----
_PID_HEAD = LazyPattern(r"\s*+-{5} pid (\d{1,9}+) at [^\n]{1,60}-{5}$")
_PID_END = LazyPattern(r"\s*+-{5} end (\d{1,9}+) -{5}$")
# Cmd line: com.android.package
_CMD = LazyPattern(r"\s*+Cmd line: (\S{1,200}+)")
# "main" prio=5 tid=1 Blocked      "Chrome_IOThread" prio=10 (not attached)
_THREAD = LazyPattern(
    r'\s*+"([^"]{0,200}+)"(?: daemon)? prio=\d{1,3}+ (?:tid=(\d{1,6}+) ([\w ]{1,40}+)|\(not attached\))'
)
#   at com.app.Main.run(Main.java:42)
_AT = LazyPattern(r"\s*+at ([\w.$<>/@-]{1,600}?)\(([^()\n]{0,300}+)\)")
#   - waiting to lock <0x0e57c91f> (a java.lang.Object) held by thread 12
_WAITS = LazyPattern(
    r"\s*+- waiting to lock (<0x[0-9a-f]{1,16}+> \([^)\n]{1,200}+\))(?: held by (?:thread |tid=)(\d{1,6}+))?"
)
#   - locked <0x0a1b2c3d> (a java.lang.Object)      - sleeping on <…>      - waiting on <…>
_LOCKED = LazyPattern(r"\s*+- locked (<0x[0-9a-f]{1,16}+> \([^)\n]{1,200}+\))")
_THREAD_BODY = LazyPattern(r"\s*+(?:\| |at |- |native: |#\d{2} {1,2}pc |\(no managed stack frames\)|kernel: |\.{3})")
# ------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2012-05-02 16:43:41) ------
_SECTION = LazyPattern(r"\s*+-{6} (.{1,200}?) -{6}$")
_DUMP = LazyPattern(
    r"\s*+(?:Cmd line: |Build fingerprint: |ABI: |Build type: |Zygote loaded|DALVIK THREADS|suspend all histogram|Mode: ART|"
    r"Dumping |Done [Dd]umping|#\d{1,3}+ |Intern table|JNI: |Libraries: |Heap: |Class loaders|\(mutexes: |Total |Average |Mean |Free memory|Max memory)"
)


class _Thread(NamedTuple):
    """One thread of a dump."""

    name: str
    tid: str
    state: str
    frames: tuple[Frame, ...]
    waits: str
    holder: str
    """tid of the thread that holds the awaited lock."""
    held: tuple[str, ...]
    first: int
    end: int


class _Story(NamedTuple):
    """What the lines around the threads tell."""

    process: str
    pid: str
    reason: str
    reason_line: int


def read_anr(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The ANR record or thread dump that begins at lines[start], and the index after it."""
    if not _begins(lines, start):
        return None
    story, position, end = _head(lines, start)
    threads: list[_Thread] = []
    if position < len(lines) and _THREAD.match(lines[position].text):
        threads, end = _threads(lines, position)
    if not threads and not story.reason and not story.process:
        return None
    return _block(lines, start, end, story, threads), end


def _begins(lines: Sequence[Line], start: int) -> bool:
    """Whether an ANR record or thread dump begins on the line."""
    text = lines[start].text
    if text.lstrip().startswith("*** ***"):
        return any("Crash type: 'anr'" in line.text for line in lines[start : start + 6])
    if "Crash type: 'anr'" in text or _TIMED_OUT.match(text) or _PID_HEAD.match(text):
        return True
    if "ANR" in text and _ANR_IN.match(text):
        return True
    if (section := _SECTION.match(text)) and section[1].startswith("VM TRACES"):
        return any(_PID_HEAD.match(line.text) or _THREAD.match(line.text) for line in lines[start + 1 : start + 4])
    if found := _THREAD.match(text):
        return found[1] == "main"
    reason = _REASON.match(text)
    return reason is not None and _ANR_WORDS.search(reason[1]) is not None


def _head(lines: Sequence[Line], start: int) -> tuple[_Story, int, int]:
    """What stands before the first thread, the index of that thread, and the index after the record itself."""
    process = pid = reason = ""
    reason_line = 0
    position = end = start
    in_dump = lines[start].text.lstrip().startswith("*** ***")
    while position < len(lines) and position - start < _MAX_HEADER:
        text = lines[position].text
        if _THREAD.match(text):
            return _Story(process, pid, reason, reason_line), position, position
        in_dump = in_dump or _opens_dump(text)
        if found := _ANR_IN.match(text) if "ANR" in text else None:
            if process and process != found[1]:
                break
            process = found[1]
        elif found := _REASON.match(text) or _TIMED_OUT.match(text):
            if not reason:
                reason, reason_line = found[1].strip(), lines[position].number
        elif found := _PID_HEAD.match(text):
            if pid:
                break
            pid = found[1]
        elif found := _PID_LINE.match(text):
            pid = pid or found[1]
        elif found := _CMD.match(text) or _PID_PROCESS.match(text):
            process = process or found[1]
        elif not (in_dump or _RECORD.match(text) or position == start):
            break
        position += 1
        end = position
    return _Story(process, pid, reason, reason_line), position, end


def _opens_dump(text: str) -> bool:
    """Whether a thread dump with its statistics follows, so that any line may come before the first thread."""
    return bool(
        _PID_HEAD.match(text)
        or "Crash type: 'anr'" in text
        or _DUMP.match(text)
        or text.lstrip().startswith("Subject: ")
    )


def _threads(lines: Sequence[Line], start: int) -> tuple[list[_Thread], int]:
    """All threads of the dump, of the first process and of those dumped after it, and the index after the dump."""
    threads: list[_Thread] = []
    position = end = start
    others = False
    while position < len(lines):
        text = lines[position].text
        if _THREAD.match(text):
            thread = _thread(lines, position)
            if not others:
                threads.append(thread)
            position = end = thread.end
            continue
        if _PID_END.match(text):
            others, end = True, position + 1
        elif _PID_HEAD.match(text) or _DUMP.match(text):
            others, end = others or _PID_HEAD.match(text) is not None, position + 1
        elif not (others and _may_follow(lines, position)):
            break
        position += 1
    return threads, end


def _may_follow(lines: Sequence[Line], position: int) -> bool:
    """Whether another process's dump goes on within a few lines."""
    return any(_PID_HEAD.match(line.text) or _THREAD.match(line.text) for line in lines[position : position + 4])


def _thread(lines: Sequence[Line], start: int) -> _Thread:
    """The thread whose heading is lines[start]."""
    heading = _THREAD.match(lines[start].text)
    name, tid, state = (heading[1], heading[2] or "", heading[3] or "") if heading else ("", "", "")
    frames: list[Frame] = []
    waits = holder = ""
    held: list[str] = []
    position = start + 1
    while position < len(lines):
        text = lines[position].text
        if found := _AT.match(text):
            file, _, number = found[2].rpartition(":")
            frames.append(Frame(found[1], file, int(number) if number.isdigit() else 0))
        elif found := FRAME.match(text):
            frames.append(native_frame(found))
        elif found := _WAITS.match(text):
            waits, holder = found[1], found[2] or ""
        elif found := _LOCKED.match(text):
            held.append(found[1])
        elif not _THREAD_BODY.match(text):
            break
        position += 1
    return _Thread(name, tid, state.strip(), tuple(frames[:_MAX_FRAMES]), waits, holder, tuple(held), start, position)


def _block(lines: Sequence[Line], start: int, end: int, story: _Story, threads: list[_Thread]) -> Block:
    """The block of an ANR; a dump that only shows all processes is not fatal."""
    main = next((thread for thread in threads if thread.name == "main"), threads[0] if threads else None)
    shown = any("VM TRACES JUST NOW" in line.text for line in lines[max(0, start - _LOOK_BACK) : start + 1])
    return Block(
        kind="android-anr",
        first=lines[start].number,
        last=lines[max(end, start + 1) - 1].number,
        exception="ANR",
        message=story.reason,
        message_first=story.reason_line,
        message_last=story.reason_line,
        frames=main.frames if main else (),
        fatal=not shown,
        details=tuple(pair for pair in _details(story, main, threads) if pair[1]),
    )


def _details(story: _Story, main: _Thread | None, threads: list[_Thread]) -> list[tuple[str, str]]:
    """Process, the main thread's state, its locks, and who holds the one it waits for."""
    details = [("process", story.process), ("pid", story.pid)]
    if main is None:
        return details
    details += [("thread_state", main.state), ("waiting_lock", main.waits)]
    details += [("held_lock", lock) for lock in main.held[:4]]
    holder = next((thread for thread in threads if main.holder and thread.tid == main.holder), None)
    if holder:
        details += [
            ("lock_holder", holder.name),
            ("lock_holder_frame", holder.frames[0].function if holder.frames else ""),
        ]
    elif main.holder:
        details.append(("lock_holder", f"tid {main.holder}"))
    return details
