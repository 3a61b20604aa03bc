"""The text in which signatures are searched: the report's lines without echoed source code."""

from bisect import bisect_right
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from crashkb.kb.template import fold
from crashkb.model import Report

_MOST_SPOKEN_LINES = 2
_SPOKEN_CHARACTERS = 300


class Searched(NamedTuple):
    """Folded lines joined by line breaks, with the way back to raw line numbers."""

    text: str
    starts: tuple[int, ...]
    """Offset in `text` where each searched line begins."""
    numbers: tuple[int, ...]
    """Raw line number of each searched line."""
    blocks: tuple[int, ...]
    """Index into Report.blocks of each searched line, -1 outside."""
    wraps: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType({})
    """By index of a searched line that a terminal had cut: its `Line.wraps`."""

    def line_at(self, offset: int) -> int:
        """Index of the searched line that holds this offset."""
        return bisect_right(self.starts, offset) - 1

    def number_at(self, offset: int) -> int:
        """Raw line number where this offset stands: within a line that was cut, that of its row."""
        index = self.line_at(offset)
        number = self.numbers[index]
        for left, row in self.wraps.get(index, ()):
            if offset >= self.end_of(index) - left:
                number = row
        return number

    def start_of(self, index: int) -> int:
        """Offset where that searched line begins; clamped to the text."""
        return self.starts[index] if index < len(self.starts) else len(self.text)

    def end_of(self, index: int) -> int:
        """Offset just behind that searched line's text; clamped to the text."""
        return self.starts[index + 1] - 1 if index + 1 < len(self.starts) else len(self.text)


def searched(report: Report) -> Searched:
    """The report's searchable text. Source lines shown inside a traceback are left out."""
    block_of = _block_of_line(report)
    quoted = {number for block in report.blocks for number in block.quoted_lines}
    texts: list[str] = []
    starts, numbers, blocks = [], [], []
    wraps: dict[int, tuple[tuple[int, int], ...]] = {}
    offset = 0
    for line in report.lines:
        if line.number in quoted:
            continue
        text = line.text if line.text.isascii() else fold(line.text)
        if line.wraps:
            wraps[len(texts)] = line.wraps
        texts.append(text)
        starts.append(offset)
        numbers.append(line.number)
        blocks.append(block_of.get(line.number, -1))
        offset += len(text) + 1
    return Searched("\n".join(texts), tuple(starts), tuple(numbers), tuple(blocks), wraps)


def is_spoken(report: Report) -> bool:
    """Whether a paste without prose is so short that it counts as asked: "pytorch OOM with 8 GB free"."""
    if report.prose or len(report.lines) > _MOST_SPOKEN_LINES or any(block.frames for block in report.blocks):
        return False
    return sum(len(line.text) for line in report.lines) <= _SPOKEN_CHARACTERS


def _block_of_line(report: Report) -> dict[int, int]:
    owner: dict[int, int] = {}
    for index, block in enumerate(report.blocks):
        for number in range(block.first, block.last + 1):
            owner[number] = index
    return owner
