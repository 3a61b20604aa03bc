"""Line ends are counted exactly, however long the block is."""

import random

import pytest

from crashkb.report.newlines import count_newlines


@pytest.mark.parametrize("size", [0, 1, 4_096, 4_097, 131_072, 524_288, 1_300_000])
def test_it_counts_what_count_counts(size: int) -> None:
    """Below and above every border."""
    chance = random.Random(size)
    for data in (bytes(chance.choices(b"ab\n\r\xff", k=size)), b"\n" * size, b"x" * size):
        assert count_newlines(data) == data.count(b"\n")
