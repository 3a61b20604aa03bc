"""Reads panics of Go and Rust.

Sources: Go 1.8–1.24 (src/runtime/panic.go, traceback.go), Rust 1.0–1.83 (library/std/src/panicking.rs, backtrace.rs).
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

# "panic: runtime error: index out of range", "fatal error: all goroutines are asleep - deadlock!", "2019/01/15 07:48:05 http: panic serving [::1]:54143: test"
_GO_HEAD = r"(?:.{0,60}\b)?(panic|fatal error|http: panic serving [^ ]{1,80}?): (.*)"
# "goroutine 108 [running]:", "goroutine 17 [running, locked to thread]:"
_GOROUTINE = r"goroutine \d{1,12} (?:gp=\S{1,20} m=\S{1,20} (?:mp=\S{1,20} )?)?\[(.{1,80})\]:"
# "\t/usr/local/go/src/net/http/server.go:1746 +0xd0"
_GO_PLACE = r"\s{1,8}(\S.{0,400}?):(\d{1,7})(?: \+0x[0-9a-f]{1,9})?(?: fp=.{0,80})?$"
# "thread '<unnamed>' panicked at 'msg', src/a.rs:427:10", "thread 'main' (123) panicked at src/main.rs:2:5:"
_RUST_HEAD = r"(?:.{0,60}\b)?thread '([^']{0,120})'(?: \(\d{1,12}\))? panicked at (.*)"
_RUST_OLD_PLACE = r"', (\S{1,400}?):(\d{1,7})(?::\d{1,7})?$"
_RUST_PLACE = r"(\S{1,400}):(\d{1,7}):\d{1,7}:?$"
# "   6:     0x7fa1abe75fe4 - <style::GeckoElement<'le> as style::TElement>::set_dirty::h9ba2", "   0: rust_begin_unwind", "             at /rustc/x/std/a.rs:12:5"
_RUST_FRAME = r"\s{1,6}(\d{1,5}):\s{1,8}(?:0x[0-9a-f]{4,16} - )?(\S.{0,1500})$"
_RUST_AT = r"\s{6,24}at (\S{1,400}?):(\d{1,7})(?::\d{1,7})?$"
_RUST_HASH = r"::h[0-9a-f]{16}$"
_MESSAGE_LINES = 8


def read_go(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A panic or fatal error of Go: the words, or the first goroutine where the words were lost."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    at = start if re.match(_GOROUTINE, text) else _goroutine_below(lines, start)
    head = None if at == start else re.match(_GO_HEAD, text)
    if at < 0 or (at > start and not head):
        return None
    frames, after = _go_frames(lines, at + 1)
    exception, message = (head[1], head[2]) if head else ("panic", "")
    if not head and not frames:
        return None
    first = lines[start].number
    after = _other_goroutines(lines, after)
    last = lines[after - 1].number
    return Block(
        "go-panic", first, last, exception.partition(" serving")[0], message, first, first, drop_noise(frames)
    ), after


def read_rust(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A panic of Rust with its backtrace."""
    head = re.match(_RUST_HEAD, lines[start].text[:WIDTH_LIMIT].strip())
    if not head:
        return None
    rest = head[2].strip()
    place = re.match(_RUST_PLACE, rest)
    message, at, after = _rust_message(lines, start, "" if place else rest)
    frames, after = _rust_frames(lines, after)
    told = place or at
    if not frames and told:
        frames = [Frame("", told[1], int(told[2]))]
    return Block(
        kind="rust-panic",
        first=lines[start].number,
        last=lines[after - 1].number,
        exception="panic",
        message=message,
        message_first=lines[start].number,
        message_last=lines[start].number,
        frames=drop_noise(frames),
        details=(("thread", head[1]),),
    ), after


def _goroutine_below(lines: Sequence[Line], start: int) -> int:
    """Index of the goroutine's heading in the lines below the words of a panic, -1 if there is none."""
    for index in range(start + 1, min(start + 8, len(lines))):
        if re.match(_GOROUTINE, lines[index].text[:WIDTH_LIMIT].strip()):
            return index
    return -1


def _go_frames(lines: Sequence[Line], start: int) -> tuple[list[Frame], int]:
    """The frames of one goroutine, function and place on two lines each, and the index after them."""
    frames: list[Frame] = []
    after = start
    while after < len(lines):
        name = _go_function(lines[after].text[:WIDTH_LIMIT].strip())
        if not name:
            break
        after += 1
        place = re.match(_GO_PLACE, lines[after].text[:WIDTH_LIMIT]) if after < len(lines) else None
        after += place is not None
        if len(frames) < FRAME_LIMIT:
            frames.append(Frame(name, place[1] if place else "", int(place[2]) if place else 0))
    return frames, after


def _go_function(text: str) -> str:
    """`net/http.(*conn).serve.func1(0xc42)` gives `net/http.(*conn).serve.func1`; '' for a line that is no function."""
    created = text.removeprefix("created by ")
    if created != text:
        return created.partition(" in goroutine ")[0]
    name, bracket, _ = text.rpartition("(")
    if not bracket or not text.endswith(")") or " " in name or not ("." in name or name == "panic"):
        return ""
    return name


def _other_goroutines(lines: Sequence[Line], after: int) -> int:
    """The index after the other goroutines and the exit status."""
    while after < len(lines):
        text = lines[after].text[:WIDTH_LIMIT].strip()
        if re.match(_GOROUTINE, text):
            after = _go_frames(lines, after + 1)[1]
        elif text.startswith(("exit status ", "[signal ", "...additional frames", "[originating from")):
            after += 1
        else:
            break
    return after


def _rust_message(lines: Sequence[Line], start: int, rest: str) -> tuple[str, re.Match[str] | None, int]:
    """The message of a panic, the place after it in the old form, and the index after both."""
    message = [rest] if rest else []
    after = start + 1
    place = re.search(_RUST_OLD_PLACE, rest)
    while not place and after < min(start + 1 + _MESSAGE_LINES, len(lines)):
        text = lines[after].text[:WIDTH_LIMIT]
        if text.startswith(("stack backtrace:", "note: ")) or re.match(_RUST_FRAME, text) or "libFuzzer" in text:
            break
        if not rest and message and lines[after].number > lines[after - 1].number + 1:
            break
        place = re.search(_RUST_OLD_PLACE, text) if rest else None
        message.append(text.strip())
        after += 1
    words = "\n".join(message)
    if place:
        words = words[: words.rfind("', ")]
    return words.removeprefix("'").strip(), place, after


def _rust_frames(lines: Sequence[Line], start: int) -> tuple[list[Frame], int]:
    """The frames of a backtrace within a few lines, and the index after it."""
    frames: list[Frame] = []
    end = index = start - 1
    while index + 1 < len(lines) and index - end < 3:
        index += 1
        text = lines[index].text[:WIDTH_LIMIT]
        at = re.match(_RUST_AT, text)
        found = re.match(_RUST_FRAME, text)
        if at and frames:
            frames[-1] = frames[-1]._replace(file=at[1], line=int(at[2]))
        elif found:
            if len(frames) < FRAME_LIMIT:
                frames.append(Frame(_rust_name(found[2])))
        elif not text.startswith(("stack backtrace:", "note: ")):
            continue
        end = index
    return frames, end + 1


def _rust_name(symbol: str) -> str:
    """A function's name without the hash of its crate."""
    name = re.sub(_RUST_HASH, "", symbol.strip())
    return name[:300] if name.startswith("<") else plain_name(name)
