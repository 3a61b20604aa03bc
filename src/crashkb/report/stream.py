"""Bytes of a file or pipe of any size: unpacked, in UTF-8, in pieces, never the whole.

What is small (up to `WHOLE_TEXT`) is read to a text at once; what is larger becomes a `Stream`, which
`crashkb.report.condense` reads piece by piece.
"""

import codecs
import zlib
from collections.abc import Iterator
from typing import Any, Protocol

from crashkb.errors import InputError
from crashkb.report.decode import decode, encoding_of
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.report.zstd_frames import Frames

PIECE = 131_072
"""Bytes of one piece: 64 to 256 KB scanned fastest in measurements, larger ones fall out of the processor's cache."""

_GZIP = b"\x1f\x8b\x08"
_ZSTD = b"\x28\xb5\x2f\xfd"
_CUT = "ends too early, so the end of the text is missing: copy or download it again"


class Readable(Protocol):
    """What a stream reads from: a file opened for bytes, or anything that has its `read`."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; none at the end."""


class Stream:
    """A text too large to hold, readable once; or a small one of which the rest is missing.

    Attributes:
        pieces: its bytes in UTF-8, as they come.
        whole: all that could be read of a small text, else None.
        incomplete: why the rest is missing, once all pieces were read; '' if nothing is.
    """

    def __init__(self, pieces: Iterator[bytes], whole: str | None = None, incomplete: str = "") -> None:
        self.pieces = self._sound(pieces)
        self.whole = whole
        self.incomplete = incomplete

    def _sound(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The pieces before damage: what could be read is worth an answer."""
        try:
            yield from pieces
        except InputError as error:
            self.incomplete = str(error)


def open_text(file: Readable, begin: bytes = b"") -> str | Stream:
    """The whole text where it is small, else a stream over it; gzip and Zstandard data are unpacked on the way.

    Packed data that are damaged or end too early give what could be read, as a stream that says so.

    Args:
        file: where to read; it must stay open as long as the stream is read.
        begin: bytes that were read from it already.

    Raises:
        InputError: the bytes are no text, or nothing of packed data can be read.
    """
    pieces = unpacked(_Again(begin, file) if begin else file)
    held: list[bytes] = []
    size = 0
    try:
        for piece in pieces:
            held.append(piece)
            size += len(piece)
            if size > WHOLE_TEXT:
                return Stream(_in_utf8(_released(held, pieces), encoding_of(held[0])))
    except InputError as error:
        if not held:
            raise
        text = decode(b"".join(held))
        return Stream(iter((text.encode("utf-8", "surrogatepass"),)), text, str(error))
    return decode(b"".join(held))


def _released(held: list[bytes], pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The pieces that were held, each forgotten when it is given out, then the others."""
    held.reverse()
    while held:
        yield held.pop()
    yield from pieces


def unpacked(file: Readable) -> Iterator[bytes]:
    """Yield the file's bytes, unpacked if they begin as gzip or Zstandard data do.

    Raises:
        InputError: packed data is damaged or ends too early; all that can be unpacked is given out before.
    """
    first = _read(file)
    if first.startswith(_GZIP):
        yield from _gunzip(first, file)
    elif first.startswith(_ZSTD):
        yield from _unzstd(first, file)
    else:
        piece = first
        while piece:
            yield piece
            piece = _read(file)


def _read(file: Readable) -> bytes:
    """A full piece unless the file ends: pipes give less at a time, and where pieces end must not depend on them."""
    piece = file.read(PIECE)
    if not piece or len(piece) == PIECE:
        return piece
    parts, size = [piece], len(piece)
    while size < PIECE and (piece := file.read(PIECE - size)):
        parts.append(piece)
        size += len(piece)
    return b"".join(parts)


def _gunzip(data: bytes, file: Readable) -> Iterator[bytes]:
    """All members of a gzip file; zeros or other bytes behind the last one are left alone, as gzip does."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        while data:
            yield from _not_empty(unpacker.decompress(data, PIECE))
            while unpacker.unconsumed_tail:
                yield from _not_empty(unpacker.decompress(unpacker.unconsumed_tail, PIECE))
            data = unpacker.unused_data or _read(file)
            if unpacker.eof:
                if data and not data.startswith(_GZIP[:2]):
                    return
                unpacker = zlib.decompressobj(wbits=31) if data else unpacker
    except zlib.error as error:
        raise InputError(f"the gzip data is damaged: {error}") from error
    if not unpacker.eof:
        yield from _not_empty(unpacker.flush())
        raise InputError(f"the gzip data {_CUT}")


def _unzstd(first: bytes, file: Readable) -> Iterator[bytes]:
    import zstandard  # deferred: only packed input needs it

    unpacker = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    frames = Frames()
    source: Any = _Watched(_Again(first, file), frames)  # the stubs want all of a file's methods
    try:
        with unpacker.stream_reader(source, read_size=PIECE, read_across_frames=True) as reader:
            while piece := reader.read(PIECE):
                yield piece
    except zstandard.ZstdError as error:
        raise InputError(f"the Zstandard data is damaged: {error}") from error
    if not frames.is_complete:
        raise InputError(f"the Zstandard data {_CUT}")


class _Watched:
    """A file of which the frames are followed."""

    def __init__(self, file: Readable, frames: Frames) -> None:
        self._file = file
        self._frames = frames

    def read(self, size: int = PIECE, /) -> bytes:
        """The file's next bytes."""
        data = self._file.read(size)
        self._frames.feed(data)
        return data


class _Again:
    """A file of which the first bytes were read already."""

    def __init__(self, first: bytes, file: Readable) -> None:
        self._first = first
        self._given = 0
        self._file = file

    def read(self, size: int = PIECE, /) -> bytes:
        """The bytes read before, then the file's."""
        if self._given == len(self._first):
            self._first, self._given = b"", 0
            return self._file.read(size)
        piece = self._first[self._given : self._given + size]
        self._given += len(piece)
        return piece


def _not_empty(piece: bytes) -> tuple[bytes, ...]:
    return (piece,) if piece else ()


def _in_utf8(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    """The pieces as UTF-8; those that are so already as they stand, broken bytes included."""
    if encoding == "utf-8":
        return pieces
    return _converted(pieces, encoding)


def _converted(pieces: Iterator[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for piece in pieces:
        yield decoder.decode(piece).encode("utf-8", "surrogatepass")
    yield decoder.decode(b"", True).encode("utf-8", "surrogatepass")


def lines_in(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The lines of what comes in pieces, without their ends; the last one, which may be empty, too."""
    rest: list[bytes] = []
    for piece in pieces:
        *lines, last = piece.split(b"\n")
        for line in lines:
            yield b"".join((*rest, line))
            rest = []
        rest.append(last)
    yield b"".join(rest)
