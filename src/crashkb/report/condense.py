"""A huge text cut down to the stretches that can tell something, with the raw line numbers kept.

A log of a gigabyte holds a few telling places. Its beginning and end are kept, and a window around the first lines of
every shape that hold something telling; further lines of a shape (equal but for their digits) are only counted. The
text is read once, in pieces, and only what is kept is held.
"""

from collections import Counter, deque
from collections.abc import Iterator
from typing import NamedTuple

from crashkb.report.decode import neutral
from crashkb.report.freed_blocks import return_large_blocks
from crashkb.report.long_lines import LONG_LINE, MOST_PLACES, blocks, shortened
from crashkb.report.scanner import Wanted
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.report.seeker import Seeker
from crashkb.report.shapes import Shapes
from crashkb.report.stream import PIECE, Stream

_HEAD_LINES = 200
_TAIL_LINES = 600
_TAIL_BYTES = 2_000_000
_AROUND = (40, 60)
"""Lines that are kept before and behind a telling one."""

_AROUND_LATE = (10, 20)
"""The same once many lines are kept: more places for as many lines."""

_PER_SHAPE = 3
"""Lines of one shape that are kept with their surroundings."""

_PER_PATTERN = 24
"""Places of one pattern that are kept."""

_RARE = 2
"""Places of a pattern that are kept even where much is kept already."""

_MANY_LINES, _MOST_LINES = 10_000, 20_000
_MANY_BYTES, _MOST_BYTES = 1_500_000, 3_000_000

_LONG_BYTES, _PLACES_LATE = 100_000, 2
"""Bytes of shortened long lines from which fewer places of one are kept: matching costs more than their length."""

_OFTEN = 10
"""Where one line in so many is telling, known shapes are counted without a search: looking at a line costs less."""

_BUSY_BLOCKS = 32
"""Blocks in which known shapes are counted first after one that was full of patterns that are spent; then twice as many."""


class Condensed(NamedTuple):
    """The kept lines of a text."""

    text: str
    numbers: tuple[int, ...]
    """Raw 1-based line number of each kept line; empty if the text was kept whole."""
    note: str = ""
    repeats: tuple[tuple[int, int], ...] = ()
    """(raw number of a telling line, how many lines of its shape the text has), where only the first were kept."""
    incomplete: str = ""
    """Why the rest of the text is missing; '' if nothing is."""


def condense(text: str | Stream, wanted: Wanted, engine: str = "auto") -> Condensed:
    """The text itself if it is small, else its telling stretches.

    Args:
        text: the raw text, or a stream over one; the stream is read to its end.
        wanted: what to look for.
        engine: what scans, one of `scanner.ENGINES`; the result is the same.
    """
    if isinstance(text, str):
        if len(text) <= WHOLE_TEXT:
            return Condensed(text, ())
        text = Stream(_pieces(text))
    if text.whole is not None:
        return Condensed(text.whole, (), incomplete=text.incomplete)
    return_large_blocks()
    keeper = _Keeper(wanted, engine)
    for block in blocks(text.pieces, keeper.places):
        keeper.add(block)
    return keeper.condensed()._replace(incomplete=text.incomplete)


def _pieces(text: str) -> Iterator[bytes]:
    for first in range(0, len(text), PIECE):
        yield text[first : first + PIECE].encode("utf-8", "surrogatepass")


class _Block(NamedTuple):
    """Complete lines."""

    first: int
    """0-based number of the first."""
    lines: int
    data: bytes


class _Keeper:
    """Reads blocks one after another and keeps the telling lines."""

    def __init__(self, wanted: Wanted, engine: str) -> None:
        self._seeker = Seeker(wanted, engine, self._is_spent)
        self._shapes = Shapes()
        self._count_first = 0
        """For how many blocks known shapes are still counted before anything is searched."""
        self._busy_blocks = _BUSY_BLOCKS
        self._lines = 0
        self._bytes = self._long_bytes = 0
        self._recent: deque[_Block] = deque()
        self._kept: dict[int, bytes] = {}
        self._until = _HEAD_LINES
        """Lines before this 0-based number are kept as they come."""
        self._places: Counter[bytes] = Counter()
        """Kept places by pattern."""

    def places(self, data: bytes) -> list[int]:
        """Offsets of the telling places."""
        return self._seeker.places(data)

    def add(self, data: bytes) -> None:
        """The next block of complete lines."""
        first = self._lines
        found, lines = self._count(data) if self._count_first else self._scan(data)
        self._lines += lines
        self._recent.append(_Block(first, lines, data))
        self._keep(first, min(self._until, self._lines))
        before, after = _AROUND_LATE if self._is_late() else _AROUND
        for line in found:
            self._keep(line - before, line + after)
        self._forget()

    # --- finding ------------------------------------------------------------------------------

    def _scan(self, data: bytes) -> tuple[list[int], int]:
        """(0-based numbers of the telling lines to keep, lines of the block); equal shapes are counted."""
        telling, lines = self._seeker.lines(data)
        found = []
        for line in telling:
            number = self._lines + line.number
            shape = self._shapes.count(data[line.start : line.end], number, telling=True)
            if shape.count <= _PER_SHAPE and self._worth(line.patterns):
                found.append(number)
        if self._seeker.drop_spent(telling):
            self._count_first = self._busy_blocks
            self._busy_blocks *= 2
        elif _OFTEN * len(telling) > lines:
            self._count_first = 1
        return found, lines

    def _count(self, data: bytes) -> tuple[list[int], int]:
        """As `_scan`, for a text in which the same happens again and again: only lines of new shapes are searched."""
        found = []
        lines = data.split(b"\n")[:-1]
        fresh, again = self._shapes.count_known(lines, self._lines, _PER_SHAPE)
        text = b"\n".join([line for _, line in fresh] + [b""])
        telling = {line.number: line.patterns for line in self._seeker.unspent_lines(text)}
        for index, (number, line) in enumerate(fresh):
            patterns = telling.get(index)
            if patterns is None and self._shapes.are_full:
                continue
            shape = self._shapes.count(line, number, telling=patterns is not None)
            if patterns and shape.count <= _PER_SHAPE and self._worth(patterns):
                found.append(number)
        pays = _OFTEN * (again + len(telling)) > len(lines) and 2 * len(fresh) < len(lines)
        self._count_first = max(self._count_first - 1, int(pays))
        return found, len(lines)

    def _worth(self, patterns: set[bytes]) -> bool:
        """Whether a place with these patterns is to be kept."""
        if len(self._kept) >= _MOST_LINES or self._bytes >= _MOST_BYTES:
            return False
        worth = not all(map(self._is_spent, patterns))
        if worth:
            self._places.update(patterns)
        return worth

    def _is_spent(self, pattern: bytes) -> bool:
        """Whether enough places of a pattern are kept."""
        return self._places[pattern] >= (_RARE if self._is_late() else _PER_PATTERN)

    def _is_late(self) -> bool:
        """Whether much is kept already."""
        return len(self._kept) >= _MANY_LINES or self._bytes >= _MANY_BYTES

    # --- keeping ------------------------------------------------------------------------------

    def _keep(self, first: int, end: int) -> None:
        """Keep the lines from `first` to before `end`, those to come included."""
        self._until = max(self._until, end)
        for block in self._recent:
            start, stop = max(first, block.first), min(end, block.first + block.lines)
            if start >= stop or all(number in self._kept for number in range(start, stop)):
                continue
            lines = block.data.split(b"\n", stop - block.first)
            for number in range(start, stop):
                self._keep_line(number, lines[number - block.first])

    def _keep_line(self, number: int, line: bytes) -> None:
        if number not in self._kept:
            kept = shortened(line, self.places, MOST_PLACES if self._long_bytes < _LONG_BYTES else _PLACES_LATE)
            self._kept[number] = kept
            self._bytes += len(kept)
            self._long_bytes += len(kept) if len(line) > LONG_LINE else 0

    def _forget(self) -> None:
        """Drop blocks that are not needed for the lines before a place or for the end of the text."""
        lines = sum(block.lines for block in self._recent)
        size = sum(len(block.data) for block in self._recent)
        while len(self._recent) > 1 and (lines - self._recent[0].lines >= _TAIL_LINES or size > _TAIL_BYTES):
            old = self._recent.popleft()
            lines -= old.lines
            size -= len(old.data)

    def condensed(self) -> Condensed:
        """What was kept, once all blocks were added."""
        self._keep(self._lines - _TAIL_LINES, self._lines)
        self._seeker.release()
        self._recent.clear()
        numbers = sorted(self._kept)
        text = b"\n".join(self._kept[number] for number in numbers).decode("utf-8", "replace")
        note = f"the text has {self._lines:,} lines; {len(numbers):,} of them around telling places were read"
        repeated = (shape for shape in self._shapes.repeated(_PER_SHAPE) if shape.first in self._kept)
        repeats = tuple(sorted((shape.first + 1, shape.count) for shape in repeated))
        return Condensed(neutral(text), tuple(number + 1 for number in numbers), note, repeats)
