"""When an index still fits its pages."""

import os
import shutil
from pathlib import Path

from crashkb.kb.freshness import content_key, fingerprint, kb_files
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
