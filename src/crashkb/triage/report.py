"""A summary as a report: plain text for a terminal, Markdown, or one HTML page that needs nothing beside itself."""

from collections.abc import Callable
from html import escape
from unicodedata import east_asian_width

from crashkb.triage.plots import bars, stacked_days
from crashkb.triage.summary import Summary
from crashkb.triage.tables import BY_DAY, TOP_CAUSES, Table, tables

Titles = Callable[[str], str]
"""Page id to its title."""

_WIDEST = 48
_SHORT = 20
_VERDICTS = ("known", "unsure", "unknown")


def headline(summary: Summary) -> str:
    """All reports in one sentence."""
    parts = [f"{summary.verdicts[verdict]:,} {verdict}" for verdict in _VERDICTS]
    if summary.errors:
        parts.append(f"{summary.errors:,} not readable")
    if summary.incomplete:
        parts.append(f"{summary.incomplete:,} read in part only")
    return f"{summary.total:,} reports: {', '.join(parts)}"


def _scope(summary: Summary) -> str:
    """Which days, by which knowledge."""
    days = sorted(day for day in summary.days if day)
    parts = [f"{days[0]} to {days[-1]}"] if days else []
    parts += [f"knowledge base {version}" for version in sorted(summary.pages)]
    return " · ".join(parts)


def to_text(summary: Summary, title_of: Titles, since: str = "") -> str:
    """For a terminal."""
    lines = [headline(summary), *filter(None, (_scope(summary),))]
    for table in tables(summary, title_of, since):
        lines += ["", table.title.upper(), *_columns(table)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _columns(table: Table) -> list[str]:
    cells = [table.columns, *([_plain(cell) for cell in row] for row in table.rows)]
    cells = [[cell if len(cell) <= _WIDEST else cell[: _WIDEST - 1] + "…" for cell in row] for row in cells]
    widths = [max(_width(row[number]) for row in cells) for number in range(len(table.columns))]
    return [
        "  ".join(cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)) for row in cells
    ]


def _width(text: str) -> int:
    """Columns that a text takes on a terminal: a CJK letter takes two."""
    return len(text) if text.isascii() else sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _plain(text: str) -> str:
    """Without control characters: names and messages come from reports."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def to_markdown(summary: Summary, title_of: Titles, since: str = "") -> str:
    """For an issue, a chat or a wiki."""
    lines = ["# Crash reports", "", headline(summary), *(("", _scope(summary)) if _scope(summary) else ())]
    for table in tables(summary, title_of, since):
        lines += ["", f"## {table.title}", "", table.note, ""]
        lines.append("| " + " | ".join(column or " " for column in table.columns) + " |")
        lines.append("|" + "---|" * len(table.columns))
        lines += ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in table.rows]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Text that stays text inside a Markdown table."""
    return "".join("\\" + letter if letter in "\\`*_{}[]<>#|~&" else letter for letter in _plain(text))


_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:1200px;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}p.note{color:#555}
table{border-collapse:collapse;width:100%;font-size:13px}td,th{border-bottom:1px solid #ddd;padding:4px 8px;text-align:left;
vertical-align:top;overflow-wrap:anywhere}th,td.s{white-space:nowrap;overflow-wrap:normal}summary{cursor:pointer}
svg{max-width:100%;height:auto;font:12px system-ui,sans-serif;fill:currentColor}.bar{fill:#1565c0}.axis{stroke:#999}
@media (prefers-color-scheme:dark){body{background:#161616;color:#e6e6e6}p.note{color:#aaa}td,th{border-color:#444}
.bar{fill:#64b5f6}}
"""


def to_html(summary: Summary, title_of: Titles, since: str = "") -> str:
    """One page with its style and plots inside; it loads nothing and runs nothing."""
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width">',
        f"<title>Crash reports</title><style>{_STYLE}</style></head><body>",
        f'<h1>Crash reports</h1><p>{escape(headline(summary))}</p><p class="note">{escape(_scope(summary))}</p>',
        _day_plot(summary),
    ]
    for table in tables(summary, title_of, since):
        parts.append(f'<h2>{escape(table.title)}</h2><p class="note">{escape(table.note)}</p>')
        if table.title == TOP_CAUSES:
            title = table.columns.index("what it is")
            parts.append(bars(TOP_CAUSES, [(row[title], int(row[0])) for row in table.rows[:12]]))
        if table.title == BY_DAY:  # the plot at the top shows it
            parts.append(f"<details><summary>figures</summary>{_html_table(table)}</details>")
        else:
            parts.append(_html_table(table))
    return "".join(parts) + "</body></html>\n"


def _day_plot(summary: Summary) -> str:
    days = sorted(day for day in summary.days if day)[-90:]
    counts = [(day, [(verdict, summary.days[day][verdict]) for verdict in _VERDICTS]) for day in days]
    return stacked_days("Reports by day", counts)


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in table.rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _html_cell(cell: str) -> str:
    short = ' class="s"' if len(cell) <= _SHORT else ""  # dates and counts are not broken
    return f"<td{short}>{escape(_plain(cell))}</td>"
