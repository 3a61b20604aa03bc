"""Counts by term, in bounded memory."""

import random
from collections import Counter
from contextlib import closing

import pytest

from crashkb.kb.inverted import Collected, Vocabulary, lengths_of

CHANCE = random.Random(1)
DOCUMENTS = [Counter(f"t{int(CHANCE.paretovariate(0.7)) % 500}" for _ in range(60)) for _ in range(200)]
DOCUMENTS[7] = Counter()


def collected(most_held: int) -> Collected:
    counts = Collected(Vocabulary(), most_held=most_held)
    for number, document in enumerate(DOCUMENTS):
        assert counts.add(document) == number
        assert counts.held <= most_held
    return counts


def rows(counts: Collected, most: int) -> dict[str, list[tuple[int, int]]]:
    """By term (document, amount)."""
    found = {}
    for block in counts.blocks(most):
        assert len(block.terms) == 1 or len(block.documents) <= most
        pairs = iter(list(zip(block.documents.tolist(), block.amounts.tolist(), strict=True)))
        for term, size in zip(block.terms, block.sizes.tolist(), strict=True):
            found[term] = [next(pairs) for _ in range(size)]
        assert not list(pairs)
    return found


@pytest.mark.parametrize(("most_held", "most"), [(10**6, 10**6), (100, 10**6), (100, 50), (1000, 1)])
def test_each_term_has_its_documents_in_their_order(most_held: int, most: int) -> None:
    """However much is held in memory and merged at a time; and a second time."""
    expected: dict[str, list[tuple[int, int]]] = {}
    for number, document in enumerate(DOCUMENTS):
        for term, amount in document.items():
            expected.setdefault(term, []).append((number, amount))
    with closing(collected(most_held)) as counts:
        assert counts.sizes().tolist() == [len(places) for places in expected.values()]

        assert rows(counts, most) == rows(counts, most) == expected


def test_lengths_do_not_depend_on_what_was_held() -> None:
    """To the last bit: the same pages give the same index on every machine."""
    found = []
    for most_held in (10**6, 70):
        with closing(collected(most_held)) as counts:
            found.append(lengths_of(counts, lambda entries: entries.amounts * 0.1).tolist())
    whole, pieces = found

    assert whole == pieces
    assert whole[7] == 0.0
    assert whole[0] == pytest.approx(sum((0.1 * amount) ** 2 for amount in DOCUMENTS[0].values()) ** 0.5)


def test_nothing_at_all() -> None:
    """No documents."""
    assert [block.terms for block in Collected(Vocabulary()).blocks()] == [[]]
