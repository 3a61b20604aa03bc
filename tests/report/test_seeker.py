"""What is looked for in a huge text follows the text."""

import pytest

from crashkb.report.scanner import Wanted
from crashkb.report.seeker import Seeker

ENGINES = ["ahocorasick", "hyperscan"]


def seeker(engine: str, spent: set[bytes], *triggers: str) -> Seeker:
    if engine == "hyperscan":
        pytest.importorskip("hyperscan")
    return Seeker(Wanted(triggers), engine, spent.__contains__)


@pytest.mark.parametrize("engine", ENGINES)
def test_telling_lines_have_their_number_place_and_patterns(engine: str) -> None:
    """All patterns of a line together."""
    lines, count = seeker(engine, set(), "error", "fatal").lines(b"a\nFATAL error\n\nx error\nend\n")

    assert [(line.number, line.start, line.end, line.patterns) for line in lines] == [
        (1, 2, 13, {b"error", b"fatal"}),
        (3, 15, 22, {b"error"}),
    ]
    assert count == 5


@pytest.mark.parametrize("engine", ENGINES)
def test_places_ascend(engine: str) -> None:
    """Whatever the order in which an engine reports patterns that end at one place."""
    assert seeker(engine, set(), "out of memory", "memory", "cuda").places(b"memory, cuda out of memory") == [
        0,
        8,
        13,
        20,
    ]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_spent_is_dropped_where_it_is_most_of_what_is_found(engine: str) -> None:
    """It costs time and gives nothing; a search for all finds it again."""
    spent: set[bytes] = set()
    searching = seeker(engine, spent, "error", "fatal")
    block = b"an error\n" * 50 + b"fatal\n"
    found, _ = searching.lines(block)
    assert not searching.drop_spent(found)

    spent.add(b"error")
    assert searching.drop_spent(found)
    assert [line.number for line in searching.unspent_lines(block)] == [50]
    assert len(searching.lines(block)[0]) == 51


def test_a_few_lines_are_no_reason_to_drop_anything() -> None:
    """Making an automaton costs more."""
    searching = seeker("ahocorasick", {b"error"}, "error", "fatal")
    found, _ = searching.lines(b"an error\n" * 5)

    assert not searching.drop_spent(found)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_released_seeker_finds_the_same(engine: str) -> None:
    """It only makes its automaton anew."""
    found = seeker(engine, set(), "error")
    before = found.lines(b"an error\n")
    found.release()

    assert found.lines(b"an error\n") == before
