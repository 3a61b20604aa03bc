"""What to write next: inputs that could not be answered with confidence, clustered by what they say.

A cluster counts conversations and rows, not answers shown, so a page that is shown often cannot feed itself; an answer
that was called wrong, or whose steps did not help, is a gap too.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import IngestError
from crashkb.history import Turn
from crashkb.ingest.generalise import split
from crashkb.ingest.incident import Incident, from_texts
from crashkb.ingest.naming import plain_line
from crashkb.ingest.telling import telling_lines
from crashkb.ingest.triaged import read_triaged
from crashkb.kb.library import Library
from crashkb.match.rank import fatal_index
from crashkb.report.read import read_report
from crashkb.text.mask import mask

_MOST_TEXTS = 5


class Unanswered(NamedTuple):
    """One input without a confident answer, or with a wrong one."""

    name: str
    """'turn 12', or the row's id."""
    group: str
    """Inputs of one group (a conversation) count once."""
    text: str


class Gap(NamedTuple):
    """Inputs that say the same."""

    id: str
    """Eight hexadecimal digits over kind and line: the same as long as the same is said."""
    line: str
    """What they say, with … for what varies."""
    kind: str
    """Kind of their fatal block, '' without one."""
    times: int
    """Conversations and rows."""
    names: tuple[str, ...]
    texts: tuple[str, ...]
    """Up to five different ones, to ingest."""


def unanswered_turns(turns: Sequence[Turn], unhelped: Collection[int] = ()) -> list[Unanswered]:
    """The turns of the history that were unknown or unsure, and those that did not help; follow-ups are none.

    Args:
        turns: of the history.
        unhelped: `History.unhelped`.
    """
    return [
        Unanswered(f"turn {turn.id}", f"conversation {turn.conversation}", turn.input)
        for turn in turns
        if turn.verdict in ("unknown", "unsure") or (turn.verdict == "known" and turn.id in unhelped)
    ]


def unanswered_rows(path: Path) -> tuple[list[Unanswered], int]:
    """The rows of a triage output that were unknown or unsure, and how many more there are whose text is gone.

    Raises:
        InputError: the file cannot be read, or a line is not a row.
    """
    rows = read_triaged(path)
    found = [Unanswered(row.id, f"{path}:{row.source}", row.text) for row in rows if row.text.strip()]
    return found, len(rows) - len(found)


def find_gaps(library: Library, inputs: Iterable[Unanswered]) -> tuple[Gap, ...]:
    """The clusters, most frequent first; equal ones in the order in which they were met."""
    clusters: dict[tuple[str, str], list[tuple[Unanswered, str]]] = {}
    for item in inputs:
        report = read_report(item.text)
        lines = telling_lines(library, report)
        said = lines[0].text if lines else (report.prose or item.text).strip().split("\n")[0]
        main = fatal_index(report)
        kind = report.blocks[main].kind if main >= 0 else ""
        clusters.setdefault((kind, mask(said.strip()).lower()), []).append((item, said))
    gaps = [_gap(kind, masked, members) for (kind, masked), members in clusters.items()]
    return tuple(sorted(gaps, key=lambda gap: -gap.times))


def _gap(kind: str, masked: str, members: Sequence[tuple[Unanswered, str]]) -> Gap:
    items = [item for item, _ in members]
    texts = tuple(dict.fromkeys(item.text for item in items))
    line = plain_line(split(members[0][1])) or members[0][1].strip()
    mark = hashlib.sha256(f"{kind}\0{masked}".encode()).hexdigest()[:8]
    times = len({item.group for item in items})
    return Gap(mark, line, kind, times, tuple(item.name for item in items), texts[:_MOST_TEXTS])


def choose_gap(gaps: Sequence[Gap], wanted: str) -> Gap:
    """The gap of that id, or of that place in the list, from 1.

    Raises:
        IngestError: there is none.
    """
    named = [gap for gap in gaps if len(wanted) >= 4 and gap.id.startswith(wanted.lower())]
    if len(named) == 1:
        return named[0]
    if wanted.isdecimal() and 1 <= int(wanted) <= len(gaps):
        return gaps[int(wanted) - 1]
    raise IngestError(f"there is no gap {wanted!r} among {len(gaps)}; `crashkb kb gaps` lists them")


def gap_incident(gap: Gap) -> Incident:
    """The incident of a gap: each of its texts is one print of it, so that what differs becomes a hole.

    Raises:
        InputError: its texts are empty.
    """
    names = [f"gap-{gap.id}" if number == 1 else f"gap-{gap.id}-{number}" for number in range(1, len(gap.texts) + 1)]
    return from_texts(list(zip(names, gap.texts, strict=True)))
