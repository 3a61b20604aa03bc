"""When an index still fits its pages."""

import os
import shutil
from pathlib import Path

import pytest

from crashkb.kb import freshness
from crashkb.kb.freshness import content_key, files_in, fingerprint, kb_files
from kbs import SMALL


def copy(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    shutil.copytree(SMALL, root)
    return root


def test_an_untouched_root_keeps_its_fingerprint(tmp_path: Path) -> None:
    """Reading changes nothing."""
    root = copy(tmp_path)

    assert fingerprint([root]) == fingerprint([root])


def test_touching_a_page_changes_the_fingerprint_but_not_the_key(tmp_path: Path) -> None:
    """A checkout with new times needs no new index."""
    root = copy(tmp_path)
    mark, key = fingerprint([root]), content_key([root])
    os.utime(next(root.rglob("*.md")), (1, 1))

    assert fingerprint([root]) != mark
    assert content_key([root]) == key


def test_a_changed_new_or_removed_page_changes_the_key(tmp_path: Path) -> None:
    """Each of the three."""
    root = copy(tmp_path)
    keys = [content_key([root])]
    page = next(root.rglob("*.md"))
    page.write_text(page.read_text() + "\n")
    keys.append(content_key([root]))
    (root / "kb" / "qa" / "new.md").write_text("x")
    keys.append(content_key([root]))
    page.unlink()
    keys.append(content_key([root]))

    assert len(set(keys)) == 4


def test_the_order_of_roots_matters(tmp_path: Path) -> None:
    """The later root wins by page."""
    root = copy(tmp_path)
    (root / "kb" / "qa" / "new.md").write_text("x")

    assert content_key([SMALL, root]) != content_key([root, SMALL])


def test_files_of_other_kinds_do_not_count(tmp_path: Path) -> None:
    """An editor's backup is no page."""
    root = copy(tmp_path)
    (root / "kb" / "page.md~").write_text("x")

    assert not any(name.endswith("~") for name, _ in kb_files([root]))


def test_a_page_changed_in_place_changes_the_fingerprint(tmp_path: Path) -> None:
    """Though no folder changes: an editor may write into the file itself."""
    root = copy(tmp_path)
    page = next(root.rglob("*.md"))
    folder, mark = page.parent.stat().st_mtime_ns, fingerprint([root])
    with page.open("a") as file:
        file.write("more\n")

    assert page.parent.stat().st_mtime_ns == folder
    assert fingerprint([root]) != mark


def test_a_new_a_gone_and_a_renamed_page_change_the_fingerprint(tmp_path: Path) -> None:
    """Each of the three."""
    root = copy(tmp_path)
    page = next(root.rglob("*.md"))
    marks = [fingerprint([root])]
    (page.parent / "new.md").write_text("x")
    marks.append(fingerprint([root]))
    page.rename(page.parent / "other.md")
    marks.append(fingerprint([root]))
    (page.parent / "other.md").unlink()
    marks.append(fingerprint([root]))

    assert len(set(marks)) == 4


def test_a_fingerprint_tells_the_number_of_files(tmp_path: Path) -> None:
    """Pages, tables and YAML files."""
    root = copy(tmp_path)

    assert files_in(fingerprint([root])) == len(list(kb_files([root])))
    assert files_in("of another version") == 0


def test_of_an_installed_package_only_folders_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installer removes and makes files, it does not write into them."""
    root = copy(tmp_path)
    monkeypatch.setattr(freshness, "is_installed", lambda other: other == root)
    page = next(root.rglob("*.md"))
    mark = fingerprint([root])
    with page.open("a") as file:
        file.write("more\n")
    assert fingerprint([root]) == mark

    page.unlink()
    gone = fingerprint([root])
    (root / "kb" / "qa" / "deeper").mkdir()

    assert len({mark, gone, fingerprint([root])}) == 3
