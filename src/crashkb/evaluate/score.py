"""How well answers agree with labelled reports."""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from crashkb.evaluate.rows import Row
from crashkb.model import VERDICTS, Answer

Resolve = Callable[[str], str]
"""Cause id to the id of the page that serves it today, or '' where there is none."""


class Outcome(NamedTuple):
    """One row with what was answered."""

    row: Row
    verdict: str
    causes: tuple[str, ...]
    confidence: float
    """Of the first cause, 0 if there is none."""
    rank: int
    """1-based rank of the first accepted cause, 0 if none is listed."""
    covered: bool
    """Whether an accepted cause has a page."""

    @property
    def right(self) -> bool:
        """Whether the first cause is an accepted one."""
        return self.rank == 1


class Bin(NamedTuple):
    """Rows of similar confidence: how often they were right, with a 95 % Wilson interval."""

    low: float
    high: float
    rows: int
    confidence: float
    right: float
    interval: tuple[float, float]


class Score(NamedTuple):
    """The figures of one group of rows."""

    rows: int
    covered: int
    top1: float
    """Share of covered rows whose first cause is accepted."""
    top3: float
    mrr: float
    verdicts: dict[str, int]
    known_precision: float
    """Share of *known* rows (covered or not, negatives too) whose first cause is accepted; 1 if there is none."""
    uncovered_known: int
    """*known* among rows whose accepted causes have no page."""
    uncovered: int
    negatives_known: int
    negatives: int
    brier: float
    """Mean squared difference of the first cause's confidence and whether it was right, over all rows."""
    reliability: tuple[Bin, ...]


def outcome(row: Row, answer: Answer, resolve: Resolve) -> Outcome:
    """What the answer is worth for that row."""
    accepted = {resolve(cause) for cause in row.accepted} - {""}
    causes = tuple(cause.id for cause in answer.causes)
    rank = next((position for position, cause in enumerate(causes, 1) if cause in accepted), 0)
    confidence = answer.causes[0].confidence if answer.causes else 0.0
    return Outcome(row, answer.verdict, causes, confidence, rank, bool(accepted))


def score(outcomes: Sequence[Outcome]) -> Score:
    """The figures over these outcomes."""
    covered = [item for item in outcomes if item.covered]
    known = [item for item in outcomes if item.verdict == "known"]
    negatives = [item for item in outcomes if not item.row.cause]
    uncovered = [item for item in outcomes if item.row.cause and not item.covered]
    return Score(
        rows=len(outcomes),
        covered=len(covered),
        top1=_share(item.rank == 1 for item in covered),
        top3=_share(1 <= item.rank <= 3 for item in covered),
        mrr=_mean([1.0 / item.rank if item.rank else 0.0 for item in covered]),
        verdicts={verdict: sum(item.verdict == verdict for item in outcomes) for verdict in VERDICTS},
        known_precision=_share((item.right for item in known), empty=1.0),
        uncovered_known=sum(item.verdict == "known" for item in uncovered),
        uncovered=len(uncovered),
        negatives_known=sum(item.verdict == "known" for item in negatives),
        negatives=len(negatives),
        brier=_mean([(item.confidence - item.right) ** 2 for item in outcomes]),
        reliability=reliability([(item.confidence, item.right) for item in outcomes]),
    )


def reliability(pairs: Sequence[tuple[float, bool]], bins: int = 5) -> tuple[Bin, ...]:
    """Confidence against how often it was right, in equal steps of confidence; empty steps are left out."""
    table = []
    for number in range(bins):
        low, high = number / bins, (number + 1) / bins
        inside = [pair for pair in pairs if low <= pair[0] < high or (number == bins - 1 and pair[0] >= high)]
        if inside:
            right = sum(pair[1] for pair in inside)
            mean = _mean([pair[0] for pair in inside])
            table.append(Bin(low, high, len(inside), mean, right / len(inside), wilson(right, len(inside))))
    return tuple(table)


def wilson(right: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share = right / count
    centre = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    scale = 1 + z * z / count
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def by_group(outcomes: Sequence[Outcome]) -> dict[str, Score]:
    """The figures per language and per kind of text."""
    groups: dict[str, list[Outcome]] = {}
    for item in outcomes:
        for name, value in (("lang", item.row.lang), ("kind", item.row.kind)):
            if value:
                groups.setdefault(f"{name} {value}", []).append(item)
    return {name: score(items) for name, items in sorted(groups.items())}


def _share(flags: Iterable[bool], empty: float = 0.0) -> float:
    values = [bool(flag) for flag in flags]
    return sum(values) / len(values) if values else empty


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
