"""How weights are stored."""

import sqlite3

import pytest

from crashkb.kb.inverted import Collected, Vocabulary
from crashkb.kb.postings import Common, Postings, Rare
from crashkb.kb.weights import UNIT, add, little, numbers, pack, pack_all


def table(*rows: tuple[str, float, bytes, bytes]) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE terms (term PRIMARY KEY, idf, documents, weights)")
    connection.executemany("INSERT INTO terms VALUES (?, ?, ?, ?)", rows)
    return connection


def test_a_rare_term_is_kept_as_its_documents() -> None:
    """With idf * weight in units."""
    packed = pack(2.0, [3, 70], [0.5, 0.25], 100)

    assert list(numbers("I", packed.documents)) == [3, 70]
    assert list(numbers("I", packed.weights)) == [UNIT, UNIT // 2]


def test_a_common_term_is_kept_as_a_weight_for_every_document() -> None:
    """Zero where it does not stand."""
    packed = pack(1.0, [0, 2], [0.5, 0.25], 4)

    assert packed.documents == b""
    assert list(numbers("I", packed.weights)) == [UNIT // 2, 0, UNIT // 4, 0]


def test_no_weight_is_lost() -> None:
    """The smallest is still there."""
    assert list(numbers("I", pack(1.0, [0], [1e-12], 4).weights)) == [1, 0, 0, 0]


def test_all_terms_at_once_are_packed_as_each_alone() -> None:
    """Rare and common ones; one that stands nowhere is left out."""
    vocabulary = Vocabulary()
    counts = Collected(vocabulary)
    for number in range(100):
        counts.add({"common": 1, **({"rare": 1} if number % 40 == 3 else {}), f"own{number}": 2})
    vocabulary["nowhere"]
    (entries,) = counts.blocks()
    idf = entries.sizes * 0.37 + 1e-9
    weights = entries.amounts / 7.0 + entries.documents / 1e5
    expected, first = [], 0
    for term, value, size in zip(entries.terms, idf.tolist(), entries.sizes.tolist(), strict=True):
        places = slice(first, first + size)
        packed = pack(value, entries.documents[places].tolist(), weights[places].tolist(), 100)
        expected += [(term, *packed)] if size else []
        first += size

    assert list(pack_all(entries, idf, weights, 100)) == expected


def test_bytes_and_numbers_lead_back_to_each_other() -> None:
    """Least byte first."""
    values = numbers("I", b"\1\0\0\0\0\1\0\0")

    assert list(values) == [1, 256]
    assert little(values) == b"\1\0\0\0\0\1\0\0"


@pytest.mark.parametrize("documents", [[1], [0, 1, 2]])
def test_a_document_that_comes_later_is_added(documents: list[int]) -> None:
    """To a rare, a common and a new term; documents between count as without it."""
    connection = table(("old", *pack(2.0, documents, [0.5] * len(documents), 30)))
    add(connection, "terms", "old", 2.0, 40, 0.25)
    add(connection, "terms", "new", 3.0, 40, 1.0)
    found = Postings(connection).find(["old", "new"])

    assert found["new"].idf == 3.0
    for term, expected in (("old", {**dict.fromkeys(documents, UNIT), 40: UNIT // 2}), ("new", {40: 3 * UNIT})):
        posting = found[term]
        if isinstance(posting, Rare):
            weights = dict(zip(posting.documents, posting.weights, strict=True))
        else:
            assert isinstance(posting, Common)
            weights = {number: weight for number, weight in enumerate(posting.weights) if weight}
        assert weights == expected
