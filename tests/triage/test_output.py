"""The file of rows: only complete rows count, finished ones are not done again."""

import json
import random
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.triage.output import Output, read_rows

ROWS = [json.dumps({"id": str(number), "source": f"源{number}", "verdict": "known"}) for number in range(50)]


def test_rows_come_back_as_written(tmp_path: Path) -> None:
    """One a line."""
    output = Output(tmp_path / "out.jsonl")
    output.write(ROWS[:20])
    output.write(ROWS[20:])
    output.close()

    assert list(read_rows(output.path)) == ROWS


def test_a_run_that_was_killed_anywhere_is_taken_up_without_loss_or_repetition(tmp_path: Path) -> None:
    """At any byte of the file."""
    whole = "".join(row + "\n" for row in ROWS).encode()
    chance = random.Random(11)
    for cut in (0, len(whole), *(chance.randrange(len(whole)) for _ in range(20))):
        path = tmp_path / "out.jsonl"
        path.write_bytes(whole[:cut])
        output = Output(path, resume=True)
        output.write([row for row in ROWS if not output.is_finished(json.loads(row)["source"])])
        output.close()

        assert output.taken_up == whole[:cut].count(b"\n")
        assert path.read_bytes() == whole


def test_without_resume_the_file_is_begun_anew(tmp_path: Path) -> None:
    """Old rows are not mixed with new ones."""
    path = tmp_path / "out.jsonl"
    path.write_text(ROWS[0] + "\n")
    Output(path).close()

    assert path.read_text() == ""


def test_a_file_that_is_none_of_ours_is_not_touched(tmp_path: Path) -> None:
    """Resuming into the wrong file must not cut it."""
    path = tmp_path / "notes.txt"
    path.write_text("my notes\nmore")
    with pytest.raises(InputError, match="not resumed"):
        Output(path, resume=True)

    assert path.read_text() == "my notes\nmore"


def test_a_folder_that_does_not_exist_is_an_input_error(tmp_path: Path) -> None:
    """One clear line."""
    with pytest.raises(InputError, match="cannot write"):
        Output(tmp_path / "absent" / "out.jsonl")
