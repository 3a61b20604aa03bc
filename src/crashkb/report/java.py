"""Reads Java and Kotlin exceptions: uncaught, out of logcat, printed or logged.

Formats: OpenJDK `Throwable.printStackTrace` and the default uncaught handler, Android 4–15 `RuntimeInit` ("FATAL
EXCEPTION"), ACRA, kotlinx.coroutines ("Suppressed: …DiagnosticCoroutineContextException").
The block's exception and message are those of the outermost exception; the innermost "Caused by" stands in the details
as `root_exception` and `root_message`. Frames: those of the root cause first, then each outer exception's; a stack of
an exception that was only printed is not fatal.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.text.lazy import LazyPattern

_MAX_HEAD = 6
_MAX_MESSAGE = 60
_FOREIGN = 3

# FATAL EXCEPTION: main      *** FATAL EXCEPTION IN SYSTEM PROCESS: android.bg      E  FATAL EXCEPTION: pool-2-thread-1 (me)
_FATAL = LazyPattern(r"(?:.{0,60}?\s|\s*+)(?:\*{3} )?FATAL EXCEPTION(?: IN SYSTEM PROCESS)?: (.{1,200})$")
# Process: com.example.app, PID: 13553
_PROCESS = LazyPattern(r"\s*+Process: ([\w.:-]{1,200}+)(?:, PID: (\d{1,9}+))?$")
# ACRA caught a NullPointerException for de.blau.android
_ACRA = LazyPattern(r"(?:.{0,120}?\s)?ACRA caught an? \S{1,200} for (\S{1,200})$")
# Exception in thread "main" java.lang.OutOfMemoryError: Java heap space
_IN_THREAD = LazyPattern(r'\s*+Exception in thread "([^"]{0,200}+)" ')
# Caused by: kotlin.KotlinNullPointerException      Suppressed: java.io.IOException: x      Wrapped by: a.B
_SECTION = LazyPattern(r"\s*+(Caused by|Suppressed|Wrapped by): ")
# androidx.fragment.app.Fragment$InstantiationException: Unable to instantiate fragment
_CLASS = LazyPattern(r"((?:[A-Za-z_][\w$-]{0,120}+\.){1,20}+[A-Z_$][\w$-]{0,200}+)(?::[ \t]?(.*)|\s*+)$", re.DOTALL)
# E/MyTag: java.lang.RuntimeException: x      stack: java.lang.Exception
_LABEL = LazyPattern(r"\S{0,40}[^\n]{0,160}?[:\]] (?=(?:[a-z_][\w$]{0,60}+\.){1,20}+[A-Z])")
#     at java.base/java.lang.ClassLoader.loadLibrary(ClassLoader.java:2434)
#     at $Proxy0.connectDevice(Unknown Source)
#     at com.app.MainActivity$readModel$2.invokeSuspend(MainActivity.kt:154) [classes.dex:?]
#     at app//org.junit.Assert.fail(Assert.java:89)
_AT = LazyPattern(
    r"\s*+at ([\w.$<>/@ -]{1,600}?)\((Native Method|Unknown Source(?::\d{1,9}+)?|[^()\s]{1,300}+)\)(?: ~?\[.{0,200})?$"
)
# A frame that the log's line limit cut:     at android.app.ActivityThread.m
_AT_CUT = LazyPattern(r"\s*+at (?:[\w$-]{1,120}+\.){2,20}+[\w$<>-]{0,120}+(?:\([^()]{0,120})?$")
#     ... 12 more      ... 9 common frames omitted
_MORE = LazyPattern(r"\s*+\.\.\. \d{1,9}+ (?:more|common frames omitted|frames? (?:elided|truncated))")
_CIRCULAR = LazyPattern(r"\s*+\[CIRCULAR REFERENCE")
_CERTAIN = ("java.", "javax.", "kotlin.", "kotlinx.", "android.", "androidx.", "dalvik.")
_ERROR_ENDS = ("Exception", "Error", "Throwable", "Failure", "Leaked", "Death", "Violation")


class _Head(NamedTuple):
    """What stands before the exception's own line."""

    at: int
    """Index of the line with the exception."""
    details: tuple[tuple[str, str], ...]
    uncaught: bool


class _Section(NamedTuple):
    """One exception of the chain."""

    word: str
    """'', 'Caused by', 'Wrapped by' or 'Suppressed'."""
    exception: str
    message: str
    first: int
    last: int
    """Indices of the message's first and last line."""
    frames: tuple[Frame, ...]
    end: int
    indent: int


def read_java_exception(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The exception that begins at lines[start], with its causes, and the index after it."""
    head = _head(lines, start)
    if head is None:
        return None
    outer = _section(lines, head.at, head.uncaught)
    if outer is None:
        return None
    if not outer.frames and not head.uncaught and not _is_certain(outer):
        return None
    sections = [outer]
    while sections[-1].end < len(lines) and _SECTION.match(lines[sections[-1].end].text):
        following = _section(lines, sections[-1].end, head.uncaught)
        if following is None:
            break
        sections.append(following)
    return _block(lines, start, head, sections), sections[-1].end


def _is_certain(section: _Section) -> bool:
    """Whether the exception is Java's by its name alone."""
    return section.word == "" and section.exception.startswith(_CERTAIN) and section.exception.endswith(_ERROR_ENDS)


def _head(lines: Sequence[Line], start: int) -> _Head | None:
    """The lines before the exception, or None if no exception can begin here."""
    details: list[tuple[str, str]] = []
    uncaught = False
    for index in range(start, min(start + _MAX_HEAD, len(lines))):
        text = lines[index].text
        if "FATAL EXCEPTION" in text and (found := _FATAL.match(text)):
            uncaught = True
            details.append(("thread", found[1].strip()))
        elif "Process: " in text and (found := _PROCESS.match(text)):
            uncaught = True
            details += [("process", found[1])] + ([("pid", found[2])] if found[2] else [])
        elif "ACRA caught" in text and (found := _ACRA.match(text)):
            uncaught = True
            details.append(("process", found[1]))
        else:
            if found := _IN_THREAD.match(text):
                uncaught = True
                details.append(("thread", found[1]))
            return _Head(index, tuple(details), uncaught)
    return None


def _split(text: str, labelled: bool = True) -> tuple[str, str, str] | None:
    """(word, exception, message) of an exception's own line; words may stand before it where `labelled`."""
    word = ""
    if found := _IN_THREAD.match(text):
        text = text[found.end() :]
    elif found := _SECTION.match(text):
        word, text = found[1], text[found.end() :]
    split = _CLASS.match(text.strip())
    if split is None and labelled and not word and (label := _LABEL.match(text)):
        split = _CLASS.match(text[label.end() :].strip())
    return (word, split[1], (split[2] or "").strip()) if split else None


def _section(lines: Sequence[Line], index: int, uncaught: bool) -> _Section | None:
    """The exception on lines[index] with its message and frames; a message without frames is one line if not uncaught."""
    split = _split(lines[index].text)
    if split is None:
        return None
    word, exception, first = split
    message_end = _message_end(lines, index, exception)
    frames: tuple[Frame, ...] = ()
    if message_end is not None:
        frames, end = _frames(lines, message_end)
    else:
        message_end = end = _column_end(lines, index) if uncaught else index + 1
    rest = [line.text.strip() for line in lines[index + 1 : message_end]]
    message = "\n".join([first, *rest]).strip()
    return _Section(word, exception, message, index, message_end - 1, frames, end, _indent(lines[index].text))


def _column_end(lines: Sequence[Line], index: int) -> int:
    """The index after a message whose frames were cut off: the lines in its column, or with its tag."""
    head = lines[index]
    column = _indent(head.text)
    position = index + 1
    while position < min(len(lines), index + _MAX_MESSAGE):
        line = lines[position]
        same_tag = bool(head.tag) and (line.level, line.tag) == (head.level, head.tag)
        if not (same_tag or 0 < column <= _indent(line.text)) or _FATAL.match(line.text):
            break
        position += 1
    return position


def _message_end(lines: Sequence[Line], index: int, exception: str) -> int | None:
    """The index of the first frame or section after a message, or None if neither follows."""
    for position in range(index + 1, min(index + 1 + _MAX_MESSAGE, len(lines))):
        text = lines[position].text
        if _AT.match(text) or _MORE.match(text) or _SECTION.match(text) or _AT_CUT.match(text):
            return position
        if "FATAL EXCEPTION" in text or exception in text or _split_certain(text):
            return None
        if (lines[position].level, lines[position].tag) != (lines[index].level, lines[index].tag) and lines[
            position
        ].tag:
            return None
    return None


def _split_certain(text: str) -> bool:
    """Whether another Java exception begins on the line."""
    name = text.partition(":")[0].strip()
    if not (name.startswith(_CERTAIN) or ("." in name and name.endswith(_ERROR_ENDS))):
        return False
    return _split(text, labelled=False) is not None


def _frames(lines: Sequence[Line], start: int) -> tuple[tuple[Frame, ...], int]:
    """The frames from lines[start] on, and the index after them."""
    frames: list[Frame] = []
    position = end = start
    while position < len(lines) and position - end <= _FOREIGN:
        text = lines[position].text
        if found := _AT.match(text):
            frames.append(_frame(found[1], found[2]))
            end = position + 1
        elif _MORE.match(text) or _CIRCULAR.match(text) or _AT_CUT.match(text):
            end = position + 1
        elif _SECTION.match(text) or _split_certain(text) or "FATAL EXCEPTION" in text:
            break
        position += 1
    return tuple(frames), end


def _frame(method: str, place: str) -> Frame:
    """A frame without the module before the class: `java.base/java.lang.Class.forName` gives `java.lang.Class.forName`."""
    function = method.rpartition("/")[2].strip()
    file, _, number = place.rpartition(":") if ":" in place else (place, "", "")
    if file in ("Native Method", "Unknown Source"):
        file = ""
    return Frame(function, file, int(number) if number.isdigit() else 0)


def _indent(text: str) -> int:
    """How many white-space characters the line begins with."""
    return len(text) - len(text.lstrip())


def _root(sections: list[_Section]) -> list[_Section]:
    """The chain of causes, the root last, without suppressed exceptions and their own causes."""
    chain = [sections[0]]
    suppressed = -1
    for section in sections[1:]:
        if section.word == "Suppressed":
            suppressed = section.indent if suppressed < 0 else min(suppressed, section.indent)
        elif suppressed < 0 or section.indent < suppressed:
            chain.append(section)
    return chain


def _block(lines: Sequence[Line], start: int, head: _Head, sections: list[_Section]) -> Block:
    """The block of a chain."""
    chain = _root(sections)
    outer, root = chain[0], chain[-1]
    details = head.details
    if len(chain) > 1:
        details += (("root_exception", root.exception), ("root_message", root.message))
    frames = [frame for section in reversed(chain) for frame in section.frames]
    return Block(
        kind="java-exception",
        first=lines[start].number,
        last=lines[sections[-1].end - 1].number,
        exception=outer.exception,
        message=outer.message,
        message_first=lines[outer.first].number,
        message_last=lines[outer.last].number,
        frames=drop_noise(frames),
        fatal=head.uncaught or _is_fatal(lines, outer),
        details=details,
    )


def _is_fatal(lines: Sequence[Line], outer: _Section) -> bool:
    """Whether an exception without a heading ended the program: pasted bare, or by the run-time's own log."""
    line = lines[outer.first]
    if line.tag.strip() == "AndroidRuntime":
        return True
    before = lines[outer.first - 1] if outer.first else line
    in_record = bool(before.level or before.tag) and line.number - before.number == 1
    return not (line.level or line.tag or in_record) and line.text.lstrip().startswith(outer.exception)
