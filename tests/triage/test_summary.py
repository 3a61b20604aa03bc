"""What many rows say together."""

import json
import random

from crashkb.triage.summary import Summary, summarise, tables


def row(number: int, cause: str = "", day: str = "2026-11-30", **more: object) -> str:
    verdict = "known" if cause else "unknown"
    causes = [{"id": cause, "confidence": 0.9}] if cause else []
    data = {"id": f"r{number}", "source": f"s{number}", "verdict": verdict, "causes": causes, "day": day, "page": None}
    return json.dumps({**data, "device": "A100", "version": "pytorch 2.1.0", "cluster": "KeyError: ¤", **more})


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

    assert first == ("5", "41.7%", "gpu-vram-exhausted", "GPU-VRAM-EXHAUSTED", "2026-11-01", "2026-11-05", "s0, s1, s2")
    assert second[:3] == ("3", "25.0%", "dtype-mismatch")


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
        ("8", "A100", "gpu-vram-exhausted (5)"),
        ("3", "Pixel 6", "dtype-mismatch (3)"),
    ]
    assert shown(summary, "By version") == [("11", "pytorch 2.1.0", "gpu-vram-exhausted (5)")]
    assert shown(summary, "By day")[-2:] == [("2026-11-30", "3", "0", "2"), ("2026-12-01", "0", "0", "1")]


def test_the_order_of_the_rows_does_not_matter() -> None:
    """Whichever process was ready first."""
    rows = ROWS * 3 + [row(100 + number, "a" if number % 2 else "b") for number in range(50)]
    before = tables(summarise(rows), str.upper, "2026-11-02")
    random.Random(1).shuffle(rows)

    assert tables(summarise(rows), str.upper, "2026-11-02") == before


def test_rare_clusters_do_not_fill_the_memory() -> None:
    """Beyond a bound they are counted together."""
    summary = summarise(row(number, cluster=f"E{number}") for number in range(50_010))

    assert len(summary.clusters) == 50_000
    assert summary.overflow == 10
