"""Few judgements prove little."""

import pytest

from crashkb.proof import bounds


@pytest.mark.parametrize(
    ("good", "judged", "low", "high"),
    [(0, 0, 0.0, 1.0), (1, 1, 0.207, 1.0), (2, 2, 0.342, 1.0), (9, 10, 0.596, 0.982), (0, 8, 0.0, 0.324)],
)
def test_the_true_share_lies_between_the_bounds(good: int, judged: int, low: float, high: float) -> None:
    """Wilson's interval; nobody's judgement is no evidence in either direction."""
    assert bounds(good, judged) == pytest.approx((low, high), abs=0.001)


def test_more_judgements_of_the_same_share_prove_more() -> None:
    """The interval narrows."""
    widths = [high - low for low, high in (bounds(count, 2 * count) for count in (1, 5, 50))]
    assert widths == sorted(widths, reverse=True)
