"""Forms worked on: looked at without writing, changed in kind, saved in one step."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.form import Form
from crashkb.ingest.form_files import open_draft
from crashkb.ingest.review import review
from ingest_roots import LOG, drafted, form_desk, small_root


def _opened(root: Path) -> tuple[Form, str]:
    opened = open_draft(root, drafted(root).name)
    assert opened.form is not None
    return opened.form, opened.mark


def test_looking_writes_nothing(tmp_path: Path) -> None:
    """Whatever the form says."""
    root = small_root(tmp_path)
    form, _ = _opened(root)
    before = {path: path.stat().st_mtime_ns for path in root.rglob("*")}
    assert form_desk(root).look(form).clean
    broken = form_desk(root).look(form._replace(templates="{a:int} x", steps="no step"))
    assert {problem.code for problem in broken.problems} >= {"K501", "K210"}
    assert all(problem.path.startswith("kb/") and problem.line for problem in broken.problems)
    assert {path: path.stat().st_mtime_ns for path in root.rglob("*")} == before


def test_a_saved_form_is_what_is_opened_next(tmp_path: Path) -> None:
    """Also with another id: the old files are gone."""
    root = small_root(tmp_path)
    form, mark = _opened(root)
    changed = form._replace(page="lattice-collapsed", title="The lattice collapses", title_zh="晶格塌了")
    saved = form_desk(root).save(changed, mark)
    again = open_draft(root, saved.name)
    assert again.form == changed
    assert again.draft.title == "The lattice collapses"
    assert not list((saved.folder / "kb").rglob(f"{form.page}*"))
    assert (saved.folder / "incident-1.log").read_text(encoding="utf-8") == LOG


def test_what_somebody_else_wrote_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """The form has to be opened again."""
    root = small_root(tmp_path)
    form, mark = _opened(root)
    page = next((root / "ingest/inbox").rglob("causes/*/*failure.md"))
    page.write_text(page.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
    with pytest.raises(IngestError, match="have changed since"):
        form_desk(root).save(form, mark)
    assert page.read_text(encoding="utf-8").endswith("Mine.\n")


def test_nothing_is_saved_that_could_not_be_opened_again(tmp_path: Path) -> None:
    """The problem is told with file and line."""
    root = small_root(tmp_path)
    form, mark = _opened(root)
    for bad in (form._replace(title="", title_zh=""), form._replace(sources="nonsense x 2026-11-30")):
        with pytest.raises(IngestError, match=r"not saved: kb/.*:\d+: K1"):
            form_desk(root).save(bad, mark)
    assert open_draft(root, form.name).form == form


@pytest.mark.parametrize("kind", ["signature", "case"])
def test_a_draft_becomes_another_kind_and_back(tmp_path: Path, kind: str) -> None:
    """The target is proposed, then named; what was written stays."""
    root = small_root(tmp_path)
    form, mark = _opened(root)
    desk = form_desk(root)
    other = desk.of_kind(form._replace(kind=kind, page="gpu-vram-exhausted"))
    assert (other.kind, other.page, other.templates) == (kind, "gpu-vram-exhausted", form.templates)
    found = desk.look(other)
    assert found.clean, found.problems
    saved = desk.save(other, mark)
    assert review(desk.workspace.library, saved.folder, desk.corpus, desk.workspace.today).clean
    assert saved.action == kind

    opened = open_draft(root, form.name)
    assert opened.form is not None and opened.form.kind == kind
    back = desk.of_kind(opened.form._replace(kind="cause"))
    assert back.kind == "cause" and back.page not in desk.workspace.library.page_ids()
    assert back.steps.startswith("- [ ] `reproduce-alone`")
    assert desk.look(back).clean


def test_a_template_taken_away_takes_the_message_page_along_and_brings_it_back(tmp_path: Path) -> None:
    """A cause without a message is allowed; a message without a template is a problem."""
    root = small_root(tmp_path)
    form, mark = _opened(root)
    desk = form_desk(root)
    bare = form._replace(templates="")
    assert not [path for path in desk.files(bare) if "/signatures/" in path]
    desk.save(bare, mark)
    opened = open_draft(root, form.name)
    assert opened.form is not None and opened.form.templates == ""
    again = opened.form._replace(templates=form.templates, samples=form.samples)
    assert [path for path in desk.files(again) if "/signatures/" in path]
    assert desk.look(again).clean
    assert {problem.code for problem in desk.look(form._replace(kind="signature", templates="")).problems} & {"K504"}
