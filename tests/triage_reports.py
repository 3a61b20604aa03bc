"""Many different reports, made of real messages."""

from pathlib import Path

from crashkb.triage.inputs import Item

ROOT = Path(__file__).parents[1]


def many(count: int) -> list[Item]:
    """So many reports, all different, in a stable order."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "data" / "logs" / "examples").rglob("*.log"))]
    assert texts
    return [
        Item(f"r{number}", f"rows.jsonl:{number}", text=f"{texts[number % len(texts)]}\nworker {number} says goodbye\n")
        for number in range(count)
    ]
