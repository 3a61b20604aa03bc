"""Fit the map from features to confidence, out of fold by cause, and write it as data.

Three kinds of row: labelled reports (right or wrong as ranked), the same reports with their accepted causes masked
(whatever is first is wrong: realistic near misses of a knowledge base that lacks the page), and reports without any cause.
Run as `python -m crashkb.evaluate.calibrate OUT FILE.jsonl…` after the knowledge base or the ranking changed.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.ask import OpenLibrary, find_all_hits, open_library
from crashkb.evaluate.rows import Row, read_rows
from crashkb.evaluate.score import reliability
from crashkb.match.by_words import find_pages
from crashkb.match.confidence import Calibration, Features, features
from crashkb.match.query import make_query
from crashkb.match.rank import rank
from crashkb.report.read import read_report

MASKED_WEIGHT = 0.1
"""A masked row stands for a report whose cause has no page yet. The pages cover every cause of the taxonomy, so such
reports are a minority: with 0.1, and with the negatives, one report in three of the fit has no right answer. Counted
fully they would state half the confidence that the answers earn."""

_FOLDS = 5
_PENALTY = 0.02
"""Strength of the pull towards small weights; keeps the map from claiming certainty on few rows."""


class Point(NamedTuple):
    """One row to fit."""

    features: Features
    right: bool
    group: str
    """The labelled cause: rows of one cause never stand in both halves of a fold."""
    weight: float = 1.0
    """How often such a row is met, against one as labelled."""


def points(library: OpenLibrary, rows: Sequence[Row]) -> list[Point]:
    """The rows to fit: each labelled row as it is and masked, each negative."""
    found: list[Point] = []
    for row in rows:
        report = read_report(row.text)
        hits = find_all_hits(library, report)
        scored = rank(library, report, hits, find_pages(library, make_query(library, report, hits)))
        accepted = {page.id for cause in row.accepted if (page := library.page(cause)) is not None}
        if scored:
            found.append(Point(features(scored, 0, report, hits), scored[0].id in accepted, row.cause or row.id))
        if accepted:
            rest = tuple(item for item in scored if item.id not in accepted)
            if rest:
                found.append(Point(features(rest, 0, report, hits), False, row.cause, MASKED_WEIGHT))
    return found


def fit(data: Sequence[Point]) -> Calibration:
    """The map with the least penalised log loss; all weights but the bias at least 0."""
    import numpy as np  # deferred: evaluation only
    from scipy.optimize import minimize

    x = np.array([[1.0, *point.features] for point in data])
    y = np.array([float(point.right) for point in data])
    importance = np.array([point.weight for point in data])

    def loss(weights: Any) -> Any:
        odds = x @ weights
        losses = importance * (np.logaddexp(0.0, odds) - y * odds)
        return np.sum(losses) / np.sum(importance) + _PENALTY * np.mean(weights[1:] ** 2) / 10

    width = x.shape[1]
    result = minimize(loss, np.zeros(width), method="L-BFGS-B", bounds=[(None, None)] + [(0, None)] * (width - 1))
    return Calibration(*(round(float(weight), 4) for weight in result.x))


def out_of_fold(data: Sequence[Point]) -> list[tuple[float, bool]]:
    """(confidence, right) of every row from a map that saw no row of its cause."""
    groups = sorted({point.group for point in data})
    fold = {group: number % _FOLDS for number, group in enumerate(groups)}
    pairs: list[tuple[float, bool]] = []
    for number in range(_FOLDS):
        calibration = fit([point for point in data if fold[point.group] != number])
        held = [point for point in data if fold[point.group] == number]
        pairs.extend((calibration.confidence(point.features), point.right) for point in held)
    return pairs


def calibrate(library: OpenLibrary, rows: Sequence[Row]) -> dict[str, Any]:
    """What `data/calibration.json` holds: weights, and the out-of-fold reliability table and Brier score."""
    data = points(library, rows)
    pairs = out_of_fold(data)
    return {
        "weights": fit(data)._asdict(),
        "rows": len(data),
        "brier_out_of_fold": round(sum((confidence - right) ** 2 for confidence, right in pairs) / len(pairs), 4),
        "reliability_out_of_fold": [
            {
                "from": item.low,
                "to": item.high,
                "count": item.rows,
                "confidence": round(item.confidence, 3),
                "right": round(item.right, 3),
                "interval": [round(bound, 3) for bound in item.interval],
            }
            for item in reliability(pairs)
        ],
    }


def main(arguments: Sequence[str]) -> None:
    """Fit on the given files and write the result."""
    out, *files = arguments
    result = calibrate(open_library(), read_rows(Path(file) for file in files))
    Path(out).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
