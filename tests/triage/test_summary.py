"""What many rows say together."""

import json

from crashkb.triage.summary import summarise
from triage_reports import row


def test_rows_are_counted_by_verdict_day_and_what_was_read() -> None:
    """Unreadable ones are no unknown failure."""
    error = {"id": "x", "source": "x", "error": "not text", "verdict": "unknown", "causes": [], "pages": []}
    summary = summarise(
        [row(1, "a", incomplete="cut"), row(2, "a", verdict="unsure", kb="abc"), row(3), json.dumps(error)]
    )

    assert (summary.total, summary.errors, summary.incomplete) == (4, 1, 1)
    assert (summary.verdicts["known"], summary.verdicts["unsure"], summary.verdicts["unknown"]) == (1, 1, 1)
    assert summary.pages == {"abc"}
    assert (summary.causes["a"].count, summary.causes["a"].known) == (2, 1)


def test_rare_clusters_do_not_fill_the_memory() -> None:
    """Beyond a bound they are counted together."""
    summary = summarise(row(number, cluster=f"E{number}") for number in range(50_010))

    assert len(summary.clusters) == 50_000
    assert summary.overflow == 10
