"""`crashkb ingest` from the first log to the accepted page, as a person types it.

The modules crashkb.cli.ingest_new, crashkb.cli.ingest_review, crashkb.cli.ingest_accept and crashkb.cli.ingest_common
are met through the command line alone.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from crashkb.cli.main import cli
from crashkb.errors import CrashkbError
from crashkb.ingest.team import init_root

LOG = """Traceback (most recent call last):
  File "/home/alice/train/run.py", line 4, in <module>
    solve()
  File "/usr/lib/python3/site-packages/frobnet/core.py", line 9, in solve
    raise FrobError(text)
frobnet.FrobError: lattice of 12 nodes collapsed at layer 'enc1' (tensor [3, 4]) on cuda:0
"""

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs crashkb over a new team root `kb` beside the log; no history."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("CRASHKB_PATH", raising=False)
    monkeypatch.chdir(tmp_path)
    init_root(tmp_path / "kb-team", "Team")
    (tmp_path / "crash.log").write_text(LOG, encoding="utf-8")

    def call(*words: str, text: str | None = None) -> Result:
        return CliRunner().invoke(cli, ["--kb", "kb-team", *words], input=text)

    return call


def test_a_log_becomes_a_page_that_answers_its_siblings(run: Run, tmp_path: Path) -> None:
    """Ingest, list, show, check, accept; then another run's log is known, and the draft is gone."""
    done = run("ingest", "crash.log", "--yes")
    assert done.exit_code == 0, done.output
    assert "masked: user → user" in done.output
    assert "known: no" in done.output
    assert "template 1: lattice of {of:int} nodes collapsed" in done.output
    assert "alice" not in done.output

    listed = run("ingest", "list").output
    name = listed.split("\t")[0]
    assert listed.count("\n") == 1 and "\tcause\t" in listed
    assert "```template" in run("ingest", "show", name).output
    checked = run("ingest", "check", name)
    assert checked.exit_code == 0 and "check: no problems" in checked.output

    accepted = run("ingest", "accept", name)
    assert accepted.exit_code == 0, accepted.output
    assert run("ingest", "list").output == ""
    sibling = LOG.replace("12 nodes", "480 nodes").replace("enc1", "dec7").replace("/home/alice", "/srv")
    answer = run("ask", "-", text=sibling)
    assert answer.exit_code == 0
    assert "frobnet-lattice-nodes-collapsed-layer-tensor-failure" in answer.output
    assert run("kb", "check", "--static").output.count("kb-team") == 0


def test_a_dry_run_shows_files_and_effect_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    """Both languages and the signature, what it would change."""
    before = sorted(tmp_path.rglob("*"))
    done = run("ingest", "-", "--dry-run", "--id", "frob-collapse", "--title", "The lattice collapses", text=LOG)
    assert done.exit_code == 0, done.output
    for part in (
        "frob-collapse.md",
        "frob-collapse.zh.md",
        "## 症状",
        "effect: would now answer",
        "The lattice collapses",
    ):
        assert part in done.output
    assert [path for path in sorted(tmp_path.rglob("*")) if path not in before and "data" not in path.parts] == []


def test_a_rejected_message_is_not_proposed_again(run: Run) -> None:
    """Exit status 1 and why; --again writes it."""
    run("ingest", "crash.log")
    assert run("ingest", "reject", "lattice", "--reason", "not ours").exit_code == 0
    again = run("ingest", "-", text=LOG.replace("12 nodes", "9 nodes"))
    assert again.exit_code == 1 and "rejected before (not ours)" in again.output
    assert run("ingest", "crash.log", "--again").exit_code == 0


def test_a_broken_draft_stays_where_it_is(run: Run, tmp_path: Path) -> None:
    """The problem is told with file and line; nothing is accepted."""
    run("ingest", "crash.log")
    page = next((tmp_path / "kb-team/ingest/inbox").rglob("signatures/*/*.md"))
    page.write_text(page.read_text(encoding="utf-8").replace("role: specific", "role: [x"), encoding="utf-8")
    refused = run("ingest", "accept", "--all")
    assert refused.exit_code == 1
    assert f"{page.name}:" in refused.output and "K102" in refused.output
    assert page.exists()


def test_an_editor_is_opened_and_the_draft_checked(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what it saved."""
    run("ingest", "crash.log")
    monkeypatch.setenv("EDITOR", "sed -i 's/The log says:/The log shows this:/'")
    done = run("ingest", "edit", "lattice")
    assert done.exit_code == 0, done.output
    assert "check: no problems" in done.output
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "kb-team/ingest/inbox").rglob("causes/*/*.md")]
    assert any("The log shows this:" in text for text in texts)


def test_a_known_cause_takes_a_new_message(run: Run) -> None:
    """A signature that leads to it, and nothing else; an unknown cause is refused with near ones."""
    done = run("ingest", "crash.log", "--cause", "gpu-vram-exhausted", "--dry-run")
    assert "gpu-vram-exhausted: always" in done.output
    assert "kb/causes" not in done.output
    wrong = run("ingest", "crash.log", "--cause", "gpu-vram-exhaustd")
    assert isinstance(wrong.exception, CrashkbError) and "gpu-vram-exhausted" in str(wrong.exception)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ingest"], ""),
        (["ingest", "new"], "give a log"),
        (["ingest", "crash.log", "--issue", "x.md"], "give a log"),
        (["ingest", "accept"], "name the drafts"),
    ],
)
def test_wrong_usage_is_told(run: Run, words: list[str], said: str) -> None:
    """Exit status 2, or the help."""
    done = run(*words)
    assert done.exit_code in (0, 2)
    assert said in done.output


@pytest.mark.parametrize("trick", ["../../etc/passwd", "--id=../x", "missing.log"])
def test_path_tricks_and_missing_files_are_refused(run: Run, trick: str) -> None:
    """One clear line."""
    words = (
        ["ingest", "accept", trick]
        if trick.startswith("..")
        else ["ingest", trick]
        if trick == "missing.log"
        else ["ingest", "crash.log", trick]
    )
    done = run(*words)
    assert isinstance(done.exception, CrashkbError)
    assert "\n" not in str(done.exception)
