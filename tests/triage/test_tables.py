"""The parts of a report."""

import json
import random

from crashkb.triage.summary import Summary, summarise
from crashkb.triage.tables import tables
from triage_reports import row


def shown(summary: Summary, title: str, since: str = "") -> list[tuple[str, ...]]:
    found = [table for table in tables(summary, str.upper, since) if table.title == title]
    return list(found[0].rows) if found else []


ROWS = [
    *(row(number, "gpu-vram-exhausted", f"2026-11-{number + 1:02d}") for number in range(5)),
    *(row(10 + number, "dtype-mismatch", device="Pixel 6") for number in range(3)),
    *(row(20 + number) for number in range(2)),
    row(30, cluster="ValueError: new", day="2026-12-01"),
    json.dumps({"id": "x", "source": "x", "error": "not text", "verdict": "unknown", "causes": [], "pages": []}),
]


def test_causes_are_counted_with_days_and_examples() -> None:
    """Most frequent first."""
    first, second = shown(summarise(ROWS), "Top causes")

    assert first == (
        "5",
        "41.7%",
        "5",
        "gpu-vram-exhausted",
        "GPU-VRAM-EXHAUSTED",
        "0 (0)",
        "2026-11-01",
        "2026-11-05",
        "s0, s1, s2",
    )
    assert second[:4] == ("3", "25.0%", "3", "dtype-mismatch")
    assert second[5] == "3 (0)"


def test_unknown_reports_are_counted_by_what_they_share() -> None:
    """Unreadable ones are none of them."""
    summary = summarise(ROWS)

    assert [item[:2] for item in shown(summary, "Unknown")] == [("2", "KeyError: ¤"), ("1", "ValueError: new")]
    assert (summary.total, summary.errors) == (12, 1)


def test_what_is_new_since_a_day_is_listed() -> None:
    """Causes and unknown failures alike."""
    new = shown(summarise(ROWS), "New since 2026-11-30", since="2026-11-30")

    assert [item[:2] for item in new] == [
        ("3", "dtype-mismatch: DTYPE-MISMATCH"),
        ("2", "unknown: KeyError: ¤"),
        ("1", "unknown: ValueError: new"),
    ]
    assert not shown(summarise(ROWS), "New since ")


def test_devices_versions_and_days_are_counted() -> None:
    """With the leading cause of each."""
    summary = summarise(ROWS)

    assert shown(summary, "By device") == [
        ("8", "A100", "37.5%", "gpu-vram-exhausted (5)", ""),
        ("3", "Pixel 6", "0.0%", "dtype-mismatch (3)", ""),
    ]
    assert shown(summary, "By version") == [("11", "pytorch 2.1.0", "27.3%", "gpu-vram-exhausted (5)", "")]
    assert shown(summary, "By day")[-2:] == [("2026-11-30", "3", "0", "2"), ("2026-12-01", "0", "0", "1")]


def test_the_order_of_the_rows_does_not_matter() -> None:
    """Whichever process was ready first."""
    rows = ROWS * 3 + [row(100 + number, "a" if number % 2 else "b") for number in range(50)]
    before = tables(summarise(rows), str.upper, "2026-11-02")
    random.Random(1).shuffle(rows)

    assert tables(summarise(rows), str.upper, "2026-11-02") == before


def test_the_folder_that_all_examples_share_is_told_once() -> None:
    """Long paths hide what differs."""
    rows = [row(number, "a", source=f"/logs/week/{number}/run.log") for number in range(3)]
    (table, *_) = tables(summarise(rows), str.upper)

    assert table.rows[0][-1] == "0/run.log, 1/run.log, 2/run.log"
    assert table.note.endswith("/logs/week/")


def test_what_the_table_leaves_out_is_told() -> None:
    """As a number of causes and of reports."""
    (table, *_) = tables(summarise(row(number, f"cause-{number % 25:02d}") for number in range(50)), str.upper)

    assert len(table.rows) == 20
    assert "5 more with 10 reports" in table.note


def test_a_cause_that_is_frequent_on_one_device_stands_out() -> None:
    """Not one that is a little more frequent by chance."""
    rows = [row(number, "everywhere", device=f"d{number % 4}") for number in range(200)]
    rows += [row(200 + number, "here", device="d1") for number in range(12)]
    found = {item[1]: item[4] for item in shown(summarise(rows), "By device")}

    assert found == {"d0": "", "d1": "here (12, 3.4x its share)", "d2": "", "d3": ""}
