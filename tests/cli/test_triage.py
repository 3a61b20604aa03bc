"""`crashkb triage`."""

import json
from pathlib import Path

from click.testing import CliRunner

from crashkb.cli.main import cli


def test_one_json_object_a_row(tmp_path: Path) -> None:
    """Into a file or onto stdout."""
    (tmp_path / "rows.jsonl").write_text(
        '{"id": "a", "text": "CUDA out of memory. Tried to allocate 2.00 GiB"}\n{"id": "b", "text": "hi"}\n'
    )
    runner = CliRunner()
    runner.invoke(cli, ["triage", str(tmp_path / "rows.jsonl"), "--jsonl", str(tmp_path / "out.jsonl")])
    written = (tmp_path / "out.jsonl").read_text()
    printed = runner.invoke(cli, ["triage", str(tmp_path / "rows.jsonl"), "--jsonl", "-"]).output

    assert written == printed
    first, second = (json.loads(line) for line in written.splitlines())
    assert (first["id"], first["causes"][0]["id"]) == ("a", "gpu-vram-exhausted")
    assert (second["id"], second["verdict"]) == ("b", "unknown")
