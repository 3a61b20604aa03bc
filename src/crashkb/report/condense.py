"""A huge text cut down to the stretches that can tell something, with the raw line numbers kept.

A log of a gigabyte holds a few telling places. Its beginning and end are kept, and a window around the first lines of
every shape that hold something telling; further lines of a shape (equal but for their digits) are only counted. The
text is read once, in pieces, and only what is kept is held.
"""

import zlib
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crashkb.report.decode import neutral
from crashkb.report.long_lines import blocks, shortened
from crashkb.report.scanner import Chosen, Wanted, choose, count_words
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.report.stream import PIECE, Stream

_HEAD_LINES = 200
_TAIL_LINES = 600
_TAIL_BYTES = 2_000_000
_BEFORE = 40
_AFTER = 60

_PER_SHAPE = 3
"""Lines of one shape that are kept with their surroundings."""

_PER_PATTERN = 24
"""Places of one pattern that are kept."""

_RARE = 2
"""Places of a pattern that are kept even where much is kept already."""

_MANY_LINES, _MOST_LINES = 10_000, 20_000
_MANY_BYTES, _MOST_BYTES = 1_500_000, 3_000_000

_MOST_SHAPES = 20_000
_SHAPE_BYTES = 4_000
"""Bytes of a line that make its shape."""

_SHAPE_HELD = 200
"""Bytes of a shape that are held; what is longer is told apart by a checksum."""

_DIGITS = b"0123456789"

_BUSY = 40
"""Telling places in a block from which the words to look for are chosen anew."""

_OFTEN = 10
"""Where one line in so many is telling, known shapes are counted without a search: looking at a line costs less."""

_SAMPLE_BYTES = 131_072
"""Bytes of a block in which words are counted to choose among them."""

_MOST_CHOICES = 8
"""Times that the words to look for are chosen anew."""


class Condensed(NamedTuple):
    """The kept lines of a text."""

    text: str
    numbers: tuple[int, ...]
    """Raw 1-based line number of each kept line; empty if the text was kept whole."""
    note: str = ""
    repeats: tuple[tuple[int, int], ...] = ()
    """(raw number of a telling line, how many lines of its shape the text has), where only the first were kept."""


def condense(text: str | Stream, wanted: Wanted, engine: str = "auto") -> Condensed:
    """The text itself if it is small, else its telling stretches.

    Args:
        text: the raw text, or a stream over one; the stream is read to its end.
        wanted: what to look for.
        engine: what scans, one of `scanner.ENGINES`; the result is the same.

    Raises:
        InputError: the stream's packed data is damaged.
    """
    if isinstance(text, str):
        if len(text) <= WHOLE_TEXT:
            return Condensed(text, ())
        text = Stream(_pieces(text))
    keeper = _Keeper(wanted, engine)
    for block in blocks(text.pieces, keeper.places):
        keeper.add(block)
    return keeper.condensed()


def _pieces(text: str) -> Iterator[bytes]:
    for first in range(0, len(text), PIECE):
        yield text[first : first + PIECE].encode("utf-8", "surrogatepass")


class _Shape:
    """Lines that are equal but for their digits."""

    __slots__ = ("count", "first", "telling")

    def __init__(self, first: int, telling: bool) -> None:
        self.first = first
        """0-based number of the first of them."""
        self.telling = telling
        self.count = 0


class _Block(NamedTuple):
    """Complete lines."""

    first: int
    """0-based number of the first."""
    lines: int
    data: bytes


class _Keeper:
    """Reads blocks one after another and keeps the telling lines."""

    def __init__(self, wanted: Wanted, engine: str) -> None:
        self._wanted = wanted
        self._engine = engine
        self._seen: Counter[bytes] = Counter()
        self._chosen: Chosen | None = None
        self._choices = 0
        self._repetitive = False
        """Whether the last block had many telling places, so that the next one's known shapes are counted first."""
        self._lines = 0
        self._bytes = 0
        self._recent: deque[_Block] = deque()
        self._kept: dict[int, bytes] = {}
        self._until = _HEAD_LINES
        """Lines before this 0-based number are kept as they come."""
        self._places: Counter[bytes] = Counter()
        """Kept places by pattern."""
        self._shapes: dict[bytes, _Shape] = {}

    def places(self, data: bytes) -> list[int]:
        """Offsets of the telling places."""
        return [start for _, start in self._find(data)]

    def add(self, data: bytes) -> None:
        """The next block of complete lines."""
        block = _Block(self._lines, data.count(b"\n"), data)
        self._lines += block.lines
        self._recent.append(block)
        windows = [(block.first, min(self._until, self._lines))]
        for line in self._count_first(block) if self._repetitive else self._scan(block):
            windows.append((line - _BEFORE, line + _AFTER))
        for first, end in windows:
            self._keep(first, end)
        self._forget()

    # --- finding ------------------------------------------------------------------------------

    def _find(self, data: bytes) -> Sequence[tuple[int, int]]:
        if self._chosen is None:
            self._choose(data)
            assert self._chosen is not None
        return self._chosen.find(data)

    def _choose(self, data: bytes) -> None:
        self._chosen = None  # two automata at once would be the peak of memory
        self._seen.update(count_words(self._wanted, data[:_SAMPLE_BYTES]))
        self._choices += 1
        self._chosen = choose(self._wanted, self._seen, self._engine)

    def _scan(self, block: _Block) -> list[int]:
        """0-based numbers of the telling lines to keep; equal shapes are counted."""
        may_choose = self._chosen is not None and self._choices < _MOST_CHOICES
        hits = self._find(block.data)
        if len(hits) > _BUSY and may_choose:
            self._choose(block.data)
            hits = self._find(block.data)
        chosen = self._chosen
        assert chosen is not None
        found = []
        lines = list(_by_line(block.data, hits))
        self._repetitive = _OFTEN * len(lines) > block.lines
        for offset, start, end, names in lines:
            shape = self._shape(_shape(block.data[start:end]), block.first + offset, telling=True)
            shape.telling = True
            if shape.count <= _PER_SHAPE and self._worth({chosen.patterns[name] for name in names}):
                found.append(block.first + offset)
        return found

    def _count_first(self, block: _Block) -> list[int]:
        """As `_scan`, for a text in which the same happens again and again: only lines of new shapes are searched."""
        fresh, again = [], []
        telling_lines = 0
        for offset, line in enumerate(block.data.split(b"\n")[:-1]):
            shape = self._shapes.get(_shape(line))
            if shape is None or (shape.telling and shape.count < _PER_SHAPE):
                fresh.append((offset, line))
            else:
                shape.count += 1
                telling_lines += shape.telling
        chosen = self._chosen
        assert chosen is not None
        text = b"\n".join([line for _, line in fresh] + [b""])
        telling = {number: names for number, _, _, names in _by_line(text, chosen.find(text))}
        for number, (offset, line) in enumerate(fresh):
            names = telling.get(number)
            shape = self._shape(_shape(line), block.first + offset, telling=names is not None)
            if names and shape.count <= _PER_SHAPE and self._worth({chosen.patterns[name] for name in names}):
                again.append(block.first + offset)
        telling_lines += len(telling)
        self._repetitive = _OFTEN * telling_lines > block.lines and 2 * len(fresh) < block.lines
        return again

    def _shape(self, key: bytes, number: int, *, telling: bool) -> _Shape:
        """The shape of that line, which counts one more."""
        shape = self._shapes.get(key)
        if shape is None:
            shape = _Shape(number, telling)
            if len(self._shapes) < _MOST_SHAPES:
                self._shapes[key] = shape
        shape.count += 1
        return shape

    def _worth(self, names: set[bytes]) -> bool:
        """Whether a place with these patterns is to be kept."""
        if len(self._kept) >= _MOST_LINES or self._bytes >= _MOST_BYTES:
            return False
        full = len(self._kept) >= _MANY_LINES or self._bytes >= _MANY_BYTES
        worth = any(self._places[name] < (_RARE if full else _PER_PATTERN) for name in names)
        if worth:
            self._places.update(names)
        return worth

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
            line = shortened(line, self.places)
            self._kept[number] = line
            self._bytes += len(line)

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
        numbers = sorted(self._kept)
        text = b"\n".join(self._kept[number] for number in numbers).decode("utf-8", "replace")
        note = f"the text has {self._lines:,} lines; {len(numbers):,} of them around telling places were read"
        repeated = (shape for shape in self._shapes.values() if shape.telling and shape.count > _PER_SHAPE)
        repeats = tuple(sorted((shape.first + 1, shape.count) for shape in repeated if shape.first in self._kept))
        return Condensed(neutral(text), tuple(number + 1 for number in numbers), note, repeats)


def _shape(line: bytes) -> bytes:
    shape = line[:_SHAPE_BYTES].translate(None, _DIGITS)
    if len(shape) <= _SHAPE_HELD:
        return shape
    return shape[:_SHAPE_HELD] + zlib.crc32(shape).to_bytes(4)


def _by_line(data: bytes, hits: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, int, set[int]]]:
    """(0-based number of the line, offset of its start, of its end, numbers of its patterns), ascending."""
    number = start = position = 0
    end = -1
    names: set[int] = set()
    for name, place in hits:
        if place < end:
            names.add(name)
            continue
        if names:
            yield number, start, end, names
        start = data.rfind(b"\n", 0, place) + 1
        end = data.find(b"\n", place)
        number += data.count(b"\n", position, start)
        position = start
        names = {name}
    if names:
        yield number, start, end, names
