"""A draft on the disk may be broken in every way: the form tells which file and line, and opens what it can keep."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.form_files import files_mark, open_draft
from ingest_roots import drafted, small_root


@pytest.mark.parametrize(
    ("trick", "code"),
    [
        ("role: [x", "K102"),
        ("role: specific\nstray: 1", "K105"),
        ("utf-16", "K003"),
        ("huge", "K002"),
        ("link", "K004"),
        ("name", "K00"),
        ("empty", "K101"),
    ],
)
def test_a_broken_file_has_no_form_but_a_reason(tmp_path: Path, trick: str, code: str) -> None:
    """Nothing is lost by saving a form over it."""
    root = small_root(tmp_path)
    draft = drafted(root)
    page = next((draft.folder / "kb/signatures").rglob("*.md"))
    text = page.read_text(encoding="utf-8")
    if trick == "utf-16":
        page.write_bytes(text.encode("utf-16"))
    elif trick == "huge":
        page.write_text("x" * 300_000, encoding="utf-8")
    elif trick == "link":
        page.unlink()
        page.symlink_to("/etc/hostname")
    elif trick == "name":
        page.rename(page.with_name("Upper Case.md"))
    elif trick == "empty":
        page.write_text("", encoding="utf-8")
    else:
        page.write_text(text.replace("role: specific", trick), encoding="utf-8")
    opened = open_draft(root, draft.name)
    assert opened.form is None
    assert any(item.code.startswith(code) and item.path.startswith("kb/signatures/") for item in opened.problems)


def test_line_ends_of_windows_are_no_reason(tmp_path: Path) -> None:
    """They open as they are."""
    root = small_root(tmp_path)
    draft = drafted(root)
    for page in (draft.folder / "kb").rglob("*.md"):
        page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n"))
    opened = open_draft(root, draft.name)
    assert opened.form is not None and "\r" not in "".join(opened.form)


def test_a_draft_without_pages_or_that_is_gone_is_told(tmp_path: Path) -> None:
    """The one with a reason, the other as an error."""
    root = small_root(tmp_path)
    (root / "ingest/inbox/empty/kb").mkdir(parents=True)
    (root / "ingest/inbox/hollow").mkdir()
    assert [open_draft(root, name).problems[0].code for name in ("empty", "hollow")] == ["K005", "K005"]
    with pytest.raises(IngestError, match="no draft 'gone'"):
        open_draft(root, "gone")
    with pytest.raises(IngestError, match="no draft's name"):
        open_draft(root, "../../etc")


def test_the_mark_changes_with_any_page_file(tmp_path: Path) -> None:
    """And with nothing else."""
    draft = drafted(small_root(tmp_path))
    mark = files_mark(draft.folder)
    (draft.folder / "incident-1.log").write_text("x", encoding="utf-8")
    assert files_mark(draft.folder) == mark
    (draft.folder / "kb/qa").mkdir()
    (draft.folder / "kb/qa/new.md").write_text("x", encoding="utf-8")
    assert files_mark(draft.folder) != mark
