"""What to write next is what people asked and did not get answered, most often first."""

import json
from datetime import date
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.history import Turn
from crashkb.ingest.gaps import find_gaps, unanswered_rows, unanswered_turns
from crashkb.ingest.stats import stats
from ingest_roots import LOG
from kbs import small_library


def _turn(number: int, conversation: int, text: str, verdict: str, cause: str = "") -> Turn:
    return Turn(number, conversation, "2026-11-30T10:00:00Z", text, verdict, cause, 0.9, {})


_TURNS = [
    _turn(1, 1, LOG, "unknown"),
    _turn(2, 1, LOG, "unknown"),
    _turn(3, 2, LOG.replace("12", "99"), "unsure", "gpu-vram-exhausted"),
    _turn(4, 3, "BoomError: other thing\n", "unknown"),
    _turn(5, 4, "CUDA out of memory", "known", "gpu-vram-exhausted"),
    _turn(6, 4, "CUDA out of memory", "known", "gpu-vram-exhausted"),
]


def test_prints_of_one_message_are_one_gap() -> None:
    """Counted by conversation, whatever figures they hold."""
    found = find_gaps(small_library(), unanswered_turns(_TURNS))
    assert [(gap.times, gap.names) for gap in found] == [(2, ("turn 1", "turn 2", "turn 3")), (1, ("turn 4",))]
    assert "lattice of … nodes" in found[0].line


def test_rows_of_triage_count_too(tmp_path: Path) -> None:
    """Their text is the row's own or that of the file it names; known ones are no gap."""
    log = tmp_path / "a.log"
    log.write_text(LOG, encoding="utf-8")
    rows = tmp_path / "out.jsonl"
    data = [
        {"id": str(log), "verdict": "unknown"},
        {"id": "b", "verdict": "unsure", "text": "BoomError: x"},
        {"id": "c", "verdict": "known", "text": "y"},
    ]
    rows.write_text("".join(json.dumps(row) + "\n" for row in data), encoding="utf-8")
    assert [item.name for item in unanswered_rows(rows)] == [str(log), "b"]
    rows.write_text("nonsense\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"out.jsonl:1: not a row"):
        unanswered_rows(rows)


def test_statistics_count_conversations_and_judgements() -> None:
    """A cause shown twice in one conversation counts once; success is drawn towards one half while few have judged."""
    found = stats(small_library(), _TURNS, {"gpu-vram-exhausted": (2, 2)}, date(2026, 11, 30))
    row = found.causes[0]
    assert (row.id, row.shown, row.right, row.judged, row.success) == ("gpu-vram-exhausted", 1, 2, 2, 0.75)
    assert found.verdicts == {"unknown": 3, "unsure": 1, "known": 2}
    assert found.stale == ()
    assert stats(small_library(), [], {}, date(2029, 1, 1)).stale
