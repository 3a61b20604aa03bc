"""Reads stacks of native code: debuggers, signal handlers, backtrace(), and the reports of JVM and Paddle.

Sources: gdb 12–15 (infrun.c, stack.c), lldb 14–19, glog 0.7 signalhandler.cc, absl failure_signal_handler.cc, Chromium
base/debug/stack_trace_posix.cc, Open MPI 4–5 (opal/util/stacktrace.c), glibc backtrace_symbols. The words with which code
ends itself (`terminate called`, `Check failed`) are in aborts, hs_err files in hs_err, Paddle's summaries in paddle.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, Stack, parse_frame, read_stack

_SIGNALS = {
    "4": "SIGILL", "5": "SIGTRAP", "6": "SIGABRT", "7": "SIGBUS", "8": "SIGFPE", "9": "SIGKILL", "11": "SIGSEGV", "15": "SIGTERM",
    "Segmentation fault": "SIGSEGV", "Aborted": "SIGABRT", "Bus error": "SIGBUS", "Floating point exception": "SIGFPE",
    "Illegal instruction": "SIGILL",
}  # fmt: skip
# "Program received signal SIGSEGV, Segmentation fault.", "Program terminated with signal 11, Segmentation fault."
_GDB = r".{0,200}?\b(?:received signal|terminated with signal) (SIG[A-Z0-9]{2,8}|\d{1,2})(?:, (.{1,80}?))?\.?$"
# "* thread #1, queue = 'main', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)", "stop reason = signal SIGABRT"
_LLDB = r".{0,300}?stop reason = (?:signal )?(SIG[A-Z0-9]{2,8}|EXC_[A-Z_]{3,20})(.{0,200})$"
# "Received signal 11 SEGV_MAPERR 000000000000", "Received signal 4 ILL_ILLOPN 7fdf1d27c590"
_CHROMIUM = r"Received signal (\d{1,2})(?: (\S{1,40} [0-9a-f]{1,16}))?$"
# "*** SIGSEGV (@0x0) received by PID 123 (TID 0x7f) from PID 0; stack trace: ***", "*** SIGABRT received at time=17 on cpu 3 ***"
_GLOG = r"\[?(?:SignalInfo: )?\*{3} (SIG[A-Z0-9]{2,8}) (?:\((@0x[0-9a-f]{1,16})\) )?received (.{1,200}?) ?\*{3}"
# '*** Aborted at 1700000000 (unix time) try "date -d @1700000000" if you are using GNU date ***'
_GLOG_TIME = r"\*{3} Aborted at \d{9,13} \(unix time\)"
# "[host1:00123] *** Process received signal ***", "[host1:00123] Signal: Segmentation fault (11)"
_OPEN_MPI = r"(?:\[[^\]]{1,120}\] )?\*{3} Process received signal \*{3}"
_OPEN_MPI_SIGNAL = r"(?:\[[^\]]{1,120}\] )?Signal: (.{1,60}?) \((\d{1,2})\)"
_OPEN_MPI_LINE = r"\[[\w.-]{1,80}:\d{1,9}\] "
_STACK_WITHIN = 12


def read_signal(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A signal as a debugger or signal handler announces it, with the stack below."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    head = start
    found = _announced(text)
    if not found and re.match(_GLOG_TIME, text):
        for head in range(start + 1, min(start + 4, len(lines))):
            found = _announced(lines[head].text[:WIDTH_LIMIT].strip())
            if found:
                break
    if not found:
        return None
    signal, words = found
    stack = _stack_below(lines, head)
    after = stack.after if stack else head + 1
    return Block(
        kind="native-stack",
        first=lines[start].number,
        last=lines[after - 1].number,
        exception=signal,
        message=words,
        message_first=lines[head].number,
        message_last=lines[head].number,
        frames=drop_noise(stack.frames) if stack else (),
        details=(("signal", signal),),
    ), after


def read_open_mpi(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """Open MPI's report of a signal; every line bears host and process."""
    if not re.match(_OPEN_MPI, lines[start].text[:WIDTH_LIMIT].strip()):
        return None
    signal = words = ""
    frames: list[Frame] = []
    after = start + 1
    while after < len(lines):
        text = lines[after].text[:WIDTH_LIMIT].strip()
        ended = "*** End of error message" in text
        told = re.match(_OPEN_MPI_SIGNAL, text)
        frame = parse_frame(re.sub(_OPEN_MPI_LINE, "", text, count=1))[1]
        if told:
            signal, words = _SIGNALS.get(told[2], told[2]), told[1]
        elif frame and len(frames) < FRAME_LIMIT:
            frames.append(frame)
        elif not frame and not ended and not re.match(_OPEN_MPI_LINE, text):
            break
        after += 1
        if ended:
            break
    first, last = lines[start].number, lines[after - 1].number
    details = (("signal", signal),)
    return Block("native-stack", first, last, signal, words, first, first, drop_noise(frames), details=details), after


def read_bare_stack(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A stack of at least two frames that no words announce: gdb's `bt`, backtrace_symbols, glog's `@` lines."""
    number, frame = parse_frame(lines[start].text)
    if frame is None or number > 0 or not _is_clear(lines[start].text, number):
        return None
    stack = read_stack(lines, start)
    if stack is None or len(stack.frames) < 2:
        return None
    frames = drop_noise(stack.frames)
    details = (("aborted", "yes"),) if any(frame.function == "abort" for frame in stack.frames[:12]) else ()
    first, last = lines[start].number, lines[stack.after - 1].number
    return Block("native-stack", first, last, frames=frames, details=details), stack.after


def _announced(text: str) -> tuple[str, str] | None:
    """The signal's name and the words about it, if the text announces one."""
    for pattern in (_GDB, _LLDB, _CHROMIUM, _GLOG):
        found = re.match(pattern, text)
        if found:
            signal = _SIGNALS.get(found[1], found[1])
            return signal, (found[2] or text).strip(" ()@.") or text
    return None


def _stack_below(lines: Sequence[Line], head: int) -> Stack | None:
    """The stack within a few lines below an announcement; of two that follow each other, the longer one.

    gdb prints the innermost frame by itself, then all of them when the person asks for `bt`.
    """
    index = head + 1
    limit = head + _STACK_WITHIN
    best: Stack | None = None
    while index < min(limit, len(lines)):
        text = lines[index].text[:WIDTH_LIMIT].strip()
        if (
            "Sanitizer: " in text
            or "libFuzzer: " in text
            or (_announced(text) and parse_frame(text)[1] is None and index > head + 2)
        ):
            break
        stack = read_stack(lines, index) if parse_frame(text)[1] else None
        if stack is None:
            index += 1
            continue
        best = stack if best is None or len(stack.frames) > len(best.frames) else best
        if len(best.frames) > 1:
            break
        index, limit = stack.after, stack.after + 5
    return best


def _is_clear(text: str, number: int) -> bool:
    """Whether a first frame is surely one: an address, or gdb's `f (args) at file:line`; a log's "#0" is not."""
    text = text[:WIDTH_LIMIT]
    if number < 0:
        return not text.strip().startswith("PC: ") or "@ 0x" in text
    if ": 0x" in text[:12] or text.lstrip().startswith("frame #"):
        return False  # V8 and Rust number so, c10 writes so in messages: their words stand before
    return bool(re.match(r"\s{0,8}(?:\* )?(?:frame )?#0:?\s{1,8}0x[0-9a-fA-F]{4,16} (?:in )?\S", text)) or (
        re.match(r"\s{0,8}#0\s{2}\S.{0,300}? \(", text) is not None and (") at " in text or ") from " in text)
    )
