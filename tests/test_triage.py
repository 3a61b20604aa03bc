"""Many reports."""

import json
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.triage import find_inputs, triage
from kbs import small_library

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"


def rows(*inputs: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in triage(small_library(), find_inputs(inputs))]


def test_folders_globs_files_and_rows_are_read_in_a_stable_order(tmp_path: Path) -> None:
    """Each report gives one row."""
    (tmp_path / "b.log").write_text(OOM)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.log").write_text("all fine\n")
    (tmp_path / "rows.jsonl").write_text(json.dumps({"id": "r1", "text": OOM}) + "\n\n")

    everything = rows(str(tmp_path))
    assert [Path(str(row["id"])).name for row in everything] == ["b.log", "r1", "a.log"]
    assert [row["id"] for row in rows(str(tmp_path / "*.log"))] == [(tmp_path / "b.log").as_posix()]

    assert everything[0]["causes"][0]["id"] == "gpu-vram-exhausted"  # type: ignore[index]


def test_what_cannot_be_read_becomes_a_row_with_an_error(tmp_path: Path) -> None:
    """One bad report does not end the run."""
    (tmp_path / "a.bin").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(200))
    (tmp_path / "rows.jsonl").write_text('{"id": 1}\n{"id": "ok", "text": "hello"}\n')

    binary, broken, good = rows(str(tmp_path))

    assert binary["error"] and broken["error"]
    assert "error" not in good


def test_an_input_that_names_nothing_is_an_error(tmp_path: Path) -> None:
    """A mistyped path is not an empty result."""
    with pytest.raises(InputError, match="no file, folder or pattern"):
        rows(str(tmp_path / "absent*.log"))
