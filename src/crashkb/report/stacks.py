"""Lines of native stacks, in the forms in which debuggers, sanitizers and run-times print them.

Sources: gdb 12–15 (gdb/stack.c), lldb 14–19, LLVM 17–19 sanitizer_common (sanitizer_stacktrace_printer.cpp), glibc
backtrace_symbols (debug/backtracesyms.c), glog 0.7 and absl symbolizers, PyTorch 2.x (c10/util/Backtrace.cpp), V8 and
Chromium (base/debug/stack_trace_win.cc). One line gives one frame; `read_stack` follows a stack over wrapped lines.
Every pattern is bounded, and a stack is read once, so the time is linear in the pasted text.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Frame, Line

FRAME_LIMIT = 500
"""Frames kept of one stack; the rest is read over (recursion makes stacks of 100,000 frames)."""
WIDTH_LIMIT = 4000
"""Characters of a line that are looked at."""
_NAME_LIMIT = 300
_GAP = 3

# "    #1 0x7ff14ce in f", "#0  f (x=1) at a.c:1", "frame #0: c10::Error::Error()", "* frame #0: 0x18 libc`raise"
_NUMBERED = r"\s{0,40}(?:\*\s{1,4})?(?:frame )?#(\d{1,6})(?::|\s|$)"
# "0x000055f3 in f", "133713371337ff in hack()", "0xfff"
_ADDRESS = r"(0x[0-9a-fA-F]{1,16}|[0-9a-f]{12,16})(?:\s+|$)"
# "    @     0x7f6c53 tensorflow::Run()", "PC: @ 0x0 (unknown)", "    @ 0x55d3c1f0f3a9        144  absl::Foo()"
_AT_SIGN = r"\s{0,20}(?:PC:\s)?@\s{1,20}0x[0-9a-fA-F]{1,16}\s{1,8}(?:\d{1,9}\s{2,10})?(.*)"
# "    @     ... and at least 5 more frames"
_AT_MORE = r"\s{0,20}@\s{1,20}\.\.\. and at least \d"
# "/lib/libc.so.6(abort+0x12b) [0x7f2c]", "./a.out(+0x1189)[0x55]", "[ 0] /lib/libc.so.6(+0x3c050)[0x7f]", "[0x3c13f38d]"
_BRACKETED = r"\[0x[0-9a-fA-F]{1,16}\]$"
# " base::debug::StackTrace::StackTrace [0x00007FF9B6BFF5A0+288] (base/debug/stack_trace.cc:240)"
_CHROMIUM_WINDOWS = r"\s{0,8}(\S.{0,2000}?) \[0x[0-9A-Fa-f]{8,16}\+\d{1,12}\](?: \((.{1,500}):(\d{1,7})\))?$"
# "src/a.cc:12:3", "C:\b\s\regexp.cc:442:3", "??:0"
_LOCATION = r"(.{1,1000}?):(\d{1,7})(?::\d{1,7})?$"
# "7    swift-protobuf-fuzz    0x0000555f5ee31df0 BinaryDecoder.decode<A>(value:) + 2648"
_APPLE = r"\s{0,8}(\d{1,5})\s{1,8}(\S.{0,120}?)\s{1,60}0x[0-9a-fA-F]{6,16}\s(.{1,2000})$"
# "    1: 0xb27abe4", " 1: 0xa18150 node::Abort() [node]"
_COLON = r"\s{0,4}(\d{1,4}): 0x[0-9a-fA-F]{6,16}(?:\s(.{0,2000}))?$"
_ITANIUM_PART = r"\d{1,3}"
_RUST_HASH = r"::h[0-9a-f]{16}$"
_FILE_END = r"\.(?:c|cc|cpp|cxx|cu|cuh|h|hh|hpp|inl|inc|S|s|m|mm|rs|go|swift|py|tq|so|dll|dylib|exe)(?:\.\d{1,3}){0,3}$"


class Stack(NamedTuple):
    """One stack and where it ends."""

    frames: tuple[Frame, ...]
    """The first FRAME_LIMIT frames, the innermost first, noise included."""
    after: int
    """Index of the line after its last one."""


def read_stack(lines: Sequence[Line], start: int) -> Stack | None:
    """The stack that begins at `lines[start]`; None if that line is no frame.

    A numbered stack goes on while the numbers rise; up to three lines that are no frames (source echo, locals, wrapped
    text) may stand between two frames. A second `#0` is another stack.
    """
    number, frame = parse_frame(lines[start].text)
    if frame is None:
        return None
    frames = [frame]
    end = index = start
    while index + 1 < len(lines) and index - end < _GAP:
        index += 1
        next_number, frame = parse_frame(lines[index].text)
        if frame is None:
            continue
        if (next_number < 0) != (number < 0) or (next_number <= number and number >= 0):
            break
        number, end = next_number, index
        if len(frames) < FRAME_LIMIT:
            frames.append(frame)
    return Stack(tuple(frames), end + 1)


def read_apple_stack(lines: Sequence[Line], start: int) -> Stack | None:
    """The stack in Apple's form that begins at `lines[start]`; it goes on while the numbers rise by one."""
    number, frame = parse_apple_frame(lines[start].text)
    if frame is None:
        return None
    frames = [frame]
    after = start + 1
    while after < len(lines):
        next_number, frame = parse_apple_frame(lines[after].text)
        if frame is None or next_number != number + 1:
            break
        number = next_number
        after += 1
        if len(frames) < FRAME_LIMIT:
            frames.append(frame)
    return Stack(tuple(frames), after)


def parse_frame(text: str) -> tuple[int, Frame | None]:
    """The number (-1 where the format has none) and the frame that a line shows; the frame is None for other lines."""
    text = text[:WIDTH_LIMIT].rstrip()
    numbered = re.match(_NUMBERED, text)
    if numbered:
        return int(numbered[1]), _after_number(text[numbered.end() :].strip())
    if "@" in text[:24]:
        found = re.match(_AT_SIGN, text)
        if found:
            return -1, _from_symbol(found[1])
        if re.match(_AT_MORE, text):
            return -1, Frame()
    if text.endswith("]") and re.search(_BRACKETED, text[-24:]):
        return -1, _from_backtrace_symbols(text)
    if ": 0x" in text[:12]:
        found = re.match(_COLON, text)
        return (int(found[1]), _from_symbol((found[2] or "").partition(" [")[0])) if found else (-1, None)
    if "[0x" in text:
        found = re.match(_CHROMIUM_WINDOWS, text)
        if found:
            return -1, Frame(plain_name(found[1]), found[2] or "", int(found[3] or 0))
    return -1, None


def parse_apple_frame(text: str) -> tuple[int, Frame | None]:
    """The number and the frame of a line of an Apple stack: number, module, address, symbol and offset."""
    found = re.match(_APPLE, text[:WIDTH_LIMIT])
    if not found:
        return -1, None
    return int(found[1]), _from_apple_symbol(found[2], found[3].strip())


def plain_name(symbol: str) -> str:
    """A function's name without parameters, offset and hash; mangled C++ names are read as far as plain names go.

    `Interpreter::~Interpreter()` gives `Interpreter::~Interpreter`, `_ZN2v84base5FooEv` gives `v8::base::Foo`,
    `(anonymous namespace)::f(int) const` gives `(anonymous namespace)::f`.
    """
    symbol = re.sub(_RUST_HASH, "", symbol.strip()[:2000])
    if symbol.startswith(("_ZN", "__ZN")):
        return _nested_name(symbol.lstrip("_")[2:]) or symbol[:_NAME_LIMIT]
    head, plus, tail = symbol.rpartition("+")
    if plus and (tail.strip().startswith("0x") or tail.strip().isdigit()):
        symbol = head.rstrip()
    if symbol.startswith(("-[", "+[")):
        return symbol[:_NAME_LIMIT]
    name = symbol[: _end_of_name(symbol)].rstrip()[:_NAME_LIMIT]
    return "" if name in ("??", "???", "<unknown>", "<unavailable>", "<redacted>") else name


def _end_of_name(symbol: str) -> int:
    """Index where the parameter list begins, or the length of the name."""
    depth = 0
    index = 0
    while index < len(symbol):
        if symbol.startswith(("operator()", "operator<", "operator>", "operator->"), index):
            index = _after_operator(symbol, index)
            continue
        character = symbol[index]
        if character == "<":
            depth += 1
        elif character == ">" and depth and symbol[index - 1] != "-":
            depth -= 1
        elif character == "(" and depth == 0:
            if not symbol.startswith(("(anonymous", "({", "(lambda", "(*"), index) and index:
                return index
            closing = symbol.find(")", index)
            if closing < 0:
                return len(symbol)
            index = closing
        index += 1
    return len(symbol)


def _after_operator(symbol: str, index: int) -> int:
    """Index after `operator` and its sign, so that its brackets are not counted."""
    index += len("operator")
    if symbol.startswith("()", index):
        return index + 2
    while index < len(symbol) and symbol[index] in "<>=-":
        index += 1
    return index


def _nested_name(mangled: str) -> str:
    """`2v84base5FooEv` gives `v8::base::Foo`: the plain parts of an Itanium nested name."""
    mangled = mangled.lstrip("KVr")
    parts: list[str] = []
    index = 0
    while len(parts) < 30:
        found = re.match(_ITANIUM_PART, mangled[index : index + 3])
        if not found:
            break
        begin = index + found.end()
        index = begin + int(found[0])
        part = mangled[begin:index]
        parts.append("(anonymous namespace)" if part.startswith("_GLOBAL__N") else part)
    if mangled.startswith(("C1", "C2"), index) and parts:
        parts.append(parts[-1])
    if mangled.startswith(("D0", "D1", "D2"), index) and parts:
        parts.append("~" + parts[-1])
    return "::".join(parts)[:_NAME_LIMIT]


def _after_number(rest: str) -> Frame | None:
    """The frame after `#3`; None for what other languages and Android put there (they have readers of their own)."""
    if rest.startswith(("pc ", "/", "{main}", "[internal")) or "(dart:" in rest or ".dart:" in rest:
        return None
    address = re.match(_ADDRESS, rest)
    if address:
        rest = rest[address.end() :]
    elif not rest or " cov: " in rest:
        return None  # "#1333	NEW    cov: 6" is libFuzzer's progress
    rest = rest.removeprefix("in ").strip()
    return _from_symbol(rest) if rest or address else None


def _from_symbol(rest: str) -> Frame:
    """The frame told by `name(args) file:line`, `name (args) at file:line`, `name (module+0x1)`, `module`name at …`."""
    if rest in ("", "??", "(unknown)", "<unknown>", "in"):
        return Frame()
    for between in (") at ", ") from "):
        head, found, place = rest.rpartition(between)
        if found and " (" in head:
            return _placed(head, place)
    if "`" in rest and not rest.startswith("`") and "`anonymous" not in rest:
        module, _, symbol = rest.partition("`")
        symbol, _, place = symbol.partition(" at ")
        return _placed(symbol, place) if place else Frame(plain_name(symbol), module)
    if " (0x" in rest and " in " in rest:
        return _from_torch(rest)
    rest = rest.partition(" (BuildId: ")[0]
    name, bracket, module = rest.rpartition("(")
    if bracket and module.endswith(")") and ("+0x" in module or module.startswith(("<unknown", "/", "C:\\"))):
        frame = _placed_last(name.strip())
        return frame if frame.file else frame._replace(file=module[:-1].rpartition("+0x")[0] or module[:-1])
    return _placed_last(rest)


def _from_torch(rest: str) -> Frame:
    """The frame told by `c10::Error::Error(...) + 0x57 (0x7f in /x/libc10.so)`."""
    name, _, place = rest.rpartition(" (0x")
    module = place.partition(" in ")[2].rstrip(")")
    name = plain_name(name)
    return Frame("" if name == "<unknown function>" else name, module)


def _from_apple_symbol(module: str, rest: str) -> Frame:
    """The frame told by `main + 12`, `-[A b] + 12 (A.m:3)`, `0x1000 + 72220 (kill + 8)` or `0x1000 + 4096`."""
    name, _, tail = rest.partition(" + ")
    extra = tail.lstrip("0123456789").strip()[1:-1]
    if name.startswith("0x"):
        return Frame(plain_name(extra.rpartition(" + ")[0] or extra), module)
    location = re.match(_LOCATION, extra)
    if location:
        return Frame(plain_name(name), location[1], int(location[2]))
    return Frame(plain_name(name), module)


def _placed_last(rest: str) -> Frame:
    """The frame whose last word may be its place."""
    name, space, place = rest.rpartition(" ")
    if not space:
        name, place = "", rest
    elif place.startswith("<") and "+0x" in place:
        frame = _placed_last(name)  # Fuchsia: "f() ../../a.cc:34 <libx.so>+0x21d355"
        return frame if frame.file else frame._replace(file=place.partition("+0x")[0].strip("<>"))
    if _is_place(place):
        return _placed(name, place)
    return Frame(plain_name(rest))


def _is_place(word: str) -> bool:
    """Whether a word tells a file or module, as opposed to the end of a function's name."""
    if word.endswith((")", ">", "&", "*")) or word == "const":
        return False
    if word.startswith("<") and "+0x" in word:
        return True
    if word in ("_asan_rtl_", "??:0", "??"):
        return True
    if "/" in word or "\\" in word:
        return "operator/" not in word
    return bool(re.match(_LOCATION, word) and not word.endswith(":")) or bool(re.search(_FILE_END, word[-40:]))


def _placed(name: str, place: str) -> Frame:
    """A frame of a name and a place with or without line number."""
    place = place.strip()
    location = re.match(_LOCATION, place)
    if location and "::" not in location[0][-12:]:
        return Frame(plain_name(name), location[1], int(location[2]))
    return Frame(plain_name(name), place.partition("+0x")[0].strip("<>") if place.startswith("<") else place)


def _from_backtrace_symbols(text: str) -> Frame:
    """The frame of `module(name+0x1) [0x2]`, with or without name; `[ 0]` or `[bt] (0)` may stand before it."""
    head = text[: text.rindex("[0x")].strip()
    if head.startswith("[") and "]" in head[:8]:
        head = head.partition("]")[2].strip()
    if head.startswith("(") and head[1:2].isdigit():
        head = head.partition(") ")[2]
    module, bracket, inner = head.rstrip(")").partition("(")
    if not bracket:
        return Frame("", head)
    return Frame(plain_name(inner.rpartition("+")[0]), module.strip())
