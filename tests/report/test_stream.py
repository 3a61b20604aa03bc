"""Bytes of any size, packed or not, to a text or a stream."""

import gzip
import io

import pytest
import zstandard

from crashkb.errors import InputError
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.report.stream import PIECE, Stream, open_text

LINE = "一行 of text\n"


def read(data: bytes) -> str:
    text = open_text(io.BytesIO(data))
    return text if isinstance(text, str) else b"".join(text.pieces).decode("utf-8")


def pack(data: bytes, how: str) -> bytes:
    return {"plain": bytes, "gzip": gzip.compress, "zstd": zstandard.ZstdCompressor().compress}[how](data)


@pytest.mark.parametrize("how", ["plain", "gzip", "zstd"])
@pytest.mark.parametrize("count", [1, 400_000])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030", "utf-8-sig"])
def test_the_text_comes_out_whatever_it_is_packed_and_encoded_in(how: str, count: int, encoding: str) -> None:
    """Small ones whole, large ones as a stream."""
    text = LINE * count
    data = pack(text.encode(encoding), how)

    assert read(data) == text
    assert isinstance(open_text(io.BytesIO(data)), Stream) == (len(text.encode(encoding)) > WHOLE_TEXT)


@pytest.mark.parametrize("how", ["gzip", "zstd"])
def test_several_packed_files_one_behind_the_other_are_one_text(how: str) -> None:
    """As log rotation leaves them."""
    assert read(pack(b"one\n", how) + pack(b"two\n", how)) == "one\ntwo\n"


def test_what_was_read_already_comes_first() -> None:
    """Callers look at the beginning."""
    text = open_text(io.BytesIO(b"world" * WHOLE_TEXT), b"hello ")

    assert isinstance(text, Stream)
    pieces = list(text.pieces)
    assert b"".join(pieces) == b"hello " + b"world" * WHOLE_TEXT


def test_packed_data_never_unpacks_to_more_than_a_piece_at_a_time() -> None:
    """A megabyte of zeros packs to a kilobyte."""
    for how in ("gzip", "zstd"):
        stream = open_text(io.BytesIO(pack(b" " * 50_000_000 + b"\n", how)))
        assert isinstance(stream, Stream)
        assert max(map(len, stream.pieces)) <= PIECE


def test_damaged_packed_data_is_refused() -> None:
    """One clear sentence."""
    packed = gzip.compress(LINE.encode() * 1000)
    with pytest.raises(InputError, match="ends too early"):
        read(packed[:-20])
    with pytest.raises(InputError, match="damaged"):
        read(packed[:15] + b"xxxxxx" + packed[21:])
    with pytest.raises(InputError, match="damaged"):
        read(zstandard.ZstdCompressor().compress(LINE.encode() * 1000)[:12] + b"x" * 30)


def test_what_is_no_text_is_refused_before_it_is_read() -> None:
    """A huge core dump too."""
    with pytest.raises(InputError, match="not text"):
        open_text(io.BytesIO(b"\x7fELF" + bytes(WHOLE_TEXT + 10)))
