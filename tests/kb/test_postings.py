"""Where terms stand."""

import pytest

from crashkb.kb import postings
from crashkb.kb.postings import Postings
from kbs import small_library


def test_known_terms_come_in_the_order_asked_for_and_unknown_ones_are_absent() -> None:
    """However often they are asked for."""
    found = Postings(small_library()._connection)
    for _ in range(2):
        assert list(found.find(["memory", "no-such-term", "cuda", "memory"])) == ["memory", "cuda"]


def test_what_is_held_is_bounded_and_stays_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long-lived process does not grow."""
    monkeypatch.setattr(postings, "_MOST_HELD", 2_000)
    connection = small_library()._connection
    terms = [row[0] for row in connection.execute("SELECT term FROM terms")]
    found = Postings(connection)
    for term in terms:
        assert list(found.find([term, "cuda"])) == list(dict.fromkeys([term, "cuda"]))
        assert found._size <= 2_000 + 1_000

    assert found.find(terms[:5]) == Postings(connection).find(terms[:5])


def test_many_terms_at_once_are_found() -> None:
    """More than one statement may hold."""
    terms = [f"unknown{number}" for number in range(2_000)]
    assert list(Postings(small_library()._connection).find([*terms, "cuda"])) == ["cuda"]
