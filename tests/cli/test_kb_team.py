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
from crashkb.history import History
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
    templates = {path.name for path in Path("team/ingest/templates").iterdir()}
    assert templates == {
        "cause.md", "cause.zh.md", "case.md", "case.zh.md", "qa.md", "qa.zh.md", "signature.md",
    }  # fmt: skip
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
    assert " 3× python-exception: frobnet.FrobError: lattice of … nodes" in said
    assert Path("gaps/01/1.log").read_text(encoding="utf-8") == LOG
    assert "causes without a signature" in run("kb", "stats")


def test_a_gap_becomes_a_draft_by_one_command(tmp_path: Path) -> None:
    """By its id or its place, with the logs of the triage output generalised into one template."""
    run("kb", "init", "team")
    rows = [{"id": str(number), "text": LOG.replace("12 nodes", f"{number} nodes")} for number in range(3)]
    Path("in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    run("triage", "in.jsonl", "--jsonl", "out.jsonl")
    mark = run("kb", "gaps", "out.jsonl").split()[1]
    said = run("--kb", "team", "ingest", "--from-gap", mark, "--triaged", "out.jsonl")
    assert "3 different logs" in said and "lattice of {of:int} nodes" in said
    draft = next(Path("team/ingest/inbox").glob("2*"))
    assert len(list(draft.glob("incident-*.log"))) == 3
    assert f"gap-{mark}" in next(draft.rglob("signatures/*/*.md")).read_text(encoding="utf-8")
    for words in (["--from-gap", "9"], ["--from-gap", "zzzz", "--triaged", "out.jsonl"]):
        with pytest.raises(CrashkbError, match="no gap"):
            run("--kb", "team", "ingest", *words)


def test_success_is_told_by_cause_and_step(tmp_path: Path) -> None:
    """As far as it is proven."""
    history = History(tmp_path / "data/crashkb/history.sqlite")
    for outcome in ("fixed", "fixed", "did-not-help"):
        talk = history.start("t", "x")
        turn = history.add(talk, "t", "log", {"verdict": "known", "causes": [{"id": "gpu-vram-exhausted"}]}, [])
        history.record("t", turn, "gpu-vram-exhausted", "smaller-batch", outcome)
    history.close()
    said = run("kb", "stats")
    assert "gpu-vram-exhausted: shown 3, right 2 of 3 (67%; surely at least 21%)" in said
    assert "smaller-batch: fixed it 2 of 3 (67%; surely at least 21%)" in said


def test_every_further_subcommand_is_there() -> None:
    """And says what it does."""
    for name in LATER:
        assert "Usage" in run("kb", name, "--help")
