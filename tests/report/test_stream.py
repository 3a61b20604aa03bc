"""Bytes of any size, packed or not, to a text or a stream."""

import gzip
import io
import random

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


@pytest.mark.parametrize("how", ["gzip", "zstd"])
@pytest.mark.parametrize("count", [40_000, 400_000])
def test_of_data_that_end_too_early_what_there_is_is_read_and_said_so(how: str, count: int) -> None:
    """Small or huge; a download that broke off is worth an answer, but not without a word."""
    chance = random.Random(count)
    text = b"".join(b"step %d took %d s\n" % (number, chance.getrandbits(60)) for number in range(count))
    packed = pack(text, how)
    assert not getattr(open_text(io.BytesIO(packed)), "whole", None)

    stream = open_text(io.BytesIO(packed[: len(packed) * 3 // 4]))
    assert isinstance(stream, Stream)
    found = b"".join(stream.pieces)
    assert len(text) // 3 < len(found) < len(text)
    assert text.startswith(found)
    assert "ends too early" in stream.incomplete
    assert stream.whole == (found.decode() if count == 40_000 else None)


def test_a_whole_stream_is_not_incomplete() -> None:
    """Nothing to say."""
    stream = open_text(io.BytesIO(pack(LINE.encode() * 400_000, "zstd")))
    assert isinstance(stream, Stream)
    assert sum(map(len, stream.pieces)) == len(LINE.encode()) * 400_000
    assert stream.incomplete == ""


def test_packed_data_of_which_nothing_can_be_read_is_refused() -> None:
    """One clear sentence."""
    packed = gzip.compress(LINE.encode() * 1000)
    with pytest.raises(InputError, match="ends too early"):
        open_text(io.BytesIO(packed[:12]))
    with pytest.raises(InputError, match="damaged"):
        open_text(io.BytesIO(packed[:15] + b"xxxxxx" + packed[21:]))
    with pytest.raises(InputError, match="damaged"):
        open_text(io.BytesIO(zstandard.ZstdCompressor().compress(LINE.encode() * 1000)[:12] + b"x" * 30))


def test_what_is_no_text_is_refused_before_it_is_read() -> None:
    """A huge core dump too."""
    with pytest.raises(InputError, match="not text"):
        open_text(io.BytesIO(b"\x7fELF" + bytes(WHOLE_TEXT + 10)))
