"""What to write next is what people asked and did not get answered, most often first."""

from datetime import date
from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.history import Turn
from crashkb.ingest.corpus import read_corpus
from crashkb.ingest.gaps import choose_gap, find_gaps, gap_incident, unanswered_rows, unanswered_turns
from crashkb.ingest.plan import study
from crashkb.ingest.stats import StepStats, stats
from ingest_roots import LOG, small_root
from kbs import open_roots, small_library


def _turn(number: int, conversation: int, text: str, verdict: str, cause: str = "") -> Turn:
    return Turn(number, conversation, "2026-11-30T10:00:00Z", text, verdict, cause, 0.9, {})


_TURNS = [
    _turn(1, 1, LOG, "unknown"),
    _turn(2, 1, LOG, "unknown"),
    _turn(3, 2, LOG.replace("12", "99"), "unsure", "gpu-vram-exhausted"),
    _turn(4, 3, "BoomError: other thing\n", "unknown"),
    _turn(5, 4, "CUDA out of memory", "known", "gpu-vram-exhausted"),
    _turn(6, 4, "CUDA out of memory", "known", "gpu-vram-exhausted"),
    _turn(7, 4, "why?", "follow-up"),
]


def test_prints_of_one_message_are_one_gap() -> None:
    """Counted by conversation, whatever figures they hold; follow-ups are no question of their own."""
    found = find_gaps(small_library(), unanswered_turns(_TURNS))
    assert [(gap.times, gap.names) for gap in found] == [(2, ("turn 1", "turn 2", "turn 3")), (1, ("turn 4",))]
    assert "lattice of … nodes" in found[0].line


def test_an_answer_that_was_wrong_or_did_not_help_is_a_gap() -> None:
    """However sure it was; being shown often makes none."""
    names = [item.name for item in unanswered_turns(_TURNS, unhelped={6, 7})]
    assert names == ["turn 1", "turn 2", "turn 3", "turn 4", "turn 6"]


def test_a_gap_has_an_id_that_stays_and_a_place_that_may_change() -> None:
    """Either chooses it."""
    found = find_gaps(small_library(), unanswered_turns(_TURNS))
    later = find_gaps(
        small_library(),
        unanswered_turns([*_TURNS, *(_turn(9 + n, 9 + n, "BoomError: other thing\n", "unknown") for n in range(5))]),
    )
    assert [gap.id for gap in later] == [gap.id for gap in reversed(found)]
    assert choose_gap(found, "1") == choose_gap(found, found[0].id) == choose_gap(found, found[0].id[:5].upper())
    for wrong in ("3", "0", "x", "", "-1"):
        with pytest.raises(IngestError, match="no gap"):
            choose_gap(found, wrong)


def test_all_logs_of_a_gap_become_one_template(tmp_path: Path) -> None:
    """What differs from one to the next is a hole."""
    turns = [_turn(1, 1, LOG, "unknown"), _turn(2, 2, LOG.replace("12 nodes", "4 nodes"), "unknown")]
    library = open_roots(small_root(tmp_path))
    gap = find_gaps(library, unanswered_turns(turns))[0]
    incident = gap_incident(gap)
    assert len(incident.texts) == 2
    assert incident.source == ("repro", f"gap-{gap.id}")
    mined = study(library, incident, read_corpus(library, [])).mined[0].template
    assert mined == "lattice of {of:int} nodes collapsed at layer {layer:quoted} (tensor {shape:shape}) on {on:device}"


def test_rows_of_triage_whose_text_is_gone_are_counted(tmp_path: Path) -> None:
    """They cannot become a page."""
    rows = tmp_path / "out.jsonl"
    rows.write_text(
        '{"id": "gone.log", "verdict": "unknown"}\n{"id": "b", "verdict": "unsure", "text": "BoomError: x"}\n',
        encoding="utf-8",
    )
    found, missing = unanswered_rows(rows)
    assert [item.name for item in found] == ["b"] and missing == 1


def test_statistics_count_conversations_and_judgements() -> None:
    """A cause shown twice in one conversation counts once; steps with the best proof come first."""
    steps = {"gpu-vram-exhausted": {"smaller-batch": (1, 3), "mixed-precision": (2, 2)}}
    found = stats(small_library(), _TURNS, {"gpu-vram-exhausted": (2, 2)}, date(2026, 11, 30), steps)
    row = found.causes[0]
    assert (row.id, row.shown, row.right, row.judged) == ("gpu-vram-exhausted", 1, 2, 2)
    assert row.steps == (StepStats("mixed-precision", 2, 2), StepStats("smaller-batch", 1, 3))
    assert found.verdicts == {"unknown": 3, "unsure": 1, "known": 2}
    assert found.stale == ()
    assert stats(small_library(), [], {}, date(2029, 1, 1)).stale
