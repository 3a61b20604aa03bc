"""Log lines that a terminal cut at its width, put together again.

A copy out of a terminal window, or a log in a narrow mail, has every long line cut at the same column, in the middle of
words. Readers and templates need them whole. Only a width that shows itself is believed: no line is longer, several are
exactly as long, and what stands below them goes on in the middle of a line.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.text.lazy import LazyPattern

_NARROWEST, _WIDEST = 60, 240
_USUAL = (80, 100, 120)
"""Widths for which one cut line is enough evidence, if a word was cut in two."""
_LONGEST_WORD = 24
"""How far before the margin a row may end whose next word did not fit."""
_MOST_ROWS = 100
"""Rows that one line may have been cut into."""

# 2024-01-01 10:00 · 10:00:01 · [rank0]: · INFO · Traceback · ValueError: · File "x" · #0 0x7f · at a.b( · E0101 10: · $ · >>> · === · E   x
_ANEW = LazyPattern(
    r"\s\s|\t|\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\[|\{\"|(?:INFO|DEBUG|WARN|WARNING|ERROR|FATAL|CRITICAL|NOTE)\b|Traceback |File \"|#\d{1,3} "
    r"|[\w.]{2,120}(?:Error|Exception|Warning|Interrupt)(?:\b|:)|at [\w$.<>]{3,200}\(|[VDIWEF]\d{4} |[VDIWEF]/|[$%>#] |>>> |[=*_+|~-]{3}|[|+] |E {2,6}\S"
    r"|(?:During handling|The above exception|Epoch|Step|Process|Thread|Killed|Aborted|Segmentation|Collecting|Downloading|Requirement|Installing)\b"
)
# | table |  ·  ==========  ·        ^^^^^^^^~~~~^^^
_RULE = LazyPattern(r"\s{0,8}(?:[|+]|[-=_*#~.]{10})|[\s^~]+$")


class Row(NamedTuple):
    """A line put together of one or several rows."""

    first: int
    """Index of its first row."""
    text: str
    wraps: tuple[tuple[int, int], ...] = ()
    """(characters from a row's beginning to the end of the line, index of that row), for the second row and on."""


def unwrap(rows: Sequence[str]) -> list[Row] | None:
    """The lines of rows that were cut at one width; None where none shows, which is nearly always."""
    width = _width(rows)
    if not width:
        return None
    lines: list[Row] = []
    index = 0
    while index < len(rows):
        end = index + 1
        text = rows[index]
        starts = []
        while end < len(rows) and end - index < _MOST_ROWS and _goes_on(rows[end - 1], rows[end], width):
            text += " " * (width - len(rows[end - 1]))  # a blank at the end of a row is lost in copying
            starts.append((len(text), end))
            text += rows[end]
            end += 1
        lines.append(Row(index, text, tuple((len(text) - start, row) for start, row in starts)))
        index = end
    return lines


def _width(rows: Sequence[str]) -> int:
    """The column at which rows were cut, 0 if they were not."""
    counts = Counter(map(len, rows))
    longest = max(counts, default=0)
    if not _NARROWEST <= longest <= _WIDEST:
        return 0
    cut = {rows[index]: index for index in range(len(rows) - 1) if len(rows[index]) == longest}.values()
    going_on = [index for index in cut if _goes_on(rows[index], rows[index + 1], longest)]
    at_blanks = sum(_ends_at_a_blank(rows[index], rows[index + 1], longest) for index in range(len(rows) - 1))
    if len(going_on) < max(1, 3 * (len(cut) - len(going_on))) or at_blanks >= len(going_on):
        return 0
    in_words = sum(_cuts_a_word(rows[index], rows[index + 1]) for index in going_on)
    enough = in_words >= 2 if longest not in _USUAL else in_words >= 1
    return longest if enough else 0


def _goes_on(row: str, below: str, width: int) -> bool:
    """Whether the row below goes on where this one, as wide as the window, was cut."""
    if not below.strip() or not width - 1 <= len(row) <= width or "\r" in row or _RULE.match(row):
        return False
    if below[:8] == row[:8] or _ANEW.match(below):
        return False
    return len(row) == width or below[0].islower()


def _ends_at_a_blank(row: str, below: str, width: int) -> bool:
    """Whether the row ends before the margin because the next word did not fit: how mail wraps. Templates allow for that."""
    word = below.partition(" ")[0]
    if not width - _LONGEST_WORD <= len(row) < width or len(row) + 1 + len(word) <= width or _ANEW.match(below):
        return False
    return bool(word) and not _RULE.match(row)


def _cuts_a_word(row: str, below: str) -> bool:
    """Whether the two rows join to one word or number."""
    if below[0].isdigit():
        return row[-1].isdigit()
    return below[0].islower() and (row[-1].isalpha() or row[-1] in "./,_-")
