"""Sums over all documents at once: exact, whatever terms are common, rare or repeated."""

import random
from array import array
from collections.abc import Mapping, Sequence
from math import sqrt

import pytest

from crashkb.kb.postings import Common, Posting, Rare
from crashkb.kb.weights import UNIT, numbers, pack
from crashkb.match.scoring import Scores, damped, similar

DOCUMENTS = 300


def posting(idf: float, weights: Mapping[int, float], documents: int = DOCUMENTS) -> Posting:
    """As it comes out of the index."""
    packed = pack(idf, sorted(weights), [weights[number] for number in sorted(weights)], documents)
    if packed.documents:
        return Rare(idf, numbers("I", packed.documents), numbers("I", packed.weights))
    return Common(idf, documents, int.from_bytes(packed.weights, "little"))


def some(chance: random.Random) -> dict[str, tuple[float, dict[int, float]]]:
    """Terms of every frequency with weights by document."""
    found = {}
    for term in range(12):
        many = chance.choice((1, 5, 18, 40, 150, DOCUMENTS))
        places = chance.sample(range(DOCUMENTS), many)
        found[f"term{term}"] = (1 + 5 * chance.random(), {place: chance.uniform(0.001, 0.5) for place in places})
    return found


def plainly(
    terms: Mapping[str, tuple[float, dict[int, float]]], counts: Mapping[str, int], length: float
) -> list[float]:
    """The same likeness, summed up term by term."""
    return [
        sum(damped(count) * terms[term][0] * terms[term][1].get(document, 0.0) for term, count in counts.items())
        / length
        for document in range(DOCUMENTS)
    ]


def ranked(values: Sequence[float], wanted: int) -> list[int]:
    found = [number for number, value in enumerate(values) if value > 0]
    return sorted(found, key=lambda number: (-values[number], number))[:wanted]


@pytest.mark.parametrize("seed", range(40))
def test_likeness_and_order_are_those_of_a_plain_sum(seed: int) -> None:
    """With and without repeated terms, for any number of wanted documents."""
    chance = random.Random(seed)
    terms = some(chance)
    counts = {term: chance.choice((1, 1, 1, 2, 9)) if seed % 2 else 1 for term in chance.sample(sorted(terms), 7)}
    length = sqrt(sum((damped(count) * terms[term][0]) ** 2 for term, count in counts.items()))
    scores = similar(counts, {term: posting(*terms[term]) for term in counts}, DOCUMENTS, length)
    expected = plainly(terms, counts, length)

    for document, value in enumerate(expected):
        assert scores.of(document) == pytest.approx(value, abs=1e-6)
    for wanted in (1, 3, 40, DOCUMENTS, 2 * DOCUMENTS):
        found = scores.leading(wanted)
        assert [expected[number] for number in found] == pytest.approx(
            [expected[number] for number in ranked(expected, wanted)], abs=1e-6
        )


def test_equal_documents_come_in_their_order() -> None:
    """So that an answer is the same on every run."""
    scores = similar({"word": 1}, {"word": posting(2.0, dict.fromkeys(range(50), 0.25))}, DOCUMENTS, 2.0)

    assert scores.leading(10) == list(range(10))


def test_a_query_without_a_known_word_is_like_nothing() -> None:
    """No document leads."""
    scores = similar({}, {}, DOCUMENTS, 0.0)

    assert scores.leading(5) == []
    assert scores.of(7) == 0.0


def test_no_documents_at_all() -> None:
    """A knowledge base of signatures only."""
    assert similar({}, {}, 0, 0.0).leading(5) == []


def test_the_largest_sums_stay_within_their_lane() -> None:
    """Two thousand terms with the highest idf and weight that an index of a million pages can have."""
    highest = posting(14.0, {0: 2.0, 1: 1.0}, 2)
    count = 70  # by Cauchy and Schwarz no query of two thousand terms reaches the sum of so many full weights
    scores = similar(dict.fromkeys(map(str, range(count)), 1), dict.fromkeys(map(str, range(count)), highest), 2, 1.0)

    assert isinstance(highest, Common)
    assert scores.of(0) == pytest.approx(2 * 14 * count)
    assert scores.of(1) == pytest.approx(14 * count)


def test_few_bits_are_enough_to_find_the_leaders() -> None:
    """Sums that differ in their lowest bit only are told apart."""
    for kind in ("I", "Q"):
        for shift in (0, 3, 9):
            sums = array(kind, [(UNIT + number) << shift for number in range(8)])

            assert Scores(sums, UNIT).leading(3) == [7, 6, 5]
