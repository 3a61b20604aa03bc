"""One triage from inputs to rows."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crashkb.triage.output import Output, read_rows
from crashkb.triage.run import Plan, diagnose
from kbs import real_library
from triage_reports import many


def write_rows(path: Path, count: int) -> None:
    rows = [json.dumps({"id": item.id, "text": item.text}) for item in many(count)]
    path.write_text("".join(row + "\n" for row in rows))


@pytest.mark.parametrize("engine", ["auto", "serial", "processes"])
def test_every_engine_writes_the_same_rows(tmp_path: Path, engine: str) -> None:
    """Whatever their order."""
    write_rows(tmp_path / "rows.jsonl", 40)
    inputs = [str(tmp_path / "rows.jsonl")]
    output = Output(tmp_path / "out.jsonl")
    given = [row for rows in diagnose(real_library(), inputs, Plan(engine=engine, jobs=2), output) for row in rows]
    output.close()
    expected = [row for rows in diagnose(real_library(), inputs, Plan(engine="serial")) for row in rows]

    assert sorted(read_rows(output.path)) == sorted(given) == sorted(expected)
    assert len(given) == 40


def test_what_is_finished_is_left_out(tmp_path: Path) -> None:
    """A second run has nothing to do."""
    write_rows(tmp_path / "rows.jsonl", 10)
    for _ in range(2):
        output = Output(tmp_path / "out.jsonl", resume=True)
        list(diagnose(real_library(), [str(tmp_path)], Plan(engine="serial"), output))
        output.close()

    assert output.taken_up == 10
    assert len(list(read_rows(output.path))) == 10


def test_killed_at_random_moments_and_resumed_it_ends_with_the_same_rows(tmp_path: Path) -> None:
    """The whole program, with SIGKILL; no process stays behind."""
    write_rows(tmp_path / "rows.jsonl", 600)
    inputs = [str(tmp_path / "rows.jsonl")]
    expected = [row for rows in diagnose(real_library(), inputs, Plan(engine="serial")) for row in rows]
    command = [sys.executable, "-m", "crashkb.cli.main", "triage", *inputs, "--resume", "--jobs", "2"]
    command += ["--engine", "processes", "--jsonl", str(tmp_path / "out.jsonl")]
    chance = random.Random(4)
    for _ in range(4):
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.3 + chance.random())
        run.send_signal(signal.SIGKILL)
        run.wait()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=120)

    assert sorted(read_rows(tmp_path / "out.jsonl")) == sorted(expected)
