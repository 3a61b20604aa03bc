"""Many different reports, made of real messages."""

from collections.abc import Sequence
from pathlib import Path

from crashkb.ask import OpenLibrary
from crashkb.triage.inputs import Item
from crashkb.triage.serial import run_serial

ROOT = Path(__file__).parents[1]


def many(count: int) -> list[Item]:
    """So many reports, all different, in a stable order."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "data" / "logs" / "examples").rglob("*.log"))]
    assert texts
    return [
        Item(f"r{number}", f"rows.jsonl:{number}", text=f"{texts[number % len(texts)]}\nworker {number} says goodbye\n")
        for number in range(count)
    ]


def serial_rows(library: OpenLibrary, items: Sequence[Item]) -> list[str]:
    """The rows that one process makes of them, in order."""
    return [row for rows in run_serial(library, [tuple(items)]) for row in rows]


def equal(count: int, kinds: int) -> list[Item]:
    """So many reports of so many kinds: those of one kind differ in their times only."""
    return [
        Item(
            f"r{number}",
            f"rows.jsonl:{number}",
            text=f"2026-11-{1 + number % 28:02d} 10:00:00,123 - train - ERROR - RuntimeError: kind {number % kinds} of all\n",
        )
        for number in range(count)
    ]
