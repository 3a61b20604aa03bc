"""Reads crashes of other languages, enough to know them and to say that they are not about an AI framework.

Sources: V8 stack trace API and Node.js 12–22, .NET 4.8–9 and Mono, PHP 5.6–8.3, Ruby 1.9–3.4 and Rails, Dart 2–3 and Flutter,
Swift 4–6 (stdlib/public/core/AssertCommon.swift). Go and Rust are in go_rust.
"""

import re
from collections.abc import Callable, Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT

# "    at Object.<anonymous> (/app/x.js:1:2)", "    at async f (file:///x.mjs:3:4)", "    at <anonymous>:6:4", "    at new A (native)"
_JS_FRAME = r"\s{0,40}(?:eval )?at (?:async )?(?:(.{1,300}?) \((.{0,400}?)(?::(\d{1,7}):\d{1,7}|\(?native|unknown location)?\){1,3}|([^\s()]{1,400}):(\d{1,7}):\d{1,7})$"
# "    at a_function_name": a frame without place, only among others
_JS_BARE = r"\s{1,40}at [\w$.<>]{1,200}$"
# "Uncaught TypeError: x is not a function", "ReferenceError: myArray is not defined", "Error", "==14== Uncaught Exception: Jazzer.js: …"
_JS_HEAD = r"(?:==\d{1,9}== )?(?:(?:Unc|unc)aught (?:\(in promise\) )?|Unhandled (?:promise )?rejection:? )?(?:\[?)([A-Z][\w.]{0,60}(?:Error|Exception|Rejection)|Error|Exception)\b(?: \[\w{1,60}\])?(?:[:\]] ?(.*))?$"
# "   at A.B.C(String[] args) in c:\x\Program.cs:line 11", "  at File3.C.F (System.Int32 a) [0x0000f] in /x.cs:28", "   at System.A.B(Task task)"
_NET_FRAME = r"\s{1,8}at ([\w.`<>+|\[\],$ ]{3,400}?) ?\(([^()]{0,400})\)(?: \[0x[0-9a-f]{1,8}\])?(?: in (.{1,400}?):(?:line )?(\d{1,7}))?\s*$"
# "Unhandled exception. System.InvalidOperationException: msg", "System.X.YException: msg", "Unhandled Exception: System.ArgumentException: …"
_NET_HEAD = r"(?:Unhandled exception\. |Unhandled Exception: |\[ERROR\] FATAL UNHANDLED EXCEPTION: )?((?:[A-Z]\w{0,60}\.){1,8}[A-Z]\w{0,80})(?:: (.*))?$"
# "#0      main.<anonymous closure> (file:///x/dartFile.dart:12:20)", "#3  _start (dart:isolate-patch/isolate_patch.dart:265)"
_DART_FRAME = r"\s{0,8}#(\d{1,6})\s{1,12}(.{1,300}?) \((?:(?:file|dart|package|org-dartlang)[^)]{1,400}?)(?::(\d{1,7}))?(?::\d{1,7})?\)$"
# "PHP Fatal error:  Uncaught exception 'Exception' with message 'x' in /a.php:60", "exception 'Exception' with message 'x' in /a.php:5"
_PHP_HEAD = r"(?:(?:PHP )?Fatal error:\s{1,4}(?:Uncaught )?|Uncaught )?(?:exception '([\w\\]{1,120})' with message '?(.{0,800}?)'? in (/?\S{1,300})[:\s]|([A-Z]\w{0,80}(?:Error|Exception)): (.{0,800}?) in (\S{1,300}\.php):\d)"
_PHP_FATAL = r"PHP Fatal error:\s{1,4}(.*)"
_PHP_FRAME = r"#\d{1,5} (?:(\S.{0,300}?)\((\d{1,7})\): (.{1,300})|\[internal function\].*|\{main\})$"
# "x.rb:1:in 'f': msg (RuntimeError)", "app.rb:3:in `<main>': undefined method `x' for nil (NoMethodError)"
_RUBY_HEAD = r"\s{0,4}(\S{1,300}\.rb):(\d{1,7}):in [`'](.{1,120}?)': (.{0,800}?) ?\(([A-Z][\w:]{1,120})\)$"
# " NoMethodError (undefined method `f' for #<C:0x007f>):" (Rails)
_RAILS_HEAD = r"\s{0,4}([A-Z][\w:]{1,120}) \((.{0,800})\):?$"
# "\tfrom x.rb:3:in `f'", " actionpack (5.1.4) lib/x.rb:63:in `call'"
_RUBY_FRAME = r"\s{0,8}(?:from |[\w-]{1,60} \([\d.]{1,20}\) )?(\S{1,300}\.rb):(\d{1,7}):in [`'](.{1,200}?)'$"
# "Fatal error: Index out of range: file Swift/Array.swift, line 3", "Swift/ContiguousArrayBuffer.swift:600: Fatal error: Index out of range"
_SWIFT = r"(?:(\S{1,200}\.swift):(\d{1,7}): )?(?:.{0,60} )?(?:Fatal|fatal) error: (.{1,500}?)(?:: file (\S{1,300}\.swift), line (\d{1,7}))?$"
# "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"
_NODE_HEAP = r"FATAL ERROR: (.{0,200}JavaScript heap out of memory)"

_ParseFrame = Callable[[str], Frame | None]


def read_javascript(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """An error of Node.js or a browser: the words and at least one `at` line with a column."""
    text = lines[start].text[:WIDTH_LIMIT]
    heap = re.match(_NODE_HEAP, text.strip())
    if heap:
        return _block(lines, start, start + 1, "FATAL ERROR", heap[1], [])
    if _js_frame(text):
        return _framed(lines, start, start, _js_frame, "Error", "")
    below = start + 1
    head = re.match(_JS_HEAD, text.strip())
    if head and below < len(lines) and (again := re.match(_JS_HEAD, lines[below].text[:WIDTH_LIMIT].strip())):
        head, below = again, below + 1
    if not head and text.strip() != "V8 errors stack trace":
        return None
    for index in range(below, min(below + 6, len(lines))):
        if _js_frame(lines[index].text[:WIDTH_LIMIT]):
            return _framed(
                lines, start, index, _js_frame, head[1] if head else "Error", (head[2] or "") if head else ""
            )
    return None


def read_dotnet(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """An exception of .NET or Mono."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    below = start + 1
    if text in ("Unhandled Exception:", "Unhandled exception:") and below < len(lines):
        text = lines[below].text[:WIDTH_LIMIT].strip()
        below += 1
    head = re.match(_NET_HEAD, text)
    if not head:
        return None
    for index in range(below, min(below + 4, len(lines))):
        if _net_frame(lines[index].text[:WIDTH_LIMIT]):
            return _framed(lines, start, index, _net_frame, head[1], head[2] or "")
    return None


def read_dart(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """An unhandled exception of Dart or Flutter."""
    head = lines[start].text[:WIDTH_LIMIT].partition("nhandled ")[2]
    if not head.lower().startswith("exception:"):
        return None
    words = head.partition(":")[2].strip()
    for index in range(start + 1, min(start + 8, len(lines))):
        text = lines[index].text[:WIDTH_LIMIT]
        if _dart_frame(text):
            name, _, rest = words.partition(": ")
            typed = name.isidentifier() and name.endswith(("Error", "Exception"))
            return _framed(lines, start, index, _dart_frame, name if typed else "Exception", rest if typed else words)
        words = words or text.strip()
    return None


def read_php(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A fatal error or uncaught exception of PHP."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    head = re.match(_PHP_HEAD, text)
    if not head:
        fatal = re.match(_PHP_FATAL, text)
        return _block(lines, start, start + 1, "PHP Fatal error", fatal[1], []) if fatal else None
    frames: list[Frame] = []
    after = start + 1
    while after < len(lines):
        row = lines[after].text[:WIDTH_LIMIT].strip()
        found = re.match(_PHP_FRAME, row)
        if found and found[1] and len(frames) < FRAME_LIMIT:
            frames.append(Frame(found[3].partition("(")[0], found[1], int(found[2])))
        elif not found and not row.startswith(("Stack trace:", "thrown in ")):
            break
        after += 1
    return _block(lines, start, after, head[1] or head[4], head[2] or head[5] or "", frames)


def read_ruby(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """An exception of Ruby, as the interpreter or as Rails print it."""
    text = lines[start].text[:WIDTH_LIMIT]
    head = re.match(_RUBY_HEAD, text)
    if head:
        first = Frame(head[3], head[1], int(head[2]))
        frames, after = _frames(lines, start + 1, _ruby_frame)
        return _block(lines, start, after, head[5], head[4], [first, *frames])
    rails = re.match(_RAILS_HEAD, text)
    if rails and start + 1 < len(lines) and _ruby_frame(lines[start + 1].text[:WIDTH_LIMIT]):
        return _framed(lines, start, start + 1, _ruby_frame, rails[1], rails[2])
    return None


def read_swift(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A failed precondition of Swift; only with the Swift file that it names, for other programs say the same words."""
    found = re.match(_SWIFT, lines[start].text[:WIDTH_LIMIT].strip())
    if not found or not (found[1] or found[4]):
        return None
    frame = Frame("", found[1] or found[4], int(found[2] or found[5]))
    return _block(lines, start, start + 1, "Fatal error", found[3], [frame])


def _framed(
    lines: Sequence[Line], start: int, at: int, parse: _ParseFrame, exception: str, message: str
) -> tuple[Block, int]:
    """The block of words at `start` and of the frames from `at` on."""
    frames, after = _frames(lines, at, parse)
    return _block(lines, start, after, exception, message, frames)


def _frames(lines: Sequence[Line], at: int, parse: _ParseFrame) -> tuple[list[Frame], int]:
    """The frames from that line on and the index after them; lines between two parts of a trace are read over."""
    frames: list[Frame] = []
    after = at
    while after < len(lines):
        text = lines[after].text[:WIDTH_LIMIT]
        frame = parse(text)
        if (
            frame is None
            and not text.strip().startswith(("--- End of", "---> ", "<asynchronous suspension>", "... "))
            and not re.match(_JS_BARE, text)
        ):
            break
        if frame and len(frames) < FRAME_LIMIT:
            frames.append(frame)
        after += 1
    return frames, after


def _block(
    lines: Sequence[Line], start: int, after: int, exception: str, message: str, frames: Sequence[Frame]
) -> tuple[Block, int]:
    """A foreign exception of these lines."""
    first = lines[start].number
    return Block(
        "foreign-exception", first, lines[after - 1].number, exception, message.strip(), first, first, tuple(frames)
    ), after


def _js_frame(text: str) -> Frame | None:
    """A frame of JavaScript; Java's (`at a.B.c(B.java:1)`) have no blank before the bracket."""
    found = re.match(_JS_FRAME, text) if "at " in text[:60] else None
    if (
        not found
        or ":line " in text
        or (found[1] and not (found[3] or "native" in text or "unknown location" in text or "<anonymous>" in text))
    ):
        return None
    return Frame(found[1] or "", found[2] or found[4] or "", int(found[3] or found[5] or 0))


def _net_frame(text: str) -> Frame | None:
    """A frame of .NET; what Java writes between the brackets is a file or `Native Method`."""
    found = re.match(_NET_FRAME, text)
    if (
        not found
        or found[2] in ("Native Method", "Unknown Source")
        or re.search(r"\.(?:java|kt|scala|groovy|js)\b", found[2])
    ):
        return None
    return Frame(found[1].strip(), found[3] or "", int(found[4] or 0))


def _dart_frame(text: str) -> Frame | None:
    """A frame of Dart."""
    found = re.match(_DART_FRAME, text)
    if not found:
        return None
    place = text.rpartition(" (")[2].rstrip(")")
    return Frame(found[2], re.sub(r"(?::\d{1,7}){1,2}$", "", place), int(found[3] or 0))


def _ruby_frame(text: str) -> Frame | None:
    """A frame of Ruby."""
    found = re.match(_RUBY_FRAME, text)
    return Frame(found[3], found[1], int(found[2])) if found else None
