"""The worker's side of drafts: it sees what others change meanwhile, and answers in values that a pipe can carry.

The form that shows them, crashkb.tui.draft_form, is met through the screens in test_draft_screen.
"""

import pickle
from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.history import History
from crashkb.ingest.inbox import read_inbox
from crashkb.tui.draft_desk import DraftDesk
from ingest_roots import LOG, drafted, opened_workspace, small_root


def _desk(tmp_path: Path) -> tuple[DraftDesk, Path, list[int]]:
    root = small_root(tmp_path)
    history = tmp_path / "history.sqlite"
    opened: list[int] = []

    def open_it() -> object:
        opened.append(1)
        return opened_workspace(root, history if history.is_file() else None)

    return DraftDesk(open_it), root, opened  # type: ignore[arg-type]


def test_a_turn_becomes_a_draft_of_all_that_say_the_same(tmp_path: Path) -> None:
    """The history is read anew when it grew."""
    desk, root, opened = _desk(tmp_path)
    with pytest.raises(IngestError, match="no history"):
        desk.start(1)
    history = History(tmp_path / "history.sqlite")
    for nodes in (12, 40):
        talk = history.start("t", "x")
        history.add(talk, "t", LOG.replace("12 nodes", f"{nodes} nodes"), {"verdict": "unknown"}, [])
    history.close()
    desk = DraftDesk(lambda: opened_workspace(root, tmp_path / "history.sqlite"))
    name = desk.start(2)
    assert len(list((root / "ingest/inbox" / name).glob("incident-*.log"))) == 2
    with pytest.raises(IngestError, match="no turn 9"):
        desk.start(9)
    assert opened == [1]


def test_everything_it_answers_can_be_sent(tmp_path: Path) -> None:
    """List, form, preview, save, accept, reject; the root is opened anew after an accept only."""
    desk, root, opened = _desk(tmp_path)
    first, second = drafted(root), drafted(root, LOG.replace("lattice", "spindle"))
    assert [row.name for row in desk.list()] == [second.name, first.name]
    shown = desk.open(first.name)
    assert shown.form is not None
    sight = desk.look(shown.form)
    assert sight.clean
    saved = desk.save(shown.form._replace(title="Other"), shown.mark)
    assert saved.form is not None and saved.form.title == "Other" and saved.mark != shown.mark
    desk.reject(second.name, "no")
    assert opened == [1]
    outcome = desk.accept(first.name)
    assert len(outcome.files) == 3 and outcome.sight.clean
    assert desk.list() == () == read_inbox(root)
    assert opened == [1, 1]
    assert pickle.loads(pickle.dumps((shown, sight, outcome))) == (shown, sight, outcome)


def test_a_draft_with_flaws_stays(tmp_path: Path) -> None:
    """No files, but what is to be mended."""
    desk, root, _ = _desk(tmp_path)
    draft = drafted(root)
    page = next((draft.folder / "kb/signatures").rglob("*.md"))
    page.write_text(page.read_text(encoding="utf-8").replace("role: specific", "role: wrong"), encoding="utf-8")
    outcome = desk.accept(draft.name)
    assert outcome.files == () and outcome.sight.flaws[0].place.startswith("kb/signatures/")
    assert desk.open(draft.name).row.name == draft.name
