"""`crashkb eval`."""

import json
from pathlib import Path

from click.testing import CliRunner

from crashkb.cli.main import cli

ROWS = [
    {
        "id": "1",
        "text": "CUDA out of memory. Tried to allocate 2.00 GiB",
        "cause": "gpu-vram-exhausted",
        "lang": "en",
        "kind": "log",
    },
    {
        "id": "2",
        "text": "CUDA out of memory. Tried to allocate 2.00 GiB",
        "cause": "disk-full",
        "lang": "en",
        "kind": "log",
    },
    {"id": "3", "text": "tell me a joke", "lang": "en", "kind": "question"},
]


def test_figures_and_misses(tmp_path: Path) -> None:
    """Per group; wrong rows go into a file."""
    rows, misses = tmp_path / "rows.jsonl", tmp_path / "misses.jsonl"
    rows.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    runner = CliRunner()
    data = json.loads(runner.invoke(cli, ["eval", str(rows), "--json", "--misses", str(misses)]).output)
    text = runner.invoke(cli, ["eval", str(rows)]).output

    assert data["all"]["rows"] == 3
    assert set(data) == {"all", "lang en", "kind log", "kind question"}
    assert "top-1" in text and "Brier" in text and "95 % interval" in text
    assert [json.loads(line)["id"] for line in misses.read_text().splitlines()] == ["2"]
