"""Where the lines of a log are, found in one pass over the file: what the worker does for the evidence pane."""

from array import array
from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from crashkb.errors import InputError
from crashkb.report.stream import PIECE, Stream
from crashkb.tui.wire import ITEM, Layout

_STRETCH_LINES = 64
_STRETCH_BYTES = 65_536
"""Lines and bytes from which a stretch ends; a longer line is a stretch of its own."""


def layout_of(path: str) -> Layout:
    """Where the lines of a file are, if it can be read as it is; else an empty layout. Read once, in pieces.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        with Path(path).expanduser().open("rb", buffering=0) as file:
            pieces = iter(lambda: file.read(PIECE), b"")
            return _layout(_checked(pieces))
    except UnicodeDecodeError:
        return Layout()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def copied(log: Stream) -> Layout:
    """A huge text in a file of its own, and where its lines are there."""
    with NamedTemporaryFile("wb", prefix="crashkb-", suffix=".log", delete=False) as file:

        def pieces() -> Iterator[bytes]:
            for piece in log.pieces:
                file.write(piece)
                yield piece

        return _layout(pieces())._replace(copy=file.name)


def _checked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces of a text whose bytes are its lines.

    Raises:
        UnicodeDecodeError: they are not.
    """
    decoder = getincrementaldecoder("utf-8")()
    has_lines = has_returns = False
    for number, piece in enumerate(pieces):
        if number == 0 and (piece.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) or b"\0" in piece[:4096]):
            raise UnicodeDecodeError("utf-8", piece[:4], 0, 1, "not plain")
        decoder.decode(piece)
        has_lines = has_lines or b"\n" in piece.rstrip(b"\n")
        has_returns = has_returns or b"\r" in piece
        yield piece
    decoder.decode(b"", True)
    if has_returns and not has_lines:
        raise UnicodeDecodeError("utf-8", b"\r", 0, 1, "old line ends")


def _layout(pieces: Iterator[bytes]) -> Layout:
    stretches = _Stretches()
    rest: list[int] = []
    for piece in pieces:
        *lengths, last = map(len, piece.split(b"\n"))
        if lengths:
            lengths[0] += sum(rest)
            rest = []
            stretches.add(lengths)
        rest.append(last)
    return stretches.layout(sum(rest))


class _Stretches:
    """Stretches of lines, as their lengths are told."""

    def __init__(self) -> None:
        self._starts, self._numbers = array(ITEM, [0]), array(ITEM, [0])
        self._lines = self._offset = 0
        self._end = (0, 1)
        """(offset, lines) behind the last line that is not empty: editors show no empty lines at the end."""
        self._longest = 0

    def add(self, lengths: Sequence[int]) -> None:
        """The next lines, each with its end."""
        for length in lengths:
            if length > _STRETCH_BYTES:
                self._cut()
            self._lines += 1
            self._offset += length + 1
            if length:
                self._end = (self._offset, self._lines)
                self._longest = max(self._longest, length)
            if self._lines - self._numbers[-1] >= _STRETCH_LINES or self._offset - self._starts[-1] >= _STRETCH_BYTES:
                self._cut()

    def _cut(self) -> None:
        if self._numbers[-1] < self._lines:
            self._starts.append(self._offset)
            self._numbers.append(self._lines)

    def layout(self, rest: int) -> Layout:
        """The layout; a last line of that length has no end."""
        if rest:
            self.add([rest])
        offset, lines = self._end
        while len(self._numbers) > 1 and self._numbers[-1] >= lines:
            self._numbers.pop()
            self._starts.pop()
        starts, numbers = array(ITEM, [*self._starts, offset]), array(ITEM, [*self._numbers, lines])
        return Layout(starts.tobytes(), numbers.tobytes(), self._longest)
