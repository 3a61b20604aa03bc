"""Plots as SVG text: no library, no script, readable in any browser and by a screen reader."""

from collections.abc import Sequence
from html import escape

_WIDTH = 760
_LABEL = 300
_ROW = 24
_COLOURS = {"known": "#2e7d32", "unsure": "#f9a825", "unknown": "#c62828"}


def bars(title: str, values: Sequence[tuple[str, int]]) -> str:
    """Horizontal bars, one for each (label, count)."""
    if not values:
        return ""
    most = max(count for _, count in values) or 1
    height = _ROW * len(values) + 10
    parts = []
    for number, (label, count) in enumerate(values):
        y = 5 + number * _ROW
        width = (_WIDTH - _LABEL - 80) * count / most
        short = label if len(label) <= 44 else label[:43] + "…"
        parts.append(
            f'<text x="{_LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(short)}<title>{escape(label)}</title></text>'
            f'<rect x="{_LABEL}" y="{y + 3}" width="{max(width, 1):.1f}" height="{_ROW - 8}" class="bar"/>'
            f'<text x="{_LABEL + width + 6:.1f}" y="{y + 15}">{count:,}</text>'
        )
    return _svg(title, height, parts)


def stacked_days(title: str, days: Sequence[tuple[str, Sequence[tuple[str, int]]]]) -> str:
    """One column a day, stacked by verdict: (day, ((verdict, count), …))."""
    if not days:
        return ""
    height, base = 200, 165
    most = max(sum(count for _, count in parts) for _, parts in days) or 1
    step = (_WIDTH - 60) / len(days)
    drawn = [
        f'<text x="44" y="14" text-anchor="end">{most:,}</text>',
        f'<line x1="48" y1="{base}" x2="{_WIDTH}" y2="{base}" class="axis"/>',
    ]
    every = max(1, len(days) // 8)
    for number, (day, parts) in enumerate(days):
        x, y = 50 + number * step, float(base)
        for verdict, count in parts:
            tall = (base - 10) * count / most
            y -= tall
            drawn.append(
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(step - 2, 1):.1f}" height="{tall:.1f}" '
                f'fill="{_COLOURS[verdict]}"><title>{escape(day)}: {count:,} {verdict}</title></rect>'
            )
        if number % every == 0:
            drawn.append(f'<text x="{x:.1f}" y="{base + 18}">{escape(day[5:])}</text>')
    for number, (verdict, colour) in enumerate(_COLOURS.items()):
        drawn.append(
            f'<rect x="{50 + number * 110}" y="{height - 13}" width="10" height="10" fill="{colour}"/>'
            f'<text x="{64 + number * 110}" y="{height - 4}">{verdict}</text>'
        )
    return _svg(title, height, drawn)


def _svg(title: str, height: int, parts: Sequence[str]) -> str:
    return (
        f'<svg role="img" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )
