"""A triage output names where its texts stand; they are read from there."""

import gzip
import json
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.ingest.triaged import read_triaged

A, B = "BoomError: one", "BoomError: two"


def _written(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_texts_come_from_the_row_the_file_or_the_row_of_a_file(tmp_path: Path) -> None:
    """Packed files too; what was known is left out, what is gone has no text."""
    (tmp_path / "a.log").write_text(A, encoding="utf-8")
    inputs = _written(tmp_path / "in.jsonl", {"id": "x", "text": A}, {"id": "y", "text": B}, {"id": "z"})
    packed = tmp_path / "old.jsonl.gz"
    packed.write_bytes(gzip.compress(inputs.read_bytes()))
    out = _written(
        tmp_path / "out.jsonl",
        {"id": "own", "verdict": "unsure", "text": B},
        {"id": f"{tmp_path}/a.log", "verdict": "unknown"},
        {"id": "y", "source": f"{inputs}:2", "verdict": "unknown"},
        {"id": "y", "source": f"{packed}:1", "verdict": "unknown"},
        {"id": "z", "source": f"{inputs}:3", "verdict": "unknown"},
        {"id": "gone", "source": f"{tmp_path}/gone.jsonl:3", "verdict": "unknown"},
        {"id": "x", "source": f"{inputs}:1", "verdict": "known"},
    )
    assert [(row.id, row.text) for row in read_triaged(out)] == [
        ("own", B), (f"{tmp_path}/a.log", A), ("y", B), ("y", A), ("z", ""), ("gone", ""),
    ]  # fmt: skip


def test_what_is_no_row_is_told_with_its_line(tmp_path: Path) -> None:
    """And a file that is none."""
    path = tmp_path / "out.jsonl"
    path.write_text('{"id": "a"}\nnonsense\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"out.jsonl:2: not a row"):
        read_triaged(path)
    with pytest.raises(InputError, match="cannot read"):
        read_triaged(tmp_path / "absent.jsonl")
