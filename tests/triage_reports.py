"""Many different reports, made of real messages."""

import json
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


def row(number: int, cause: str = "", day: str = "2026-11-30", **more: object) -> str:
    """A row of a triage."""
    verdict = "known" if cause else "unknown"
    causes = [{"id": cause, "confidence": 0.9}] if cause else []
    data = {"id": f"r{number}", "source": f"s{number}", "verdict": verdict, "causes": causes, "day": day, "page": None}
    return json.dumps({**data, "device": "A100", "version": "pytorch 2.1.0", "cluster": "KeyError: ¤", **more})
