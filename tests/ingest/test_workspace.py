"""The last root is the one that is written to; it lies over the others without a new index."""

from datetime import date
from pathlib import Path

import pytest

from crashkb.ask import ask
from crashkb.errors import LibraryError
from crashkb.history import History
from crashkb.ingest.compose import write_files
from crashkb.ingest.team import init_root
from crashkb.ingest.workspace import history_gaps, history_texts, open_workspace, read_turns, writable_root
from ingest_roots import LOG, TODAY, composed, small_root


def test_the_last_root_is_written_to_and_laid_over_the_others(tmp_path: Path) -> None:
    """Its pages answer at once, its families count, and the ids of all roots are taken."""
    team = tmp_path / "team"
    init_root(team, "Team")
    (team / "kb/families.yaml").write_text("robots:\n  title: Robots\n  title_zh: 机器人\n", encoding="utf-8")
    environ = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    made = composed(small_root(tmp_path))[0]
    write_files(team, made.files)
    workspace = open_workspace([str(team)], environ, tmp_path, date(2026, 11, 30))
    assert workspace.root == team
    assert "robots" in workspace.library.families
    assert ask(workspace.library, LOG).causes[0].id == made.plan.cause
    assert {made.plan.cause, "gpu-vram-exhausted"} <= workspace.taken()
    assert workspace.history is None
    assert {text.kind for text in workspace.corpus().texts} >= {"sample", "ask", "quiet", "row"}


def test_broken_pages_of_the_root_are_told_and_the_rest_works(tmp_path: Path) -> None:
    """File and line, however they are opened."""
    team = tmp_path / "team"
    init_root(team, "Team")
    environ = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path / "data")}
    made = composed(small_root(tmp_path))[0]
    write_files(team, made.files)
    page = next((team / "kb/causes").rglob("*failure.md"))
    page.write_text(page.read_text(encoding="utf-8").replace("family: memory", "family: [x"), encoding="utf-8")
    workspace = open_workspace([str(team)], environ, tmp_path, date(2026, 11, 30))
    assert len(workspace.broken) == 1
    assert workspace.broken[0].startswith(f"{page}:3: K102")
    assert workspace.library.page("gpu-vram-exhausted") is not None


def test_a_root_without_pages_is_refused(tmp_path: Path) -> None:
    """With the folder that was looked for."""
    with pytest.raises(LibraryError, match="no folder"):
        writable_root([str(tmp_path)], {}, tmp_path)


def test_a_killed_change_is_finished_before_anything_else(tmp_path: Path) -> None:
    """Opening a root settles it."""
    root = small_root(tmp_path)
    left = root / "ingest/.staging/x"
    left.mkdir(parents=True)
    assert writable_root([str(root)], {}, tmp_path) == root
    assert not left.exists()


def test_the_history_is_part_of_the_corpus(tmp_path: Path) -> None:
    """Newest first; a damaged file counts as none."""
    path = tmp_path / "history.sqlite"
    history = History(path)
    talk = history.start(f"{TODAY}T10:00:00Z", "x")
    for text in ("first", "second"):
        history.add(talk, f"{TODAY}T10:00:00Z", text, {"verdict": "unknown"}, ())
    history.add(talk, f"{TODAY}T10:00:00Z", "why?", {"verdict": "follow-up"}, ())
    history.close()
    assert [turn.input for turn in read_turns(path)] == ["why?", "second", "first"]
    assert [text.kind for text in history_texts(path)] == ["history", "history"]
    assert [item.name for item in history_gaps(path)] == ["turn 2", "turn 1"]
    path.write_bytes(b"no database at all" * 100)
    assert read_turns(path) == []
