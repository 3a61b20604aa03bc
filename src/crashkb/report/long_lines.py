"""Pieces of a text to blocks of complete lines; a line of many megabytes is cut down to its telling places."""

from collections.abc import Callable, Iterable, Iterator

from crashkb.report.stream import PIECE

LONG_LINE = 20_000
"""Bytes from which a line is shortened where it is kept."""

MOST_PLACES = 20
"""Telling places of a long line that are kept."""

_AROUND = 1_000

Places = Callable[[bytes], Iterable[int]]
"""Offsets of telling places in some bytes, ascending by their ends."""


def blocks(pieces: Iterable[bytes], places: Places) -> Iterator[bytes]:
    """The text in blocks of complete lines, each with its line end; memory stays that of a few pieces.

    Args:
        pieces: the text's bytes.
        places: where something telling stands; asked for lines of more than two pieces only.
    """
    rest = b""
    long: LongLine | None = None
    for piece in pieces:
        if long is not None:
            end = piece.find(b"\n")
            if end < 0:
                long.add(piece)
                continue
            long.add(piece[:end])
            yield long.text() + b"\n"
            long, piece = None, piece[end + 1 :]
        cut = piece.rfind(b"\n") + 1
        if cut:
            yield rest + piece[:cut]
        rest = piece[cut:] if cut else rest + piece
        if len(rest) > 2 * PIECE:
            long = LongLine(places)
            long.add(rest)
            rest = b""
    if long is not None:
        rest = long.text()
    if rest:
        yield rest + b"\n"


class LongLine:
    """A line of many megabytes is no message: its beginning, and what stands around its first telling places."""

    def __init__(self, places: Places, most: int = MOST_PLACES) -> None:
        self._places = places
        self._most = most
        self._kept: list[bytes] = []
        self._count = 0
        self._end = 0
        """Offset in the line behind what is kept."""
        self._tail = b""
        self._offset = 0
        """Offset in the line where `_tail` begins."""

    def add(self, piece: bytes) -> None:
        """The next bytes of the line."""
        if not self._kept:
            self._kept.append(piece[:_AROUND])
            self._end = _AROUND
        if self._count >= self._most:
            return
        text = self._tail + piece
        for place in self._places(text):
            start, end = max(self._end - self._offset, place - _AROUND), place + _AROUND
            # What was kept at the very end of the piece before may be less than was wanted; that is enough.
            if place + self._offset >= self._end and start < len(text):
                self._kept.append(text[max(start, 0) : end])
                self._end = self._offset + end
                self._count += 1
                if self._count >= self._most:
                    break
        self._offset += max(0, len(text) - _AROUND)
        self._tail = text[-_AROUND:]

    def text(self) -> bytes:
        """What is kept of it."""
        return b" ".join(self._kept)


def shortened(line: bytes, places: Places, most: int = MOST_PLACES) -> bytes:
    """A line of up to some pieces, cut down to so many telling places if it is long."""
    if len(line) <= LONG_LINE:
        return line
    long = LongLine(places, most)
    long.add(line)
    return long.text()
