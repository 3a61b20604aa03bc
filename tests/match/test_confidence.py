"""Scores to confidence."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.errors import LibraryError
from crashkb.match.confidence import Calibration, Features, features, read_calibration
from crashkb.match.rank import Scored
from crashkb.model import Block, Contribution, Evidence, Hit, Report

SHIPPED = read_calibration(Path(__file__).parents[2] / "data" / "calibration.json")
UNIT = st.floats(0, 1)


def report(*blocks: Block) -> Report:
    return Report((), blocks, "", frozenset(), (), "")


def scored(name: str, score: float, *evidence: Evidence, trail: tuple[Contribution, ...] = ()) -> Scored:
    return Scored(name, score, evidence, trail)


@given(UNIT, st.floats(-1, 1), UNIT, UNIT, st.integers(0, 3), UNIT)
def test_confidence_never_falls_when_a_feature_rises(
    score: float, margin: float, kind: float, share: float, which: int, more: float
) -> None:
    """Monotone in every feature, whatever was fitted."""
    low = Features(score, margin, kind, share)
    values = list(low)
    values[which] = min(1.0, values[which] + more)

    assert SHIPPED.confidence(Features(*values)) >= SHIPPED.confidence(low)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False, allow_infinity=False))
def test_confidence_is_a_probability_below_certainty(bias: float, score: float) -> None:
    """No overflow at any value."""
    assert 0.0 <= Calibration(bias, 1, 1, 1, 1).confidence(Features(score, 0, 0, 0)) <= 0.99


def test_the_shipped_map_has_no_negative_weight() -> None:
    """Else it would not be monotone."""
    assert min(SHIPPED[1:]) >= 0


def test_the_shipped_map_states_how_reliable_it_was_out_of_fold() -> None:
    """Its Brier score and reliability table stand beside the weights."""
    data = json.loads((Path(__file__).parents[2] / "data" / "calibration.json").read_text())

    assert data["brier_out_of_fold"] < 0.2
    assert sum(row["count"] for row in data["reliability_out_of_fold"]) == data["rows"]


def test_margin_is_against_the_best_other_cause() -> None:
    """Negative for all but the first."""
    ranking = [scored("a", 6.0), scored("b", 3.0), scored("c", 0.0)]

    assert features(ranking, 0, report(), ()).margin == pytest.approx(0.5)
    assert features(ranking, 1, report(), ()).margin == pytest.approx(-0.5)


def test_share_tells_whether_the_fatal_block_is_explained() -> None:
    """1 inside, 0 elsewhere, 0.5 without a block."""
    inside = Evidence("signature", "x", 12, 12, "s")
    outside = Evidence("signature", "x", 40, 40, "s")
    block = Block("python-exception", 10, 20)

    assert features([scored("a", 6, inside)], 0, report(block), ()).share == 1.0
    assert features([scored("a", 6, outside)], 0, report(block), ()).share == 0.0
    assert features([scored("a", 6, outside)], 0, report(), ()).share == 0.5


def test_kind_ranks_strong_specific_above_weak_above_near_above_nothing() -> None:
    """The order of what evidence is worth."""
    hits = [Hit("s", "specific", 1, 1, "x"), Hit("g", "generic", 1, 1, "x")]
    strong = scored("a", 6, Evidence("signature", "x", 1, 1, "s"))
    weak = scored("a", 6, Evidence("signature", "x", 1, 1, "s", strong=False))
    generic = scored("a", 6, Evidence("signature", "x", 1, 1, "g"))
    near = scored("a", 6, Evidence("near", "x", 1, 1, "s", strong=False))
    none = scored("a", 6)

    kinds = [features([item], 0, report(), hits).kind for item in (strong, weak, generic, near, none)]

    assert kinds == sorted(kinds, reverse=True)
    assert kinds[0] > kinds[1] == kinds[2] > kinds[3] > kinds[4]


def test_a_broken_calibration_file_is_a_library_error(tmp_path: Path) -> None:
    """One clear line, not a KeyError."""
    path = tmp_path / "calibration.json"
    path.write_text('{"weights": {"bias": 1}}')

    with pytest.raises(LibraryError, match=r"calibration\.json"):
        read_calibration(path)
