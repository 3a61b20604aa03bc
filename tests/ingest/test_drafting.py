"""Starting, accepting and rejecting, as command line and chat do it."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.corpus import read_corpus
from crashkb.ingest.drafting import decide, refuse, save, start
from crashkb.ingest.form_files import files_mark
from crashkb.ingest.inbox import read_inbox
from crashkb.ingest.incident import from_texts
from ingest_roots import LOG, TODAY, drafted, opened_workspace, small_root


def test_an_incident_becomes_a_draft_unless_it_was_rejected(tmp_path: Path) -> None:
    """Said with the reason; it can be asked for again."""
    root = small_root(tmp_path)
    workspace = opened_workspace(root)
    corpus = read_corpus(workspace.library, [])
    incident = from_texts([("history-3", LOG)])
    draft = start(workspace, corpus, incident)
    assert read_inbox(root) == (draft,)
    assert refuse(root, draft.name, TODAY, "not ours") == draft
    with pytest.raises(IngestError, match="not ours"):
        start(workspace, corpus, incident)
    assert start(workspace, corpus, incident, again=True).folder.is_dir()


def test_a_clean_draft_is_accepted_and_a_broken_one_stays(tmp_path: Path) -> None:
    """With what is wrong."""
    root = small_root(tmp_path)
    draft = drafted(root)
    page = next((draft.folder / "kb/signatures").rglob("*.md"))
    good = page.read_text(encoding="utf-8")
    page.write_text(good.replace("role: specific", "role: wrong"), encoding="utf-8")
    review, accepted = decide(opened_workspace(root), draft, force=True)
    assert accepted is None and review.problems and draft.folder.is_dir()
    page.write_text(good, encoding="utf-8")
    review, accepted = decide(opened_workspace(root), draft)
    assert accepted is not None and len(accepted.files) == 3 and review.clean
    assert read_inbox(root) == ()


def test_saving_a_draft_that_is_gone_is_told(tmp_path: Path) -> None:
    """Somebody accepted it meanwhile."""
    root = small_root(tmp_path)
    draft = drafted(root)
    mark = files_mark(draft.folder)
    refuse(root, draft.name, TODAY)
    with pytest.raises(IngestError, match="no draft"):
        save(root, draft.name, {"kb/qa/x.md": "x"}, mark, "cause", "x")
