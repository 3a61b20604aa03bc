"""What to write next: inputs that could not be answered with confidence, clustered by what they say.

A cluster counts conversations, not answers shown, so a page that is shown often cannot feed itself; "wrong answer" and
"did not help" about a known answer count as a gap too.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import InputError
from crashkb.history import Turn
from crashkb.ingest.generalise import split
from crashkb.ingest.naming import plain_line
from crashkb.ingest.telling import telling_lines
from crashkb.kb.library import Library
from crashkb.match.rank import fatal_index
from crashkb.report.decode import decode
from crashkb.report.read import read_report
from crashkb.text.mask import mask


class Unanswered(NamedTuple):
    """One input without a confident answer."""

    name: str
    """'turn 12', or the row's id."""
    group: str
    """Inputs of one group (a conversation) count once."""
    text: str


class Gap(NamedTuple):
    """Inputs that say the same."""

    line: str
    """What they say, with … for what varies."""
    kind: str
    """Kind of their fatal block, '' without one."""
    times: int
    """Conversations and rows."""
    names: tuple[str, ...]
    texts: tuple[str, ...]
    """Up to five of them, to ingest."""


def unanswered_turns(turns: Sequence[Turn]) -> list[Unanswered]:
    """The turns of the history that were unknown or unsure."""
    return [
        Unanswered(f"turn {turn.id}", f"conversation {turn.conversation}", turn.input)
        for turn in turns
        if turn.verdict != "known"
    ]


def unanswered_rows(path: Path) -> list[Unanswered]:
    """The rows of a triage output that were unknown or unsure; their text is that of the row or of the file it names.

    Raises:
        InputError: the file cannot be read, or a line is not JSON.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            name, verdict, text = str(row["id"]), str(row.get("verdict", "unknown")), str(row.get("text") or "")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}:{number}: not a row of triage ({error})") from error
        if verdict != "known" and (text := text or _file_text(name)):
            found.append(Unanswered(name, name, text))
    return found


def _file_text(name: str) -> str:
    """The text of the file that a row names, '' if it names none."""
    try:
        path = Path(name)
        return decode(path.read_bytes()) if len(name) < 4096 and path.is_file() else ""
    except (OSError, ValueError, InputError):
        return ""


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
    gaps = [_gap(kind, members) for (kind, _), members in clusters.items()]
    return tuple(sorted(gaps, key=lambda gap: -gap.times))


def _gap(kind: str, members: Sequence[tuple[Unanswered, str]]) -> Gap:
    items = [item for item, _ in members]
    texts = tuple(dict.fromkeys(item.text for item in items))
    line = plain_line(split(members[0][1])) or members[0][1].strip()
    return Gap(line, kind, len({item.group for item in items}), tuple(item.name for item in items), texts[:5])
