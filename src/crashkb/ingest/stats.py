"""How the knowledge base does: what it covers, how often its causes were given and proved right, what grows old."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from crashkb.history import Turn
from crashkb.kb.check import MAX_AGE
from crashkb.kb.library import Library


class CauseStats(NamedTuple):
    """One cause in the local history."""

    id: str
    shown: int
    """Conversations in which it came first with confidence."""
    right: int
    judged: int
    """How often people said whether it was right."""

    @property
    def success(self) -> float:
        """Share of the judged that were right, drawn towards one half while few have judged."""
        return (self.right + 1) / (self.judged + 2)


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


def stats(library: Library, turns: Sequence[Turn], outcomes: Mapping[str, tuple[int, int]], today: date) -> Stats:
    """The figures of a knowledge base and a history.

    Args:
        library: the knowledge base.
        turns: of the history.
        outcomes: `History.cause_outcomes`.
        today: against which ages are held.
    """
    pages = [page for page in library.every_page() if page.status == "active"]
    signatures = [item for item in map(library.signature, library.signature_ids()) if item is not None]
    led = {link.cause for item in signatures if item.status == "active" for link in item.links}
    causes = [page.id for page in pages if page.kind == "cause"]
    shown = Counter(
        cause for _, cause in {(turn.conversation, turn.cause) for turn in turns if turn.verdict == "known"}
    )
    rows = [CauseStats(name, shown[name], *outcomes.get(name, (0, 0))) for name in {*shown, *outcomes} if name]
    oldest = (today - MAX_AGE).isoformat()
    return Stats(
        {**Counter(page.kind for page in pages), "signature": sum(item.status == "active" for item in signatures)},
        tuple(sorted(set(causes) - led)),
        Counter(turn.verdict for turn in turns),
        tuple(sorted(rows, key=lambda row: (-row.shown, row.id))),
        sum(name not in shown for name in causes),
        tuple(page.id for page in pages if page.checked and page.checked < oldest),
    )
