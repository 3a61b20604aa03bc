"""Reads what CPython prints when the interpreter itself dies: "Fatal Python error" and faulthandler's stacks.

Formats: CPython 3.3–3.14 `Python/traceback.c`, `Python/pylifecycle.c`, `Modules/faulthandler.c`. The Python stack of the
crashing thread ("Current thread") gives the frames; other threads follow or precede it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Frame, Line
from crashkb.text.lazy import LazyPattern

_SIGNALS = (
    ("segmentation fault", "SIGSEGV"),
    ("access violation", "SIGSEGV"),
    ("aborted", "SIGABRT"),
    ("bus error", "SIGBUS"),
    ("floating point exception", "SIGFPE"),
    ("floating-point exception", "SIGFPE"),
    ("illegal instruction", "SIGILL"),
    ("stack overflow", "SIGSEGV"),
    ("int divide by zero", "SIGFPE"),
)
_MAX_WARM_UP = 12

# Fatal Python error: Segmentation fault      Windows fatal exception: access violation      Timeout (0:00:05)!
_FATAL = LazyPattern(
    r"(?:.{0,200}?\b)?(Fatal Python error|Windows fatal exception): ?(.{0,2000})$|(Timeout) (\(\d.{0,40}\))!?$"
)
# Current thread 0x00007f0d4e4f4040 (most recent call first):      Thread 0x00007f0d (idle) [MainThread] (most recent call first):
_THREAD = LazyPattern(
    r"\s{0,8}(Current thread|Thread|Stack)(?: (0x[0-9a-fA-F]{1,16}))?(.{0,120}?) ?\(most recent call first\):?$"
)
#   File "/home/user/app/repro.py", line 15 in read_score
_FRAME = LazyPattern(r'\s{0,8}File "([^"\n]{1,4096}+)", line (\d{1,9}|\?{3}) in (.{0,1000})$')
#   <no Python frame>      ...      <invalid frame>
_REST = LazyPattern(r"\s{0,8}(?:<no Python frame>|<invalid frame>|<tstate is freed>|\.{3}$|Garbage-collecting$)")
#   Binary file "/usr/lib/libc.so.6", at abort+0x12b [0x7f2c]      Extension modules: numpy._core (total: 2)
_TAIL = LazyPattern(r'\s{0,8}(?:Binary file "|Extension modules: |Current thread\'s C stack trace|<cannot get C stack)')
# Python runtime state: initialized
_STATE = LazyPattern(
    r"Python runtime state: |Extension modules: |sys\.\w|PYTHONHOME|Python path configuration|\s\w{1,40} = "
)


class _Thread(NamedTuple):
    """One thread's Python stack."""

    current: bool
    id: str
    frames: tuple[Frame, ...]
    end: int


def read_fatal_error(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The fatal error or stack dump that begins at lines[start], and the index after it."""
    text = lines[start].text
    fatal = _FATAL.match(text)
    if fatal is None and (not _THREAD.match(text) or not _thread(lines, start).frames):
        return None
    threads, end = _threads(lines, start + 1 if fatal else start)
    return _block(lines, start, end, fatal, threads), end


def _threads(lines: Sequence[Line], start: int) -> tuple[list[_Thread], int]:
    """The threads' stacks that follow, and the index after the dump."""
    threads: list[_Thread] = []
    position = end = start
    while position < len(lines):
        text = lines[position].text
        if _THREAD.match(text):
            thread = _thread(lines, position)
            threads.append(thread)
            position = end = thread.end
            continue
        if _TAIL.match(text):
            end = position + 1
        elif not threads and position - start < _MAX_WARM_UP and _may_precede(text):
            pass
        else:
            break
        position += 1
    return threads, end


def _may_precede(text: str) -> bool:
    """Whether the line may stand between the fatal error and the stacks."""
    return _STATE.match(text) is not None or ("Error: " in text and not text[:1].isspace())


def _thread(lines: Sequence[Line], start: int) -> _Thread:
    """The thread whose heading is lines[start]."""
    heading = _THREAD.match(lines[start].text)
    frames: list[Frame] = []
    position = start + 1
    while position < len(lines):
        text = lines[position].text
        if found := _FRAME.match(text):
            frames.append(Frame(found[3].strip(), found[1], int(found[2]) if found[2].isdigit() else 0))
        elif not _REST.match(text):
            break
        position += 1
    current = heading is not None and heading[1] in ("Current thread", "Stack")
    return _Thread(current, (heading[2] or "") if heading else "", tuple(frames), position)


def _block(lines: Sequence[Line], start: int, end: int, fatal: re.Match[str] | None, threads: list[_Thread]) -> Block:
    """The block of the dump; a dump that no fatal error precedes is not fatal."""
    crashed = next((thread for thread in threads if thread.current), threads[-1] if threads else None)
    message = (fatal[2] or f"Timeout {fatal[4]}" if fatal else "").strip()
    details: tuple[tuple[str, str], ...] = ()
    exception = "Fatal Python error" if fatal and fatal[1] else ""
    if signal := next((name for words, name in _SIGNALS if fatal and fatal[1] and words in message.lower()), ""):
        exception, details = signal, (("signal", signal),)
    if crashed and crashed.id:
        details += (("thread", crashed.id),)
    return Block(
        kind="native-stack",
        first=lines[start].number,
        last=lines[end - 1].number,
        exception=exception,
        message=message,
        message_first=lines[start].number if fatal else 0,
        message_last=lines[start].number if fatal else 0,
        frames=crashed.frames if crashed else (),
        fatal=bool(fatal and fatal[1]),
        details=details,
    )
