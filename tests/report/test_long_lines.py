"""Pieces to blocks of complete lines."""

from collections.abc import Iterable

import pytest

from crashkb.report.long_lines import LONG_LINE, blocks, shortened
from crashkb.report.stream import PIECE


def places(data: bytes) -> Iterable[int]:
    return [place for place in range(len(data)) if data.startswith(b"ERROR", place)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_blocks_are_complete_lines_and_lose_nothing(size: int) -> None:
    """However the pieces are cut."""
    data = b"a\n\nlonger line\nlast"
    found = list(blocks([data[first : first + size] for first in range(0, len(data), size)], places))

    assert b"".join(found) == data + b"\n"
    assert all(block.endswith(b"\n") for block in found)


def test_a_line_of_many_pieces_stays_one_line_between_its_neighbours() -> None:
    """Line numbers hold."""
    data = b"one\n" + b"x" * PIECE * 5 + b"ERROR!" + b"y" * PIECE * 5 + b"\nthree\n"
    text = b"".join(blocks([data[first : first + PIECE] for first in range(0, len(data), PIECE)], lambda _: ()))

    assert text.count(b"\n") == 3
    assert text.endswith(b"\nthree\n")
    assert len(text) < 3_000


def test_a_long_line_keeps_its_beginning_and_what_stands_around_its_telling_places() -> None:
    """The first twenty of them."""
    line = b"begin" + b"x" * LONG_LINE + b"ERROR 1" + b"y" * LONG_LINE + b"ERROR 2" + b"z" * LONG_LINE
    kept = shortened(line, places)

    assert kept.startswith(b"begin")
    assert b"ERROR 1" in kept
    assert b"ERROR 2" in kept
    assert len(kept) < 10_000
    assert len(shortened(b"ERROR" + b"x" * 3_000_000, places)) < 5_000


def test_other_lines_stay_as_they_are() -> None:
    """Up to 20,000 bytes."""
    assert shortened(b"x" * LONG_LINE, places) == b"x" * LONG_LINE
