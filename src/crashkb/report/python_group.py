"""Reads exception groups: the tree of tracebacks that CPython 3.11+ prints behind a gutter of bars.

Format: `Lib/traceback.py`, `_ExceptionPrintContext`:

      + Exception Group Traceback (most recent call last):
      |   File "app.py", line 3, in <module>
      | ExceptionGroup: 2 workers failed (2 sub-exceptions)
      +-+---------------- 1 ----------------
        | ValueError: bad batch
        +------------------------------------
"""

from collections.abc import Callable, Sequence

from crashkb.model import Block, Line
from crashkb.report import python_lines as grammar
from crashkb.text.lazy import LazyPattern

# "  | " or "    + "
_GUTTER = LazyPattern(r"\s{0,80}+[|+] ?")
#   +-+---------------- 1 ----------------
#     +---------------- ... ----------------
_SEPARATOR = LazyPattern(r"\s{0,80}+\+(?:-\+)?-{4,40}+ (?:\d{1,9}|\.{3}) -{4,40}+$")
_CLOSING = LazyPattern(r"\s{0,80}+\+-{20,60}+$")

Read = Callable[[Sequence[Line], int], tuple[Block, int] | None]


def read_group(lines: Sequence[Line], start: int, read: Read) -> tuple[Block, int] | None:
    """The group that begins at lines[start]: its own exception, with the first leaf as the cause.

    Args:
        lines: The report.
        start: Index of the line `+ Exception Group Traceback`.
        read: The reader of a traceback without gutter.
    """
    segments, end = _segments(lines, start)
    own = read(segments[0], 0)
    if own is None:
        return None
    leaves = [leaf for segment in segments[1:] if (leaf := _leaf(segment, read)) is not None]
    group = own[0]
    cause = next((leaf for leaf in leaves if not leaf.exception.endswith("Group")), None)
    details = (("cause_exception", cause.exception), ("cause_message", cause.message)) if cause else ()
    texts = [group.message, *(f"{leaf.exception}: {leaf.message}".rstrip(": ") for leaf in leaves)]
    block = group._replace(
        first=lines[start].number,
        last=lines[end - 1].number,
        message="\n".join(texts),
        message_last=max([group.message_last, *(leaf.message_last for leaf in leaves)]),
        frames=(*(cause.frames if cause else ()), *group.frames),
        quoted_lines=(*group.quoted_lines, *(number for leaf in leaves for number in leaf.quoted_lines)),
        details=(*details, *group.details),
    )
    return block, end


def _segments(lines: Sequence[Line], start: int) -> tuple[list[list[Line]], int]:
    """The lines of each traceback of the tree without the gutter, the group's own first, and the index after it."""
    segments: list[list[Line]] = [[]]
    position = start
    while position < len(lines):
        text = lines[position].text
        if _SEPARATOR.match(text):
            segments.append([])
        elif not _CLOSING.match(text):
            gutter = _GUTTER.match(text)
            if gutter is None or (position > start and _is_another(text, lines[start].text)):
                break
            bare = text[gutter.end() :].replace("Exception Group " + grammar.HEADER, grammar.HEADER)
            if bare:
                segments[-1].append(lines[position]._replace(text=bare))
        position += 1
    return segments, position


def _is_another(text: str, first: str) -> bool:
    """Whether another tree begins on the line, at the indentation of this one."""
    return "Exception Group " + grammar.HEADER in text and grammar.indent(text) <= grammar.indent(first)


def _leaf(segment: list[Line], read: Read) -> Block | None:
    """The block of one sub-exception; it may have no traceback of its own."""
    if not segment:
        return None
    if found := read(segment, 0):
        return found[0]
    split = grammar.split_exception(segment[0].text)
    if split is None:
        return None
    message = "\n".join([split[2], *(line.text for line in segment[1:])]).strip()
    first, last = segment[0].number, segment[-1].number
    return Block("python-exception", first, last, split[0], message, first, last)
