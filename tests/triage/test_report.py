"""A summary as text, Markdown and HTML."""

import json
import re
from html.parser import HTMLParser

from crashkb.triage.report import to_html, to_markdown, to_text
from crashkb.triage.summary import Summary, summarise

EVIL = "<script>alert(1)</script> | `x` \x1b[31m\n** 显存"


def summary() -> Summary:
    rows = [
        {
            "id": "1",
            "source": "s1",
            "verdict": "known",
            "causes": [{"id": "gpu-oom", "confidence": 1}],
            "day": "2026-11-30",
        },
        {
            "id": "2",
            "source": EVIL,
            "verdict": "unknown",
            "causes": [],
            "day": "2026-11-29",
            "cluster": EVIL,
            "device": EVIL,
        },
    ]
    return summarise(json.dumps(row) for row in rows)


def title(name: str) -> str:
    return f"Title of {name}"


def test_the_text_shows_every_part_in_columns() -> None:
    """And no control character of a report."""
    text = to_text(summary(), title, "2026-11-30")

    assert text.startswith("2 reports: 1 known, 0 unsure, 1 unknown\n")
    for part in ("TOP CAUSES", "NEW SINCE 2026-11-30", "UNKNOWN", "BY DEVICE", "BY DAY", "Title of gpu-oom"):
        assert part in text
    assert "\x1b" not in text


def test_markdown_tables_stay_tables_whatever_reports_say() -> None:
    """Their signs are escaped."""
    text = to_markdown(summary(), title)
    rows = [line for line in text.splitlines() if line.startswith("|")]

    assert all(len(re.findall(r"(?<!\\)\|", line)) in (5, 6, 7, 10) for line in rows)
    assert "<script>" not in text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_needs_nothing_beside_itself_and_runs_nothing() -> None:
    """It can be mailed."""
    reader = _Reader()
    reader.feed(to_html(summary(), title))

    assert "script" not in reader.tags
    assert reader.links == []
    assert reader.tags.count("svg") == 2
    assert "<script>alert(1)</script>" in "".join(reader.text)


def test_no_reports_give_a_report_too() -> None:
    """An empty folder."""
    for write in (to_text, to_markdown, to_html):
        assert "0 reports" in write(Summary(), title)
