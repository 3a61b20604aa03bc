"""How likely a competent labeller would accept a cause: a monotone map of four features, fitted as data.

The map is a logistic function with five parameters (`data/calibration.json`); `crashkb.evaluate.calibrate` fits it,
out of fold by cause, on labelled reports, on the same reports with their accepted causes masked, and on reports that
have no cause at all.
"""

import json
from collections.abc import Sequence
from math import exp
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import LibraryError
from crashkb.match.rank import WEIGHTS, Scored, fatal_index
from crashkb.model import Hit, Report

KNOWN = 0.8
UNSURE = 0.3

PROOF = 0.62
"""Kind of evidence from which a cause may be *known*: a strong specific signature, or a question almost in a page's words."""


class Features(NamedTuple):
    """What the confidence in one cause depends on; it never falls when one of them rises."""

    score: float
    """The cause's score, capped at 12 and divided by 12: 0–1."""
    margin: float
    """Its score minus the best other cause's, capped at ±6 and divided by 6: -1–1."""
    kind: float
    """Best evidence: 1 strong specific, 0.6 weak, doubtful, generic or echo, 0.4 near miss, else likeness to a way of asking * 0.8."""
    share: float
    """1 if the cause explains the fatal block, 0 if there is one that it does not explain, 0.5 without a block."""


class Calibration(NamedTuple):
    """The fitted map: log odds = bias + sum of weight * feature, all weights at least 0."""

    bias: float
    score: float
    margin: float
    kind: float
    share: float

    def confidence(self, features: Features) -> float:
        """The probability, 0–1, cut off so that it never claims certainty."""
        weights = (self.score, self.margin, self.kind, self.share)
        odds = self.bias + sum(weight * value for weight, value in zip(weights, features, strict=True))
        return min(0.99, 1.0 / (1.0 + exp(-max(-30.0, min(30.0, odds)))))


def read_calibration(path: Path) -> Calibration:
    """The map stored in that file.

    Raises:
        LibraryError: the file is absent or not of the expected form.
    """
    try:
        fitted = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return Calibration(*(float(fitted[name]) for name in Calibration._fields))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryError(f"{path} is not a calibration file: {error}") from error


def features(scored: Sequence[Scored], index: int, report: Report, hits: Sequence[Hit]) -> Features:
    """The features of the cause at that rank."""
    own = scored[index]
    other = max((item.score for item in scored if item.id != own.id), default=0.0)
    return Features(
        score=min(own.score, 12.0) / 12.0,
        margin=max(-1.0, min(1.0, (own.score - other) / 6.0)),
        kind=_kind(own, hits),
        share=_share(own, report, hits),
    )


def _kind(scored: Scored, hits: Sequence[Hit]) -> float:
    roles = {hit.signature: hit.role for hit in hits}
    best = 0.0
    for evidence in scored.evidence:
        if evidence.kind == "signature":
            strong = evidence.strong and roles.get(evidence.signature) == "specific" and not evidence.doubt
            best = max(best, 1.0 if strong else 0.6)
        elif evidence.kind == "near":
            best = max(best, 0.4)
    asked = max((item.amount for item in scored.trail if item.weight == "asks"), default=0.0)
    return max(best, 0.8 * float(min(1.0, asked / WEIGHTS.asks) ** 0.25))


def _share(scored: Scored, report: Report, hits: Sequence[Hit]) -> float:
    main = fatal_index(report)
    if main < 0:
        return 0.5
    block = report.blocks[main]
    for evidence in scored.evidence:
        if evidence.first and block.first <= evidence.first <= block.last:
            return 1.0
    return 0.0
