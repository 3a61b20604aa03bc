"""Whether Zstandard data end where a frame does."""

import io
import os

import pytest
import zstandard

from crashkb.report.zstd_frames import Frames

TEXT = b"".join(b"step %d loss 0.5\n" % number for number in range(20_000)) + os.urandom(200_000)


def is_complete(data: bytes, step: int = 1_000) -> bool:
    frames = Frames()
    for first in range(0, len(data), step):
        frames.feed(data[first : first + step])
    return frames.is_complete


def streamed(checksum: bool) -> bytes:
    """As `zstd` writes from a pipe: without the size of the content."""
    out = io.BytesIO()
    with zstandard.ZstdCompressor(write_checksum=checksum).stream_writer(out, closefd=False) as writer:
        writer.write(TEXT)
    return out.getvalue()


PACKED = {
    "with a size": zstandard.ZstdCompressor().compress(TEXT),
    "small, single segment": zstandard.ZstdCompressor().compress(b"hello"),
    "empty": zstandard.ZstdCompressor().compress(b""),
    "one run": zstandard.ZstdCompressor().compress(b"x" * 1_000_000),
    "streamed": streamed(checksum=False),
    "streamed with checksum": streamed(checksum=True),
    "several": zstandard.ZstdCompressor().compress(TEXT[:1000]) * 3,
    "skippable": b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc" + zstandard.ZstdCompressor().compress(b"x"),
}


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("step", [1, 7, 131_072])
def test_whole_data_end_with_a_frame(name: str, step: int) -> None:
    """Wherever the pieces end in which they come."""
    assert is_complete(PACKED[name], step)


@pytest.mark.parametrize("name", [name for name in PACKED if name not in ("several", "skippable")])
def test_cut_data_do_not(name: str) -> None:
    """Wherever they are cut."""
    data = PACKED[name]
    for end in {1, 3, 4, 5, 6, 8, len(data) // 2, len(data) - 4, len(data) - 1} - {0}:
        if 0 < end < len(data):
            assert not is_complete(data[:end])
