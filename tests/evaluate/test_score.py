"""The figures of an evaluation, on outcomes small enough to count by hand."""

import pytest

from crashkb.evaluate.rows import Row
from crashkb.evaluate.score import by_group, outcome, reliability, score, wilson
from crashkb.model import Answer, RankedCause, Report

REPORT = Report((), (), "", frozenset(), (), "")
PAGES = {"a": "a", "b": "b", "old-b": "b"}


def answer(verdict: str, *causes: tuple[str, float]) -> Answer:
    return Answer(verdict, tuple(RankedCause(*cause) for cause in causes), (), None, REPORT, "en")


def resolve(cause: str) -> str:
    return PAGES.get(cause, "")


ROWS = [
    (Row("1", "", "a", lang="en"), answer("known", ("a", 0.9), ("b", 0.1))),
    (Row("2", "", "a", lang="en"), answer("unsure", ("b", 0.5), ("a", 0.4))),
    (Row("3", "", "old-b", lang="zh"), answer("known", ("b", 0.95))),
    (Row("4", "", "no-page", lang="zh"), answer("known", ("a", 0.85))),
    (Row("5", "", "", lang="en"), answer("known", ("a", 0.8))),
    (Row("6", "", "", lang="en"), answer("unknown")),
]
OUTCOMES = [outcome(row, given, resolve) for row, given in ROWS]


def test_ranks_count_only_rows_whose_cause_has_a_page() -> None:
    """Three rows are covered: two right at once, one at rank two."""
    figures = score(OUTCOMES)

    assert (figures.covered, figures.uncovered, figures.negatives) == (3, 1, 2)
    assert figures.top1 == pytest.approx(2 / 3)
    assert figures.top3 == 1.0
    assert figures.mrr == pytest.approx((1 + 0.5 + 1) / 3)


def test_a_redirected_id_counts_as_the_page_that_serves_it() -> None:
    """Row 3 is labelled with a retired id."""
    assert OUTCOMES[2].right


def test_precision_of_known_counts_uncovered_rows_and_negatives() -> None:
    """Four rows are known, two of them right."""
    figures = score(OUTCOMES)

    assert figures.known_precision == pytest.approx(2 / 4)
    assert (figures.uncovered_known, figures.negatives_known) == (1, 1)


def test_brier_compares_the_first_confidence_with_being_right() -> None:
    """An empty answer states confidence 0 and is not right: no error."""
    expected = (0.1**2 + 0.5**2 + 0.05**2 + 0.85**2 + 0.8**2 + 0) / 6

    assert score(OUTCOMES).brier == pytest.approx(expected)


def test_reliability_bins_hold_every_row_once() -> None:
    """A confidence of exactly 1 belongs to the last bin."""
    table = reliability([(0.1, False), (0.5, True), (1.0, True), (1.0, False)])

    assert sum(row.rows for row in table) == 4
    assert table[-1].right == 0.5


def test_wilson_interval_encloses_the_share_and_stays_in_range() -> None:
    """Even for none and all of few."""
    for right, count in ((0, 3), (3, 3), (5, 9)):
        low, high = wilson(right, count)
        assert 0 <= low <= right / count <= high <= 1


def test_groups_are_by_language_and_kind() -> None:
    """Rows without a kind make no group."""
    groups = by_group(OUTCOMES)

    assert set(groups) == {"lang en", "lang zh"}
    assert groups["lang zh"].rows == 2
