"""One answer from input to output, with click and without."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from crashkb.ask import OpenLibrary, open_library
from crashkb.cli.answering import answer
from crashkb.cli.main import cli
from crashkb.cli.plain import Asked
from crashkb.kb import store
from kbs import SMALL

ROOT = Path(__file__).parents[2]
LOG = ROOT / "data" / "logs" / "examples" / "torch-cuda-oom.log"


class Counting:
    """open_library, counted."""

    def __init__(self, function: Callable[..., OpenLibrary]) -> None:
        self.calls = 0
        self._function = function

    def __call__(self, *arguments: Any, **options: Any) -> OpenLibrary:
        self.calls += 1
        return self._function(*arguments, **options)


@pytest.mark.parametrize("options", [["--json"], ["--markdown"], [], ["--explain", "--lang", "zh"]])
def test_click_and_the_plain_way_print_the_same(options: list[str]) -> None:
    """To the byte."""
    clicked = CliRunner().invoke(cli, ["ask", str(LOG), *options])
    plain = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", "ask", str(LOG), *options], capture_output=True, check=True
    )

    assert clicked.output == plain.stdout.decode()


def test_a_huge_packed_log_is_read_as_a_stream(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With exact line numbers and the number of repetitions."""
    path = tmp_path / "train.log.gz"
    filler = b"epoch 1 step 12 throughput 311.2 samples/s\n" * 120_000
    oom = b"RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 7.79 GiB total capacity)\n" * 1_000
    path.write_bytes(gzip.compress(filler + oom + filler))

    assert answer(Asked((str(path),), as_json=True)) == 0
    data = json.loads(capsys.readouterr().out)
    evidence = data["causes"][0]["evidence"][0]
    assert (evidence["line"], evidence["times"]) == (120_001, 1_000)


def test_a_reader_that_went_away_is_no_traceback() -> None:
    """`crashkb ask ... | head -1`."""
    command = f"{sys.executable} -m crashkb.cli.main ask --json {LOG} | head -c 1"
    result = subprocess.run(["sh", "-c", command], capture_output=True, check=False)

    assert result.stdout == b"{"
    assert result.stderr == b""


@pytest.mark.parametrize("arguments", [["ask", "--markdown", str(LOG)], ["ask", str(LOG)], ["list"]])
def test_a_program_whose_reader_went_away_ends_as_others_do(arguments: list[str]) -> None:
    """With the status of SIGPIPE, and without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", *arguments], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)

    assert (result.returncode, result.stderr) == (141, b"")


def test_piped_lines_have_no_blanks_at_their_ends() -> None:
    """Nobody needs them in a file or a diff."""
    result = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", "ask", str(LOG)], capture_output=True, check=True
    )

    lines = result.stdout.decode().splitlines()
    assert len(lines) > 20
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("option", ["--json", "--markdown", "--explain"])
def test_a_packed_log_that_ends_too_early_is_answered_and_marked(tmp_path: Path, option: str) -> None:
    """In the answer, on standard error and in the exit status."""
    text = LOG.read_bytes() + b"".join(b"%x\n" % hash((number, "x")) for number in range(5_000))
    path = tmp_path / "log.gz"
    path.write_bytes(gzip.compress(text)[:-2_000])
    result = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", "ask", option, str(path)], capture_output=True, check=False
    )

    assert result.returncode == 3
    assert b"answered from the part that could be read" in result.stderr
    assert "ends too early" in " ".join(result.stdout.decode().split())
    if option == "--json":
        data = json.loads(result.stdout)
        assert data["causes"]
        assert "ends too early" in data["incomplete"]


def test_a_large_knowledge_base_answers_early_but_never_from_old_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a page changed meanwhile, even within its file, the early answer is thrown away."""
    monkeypatch.setattr(store, "_MANY_FILES", 3)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("crashkb.cli.answering.open_library", looking := Counting(open_library))
    monkeypatch.setattr("crashkb.cli.opening.open_library", looking)
    root = tmp_path / "team"
    shutil.copytree(SMALL, root)
    asked = Asked((str(LOG),), roots=(str(root),), as_json=True)

    def version() -> str:
        answer(asked)
        return str(json.loads(capsys.readouterr().out)["kb"])

    first = version()
    assert (version(), looking.calls) == (first, 1)

    page = root / "kb" / "qa" / "what-does-137-mean.md"
    with page.open("a", encoding="utf-8") as file:
        file.write("\nOne more word.\n")
    changed = version()
    assert changed != first
    assert looking.calls == 2
    assert (version(), looking.calls) == (changed, 2)
