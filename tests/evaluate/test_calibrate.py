"""Fitting the confidence."""

import random

import pytest

from crashkb.evaluate.calibrate import Point, calibrate, fit, out_of_fold, points
from crashkb.evaluate.rows import Row
from crashkb.match.confidence import Features
from kbs import small_library

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"


def synthetic(count: int = 300) -> list[Point]:
    chance = random.Random(7)
    data = []
    for number in range(count):
        score = chance.random()
        right = chance.random() < score
        data.append(Point(Features(score, score - 0.5, float(right), 0.5), right, f"cause-{number % 30}"))
    return data


def test_no_weight_is_negative_even_where_a_feature_points_the_wrong_way() -> None:
    """Monotone by construction."""
    inverted = [
        Point(Features(1 - point.features.score, *point.features[1:]), point.right, point.group)
        for point in synthetic()
    ]

    assert min(fit(inverted)[1:]) >= 0


def test_a_telling_feature_gets_weight_and_separates() -> None:
    """Right rows end above wrong ones."""
    data = synthetic()
    calibration = fit(data)
    right = [calibration.confidence(point.features) for point in data if point.right]
    wrong = [calibration.confidence(point.features) for point in data if not point.right]

    assert min(right) > max(wrong)


def test_every_row_is_judged_once_by_a_map_that_did_not_see_its_cause() -> None:
    """Out of fold by cause."""
    data = synthetic()

    assert len(out_of_fold(data)) == len(data)


def test_a_labelled_row_counts_as_it_is_and_with_its_causes_masked() -> None:
    """The masked one is wrong whatever is first."""
    library = small_library()
    data = points(library, [Row("1", OOM, "gpu-vram-exhausted"), Row("2", "help")])

    assert [point.right for point in data][:2] == [True, False]


def test_the_result_holds_weights_and_their_reliability() -> None:
    """What data/calibration.json stores."""
    library = small_library()
    rows = [Row(f"p{number}", OOM, "gpu-vram-exhausted") for number in range(6)]
    rows += [Row(f"n{number}", "the operator memory question") for number in range(6)]
    result = calibrate(library, rows)

    assert set(result["weights"]) == {"bias", "score", "margin", "kind", "share"}
    assert sum(row["count"] for row in result["reliability_out_of_fold"]) == result["rows"]
    assert result["brier_out_of_fold"] == pytest.approx(result["brier_out_of_fold"], abs=1)
