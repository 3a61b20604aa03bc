"""A change happens wholly or not at all."""

import json
import threading
from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.journal import commit, settle
from crashkb.ingest.lock import locked


def test_files_lines_and_removals_happen_together(tmp_path: Path) -> None:
    """New files, a changelog line under its heading, a folder gone, nothing left behind."""
    (tmp_path / "old").mkdir()
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changelog\n\n## Unreleased\n\n- first\n\n## 1.0\n\n- x\n", encoding="utf-8"
    )
    with locked(tmp_path):
        commit(tmp_path, {"kb/a.md": "a", "kb/sub/b.md": "b"}, ["old"], [("CHANGELOG.md", "- second")])
    assert (tmp_path / "kb/sub/b.md").read_text(encoding="utf-8") == "b"
    assert not (tmp_path / "old").exists()
    assert "- first\n- second\n\n## 1.0" in (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert not settle(tmp_path)


def test_what_was_promised_is_finished_at_the_next_start(tmp_path: Path) -> None:
    """Journal written, killed before the renames; and twice finished is the same."""
    staging = tmp_path / "ingest/.staging/t1"
    staging.mkdir(parents=True)
    (staging / "0").write_text("new", encoding="utf-8")
    journal = tmp_path / "ingest/.journal/t1.json"
    journal.parent.mkdir()
    plan = {"files": {"0": "kb/a.md", "1": "kb/done.md"}, "remove": ["gone"], "lines": [["CHANGELOG.md", "- line"]]}
    journal.write_text(json.dumps(plan), encoding="utf-8")
    assert settle(tmp_path)
    assert (tmp_path / "kb/a.md").read_text(encoding="utf-8") == "new"
    assert "- line" in (tmp_path / "CHANGELOG.md").read_text(encoding="utf-8")
    assert not settle(tmp_path)


def test_what_was_not_promised_never_happened(tmp_path: Path) -> None:
    """Killed before the journal stands: the staged files go."""
    staging = tmp_path / "ingest/.staging/t1"
    staging.mkdir(parents=True)
    (staging / "0").write_text("new", encoding="utf-8")
    assert settle(tmp_path)
    assert not staging.exists()
    assert not (tmp_path / "kb").exists()


@pytest.mark.parametrize("path", ["../x", "kb/../../x", "/etc/x"])
def test_a_path_never_leads_out_of_the_root(tmp_path: Path, path: str) -> None:
    """Refused before anything is written."""
    with locked(tmp_path), pytest.raises(IngestError, match="leads out"):
        commit(tmp_path, {path: "x"})


def test_two_holders_wait_for_each_other(tmp_path: Path) -> None:
    """The second gets the lock when the first lets go, or gives up in clear words."""
    order = []

    def second() -> None:
        with locked(tmp_path):
            order.append("second")

    with locked(tmp_path):
        with pytest.raises(IngestError, match="another crashkb"), locked(tmp_path, wait=0.05):
            pass
        thread = threading.Thread(target=second)
        thread.start()
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
