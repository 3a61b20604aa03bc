"""How the knowledge base does: what it covers, how often its causes were given and proved right, what grows old."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from crashkb.history import Turn
from crashkb.kb.check import MAX_AGE
from crashkb.kb.library import Library
from crashkb.proof import bounds


class StepStats(NamedTuple):
    """One step of a cause's checklist in the local history."""

    id: str
    fixed: int
    """Conversations in which it fixed the trouble."""
    judged: int


class CauseStats(NamedTuple):
    """One cause in the local history."""

    id: str
    shown: int
    """Conversations in which it came first with confidence."""
    right: int
    judged: int
    """In how many conversations people said whether it was right, or what its steps were worth."""
    steps: tuple[StepStats, ...] = ()
    """Judged steps, the best proven first."""


class Stats(NamedTuple):
    """The figures."""

    pages: Mapping[str, int]
    """Active pages by kind."""
    without_signature: tuple[str, ...]
    """Causes to which no message leads."""
    verdicts: Mapping[str, int]
    """Turns of the history by verdict."""
    causes: tuple[CauseStats, ...]
    """Most often shown first."""
    never: int
    """Causes that never came first here."""
    stale: tuple[str, ...]
    """Pages whose newest source was checked more than a year ago."""


def stats(
    library: Library,
    turns: Sequence[Turn],
    outcomes: Mapping[str, tuple[int, int]],
    today: date,
    steps: Mapping[str, Mapping[str, tuple[int, int]]] | None = None,
) -> Stats:
    """The figures of a knowledge base and a history.

    Args:
        library: the knowledge base.
        turns: of the history.
        outcomes: `History.cause_outcomes`.
        today: against which ages are held.
        steps: `History.step_outcomes` by cause.
    """
    pages = [page for page in library.every_page() if page.status == "active"]
    signatures = [item for item in map(library.signature, library.signature_ids()) if item is not None]
    led = {link.cause for item in signatures if item.status == "active" for link in item.links}
    causes = [page.id for page in pages if page.kind == "cause"]
    shown = Counter(
        cause for _, cause in {(turn.conversation, turn.cause) for turn in turns if turn.verdict == "known"}
    )
    rows = [
        CauseStats(name, shown[name], *outcomes.get(name, (0, 0)), _steps((steps or {}).get(name, {})))
        for name in {*shown, *outcomes}
        if name
    ]
    oldest = (today - MAX_AGE).isoformat()
    return Stats(
        {**Counter(page.kind for page in pages), "signature": sum(item.status == "active" for item in signatures)},
        tuple(sorted(set(causes) - led)),
        Counter(turn.verdict for turn in turns if turn.verdict != "follow-up"),
        tuple(sorted(rows, key=lambda row: (-row.shown, row.id))),
        sum(name not in shown for name in causes),
        tuple(page.id for page in pages if page.checked and page.checked < oldest),
    )


def _steps(outcomes: Mapping[str, tuple[int, int]]) -> tuple[StepStats, ...]:
    """Judged steps, the best proven first."""
    found = [StepStats(name, *counts) for name, counts in outcomes.items()]
    return tuple(sorted(found, key=lambda step: (-bounds(step.fixed, step.judged)[0], step.id)))
