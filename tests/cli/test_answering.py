"""One answer from input to output, with click and without."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from crashkb.cli.answering import answer
from crashkb.cli.main import cli
from crashkb.cli.plain import Asked

ROOT = Path(__file__).parents[2]
LOG = ROOT / "data" / "logs" / "examples" / "torch-cuda-oom.log"


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
    import gzip

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
