"""The further subcommands of `crashkb kb`: init, retire, replace, merge, rename, gaps, stats, export, import.

The modules crashkb.cli.kb_pages, crashkb.cli.kb_gaps and crashkb.cli.kb_exchange are met through the command line.
"""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from crashkb.cli.kb import LATER
from crashkb.cli.main import cli
from crashkb.errors import CrashkbError
from crashkb.kb.collection import read_collection
from ingest_roots import LOG, small_root


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CRASHKB_PATH", raising=False)
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, list(words))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


def test_a_team_root_is_made_and_passes_its_own_check() -> None:
    """With workflow and hook; a second time it is refused."""
    run("kb", "init", "team", "--name", "Vision")
    assert "name: Vision" in Path("team/kb/root.yaml").read_text(encoding="utf-8")
    assert os.access("team/hooks/pre-commit", os.X_OK)
    assert "kb check" in Path("team/.github/workflows/knowledge-base.yml").read_text(encoding="utf-8")
    assert "team" not in run("--kb", "team", "kb", "check", "--static")
    with pytest.raises(CrashkbError, match="already"):
        run("kb", "init", "team")


def test_pages_leave_by_command(tmp_path: Path) -> None:
    """Renamed and retired with a redirect, in the last root."""
    root = small_root(tmp_path)
    run("--kb", str(root), "kb", "rename", "cuda-error-out-of-memory", "cuda-oom-bare")
    assert read_collection([root]).signatures["cuda-error-out-of-memory"].replaced_by == "cuda-oom-bare"
    run("--kb", str(root), "kb", "merge", "cuda-oom-bare", "torch-cuda-out-of-memory")
    assert read_collection([root]).signatures["cuda-oom-bare"].replaced_by == "torch-cuda-out-of-memory"


def test_what_was_exported_can_be_imported(tmp_path: Path) -> None:
    """Into an empty root; a second time only with --replace."""
    root = small_root(tmp_path)
    rows = run("--kb", str(root), "kb", "export")
    assert len([json.loads(row) for row in rows.splitlines()]) > 5
    Path("pages.jsonl").write_text(rows, encoding="utf-8")
    run("kb", "init", "team")
    run("--kb", "team", "kb", "import", "pages.jsonl")
    assert read_collection([Path("team")]).pages.keys() == read_collection([root]).pages.keys()
    with pytest.raises(CrashkbError, match="--replace"):
        run("--kb", "team", "kb", "import", "pages.jsonl")
    run("--kb", "team", "kb", "import", "pages.jsonl", "--replace")


def test_gaps_and_stats_of_a_triage_output(tmp_path: Path) -> None:
    """Clusters are saved as logs, one folder each."""
    rows = "".join(json.dumps({"id": str(number), "verdict": "unknown", "text": LOG}) + "\n" for number in range(3))
    Path("out.jsonl").write_text(rows, encoding="utf-8")
    said = run("kb", "gaps", "out.jsonl", "--save", "gaps")
    assert "1. 3× python-exception: frobnet.FrobError: lattice of … nodes" in said
    assert Path("gaps/01/1.log").read_text(encoding="utf-8") == LOG
    assert "causes without a signature" in run("kb", "stats")


def test_every_further_subcommand_is_there() -> None:
    """And says what it does."""
    for name in LATER:
        assert "Usage" in run("kb", name, "--help")
