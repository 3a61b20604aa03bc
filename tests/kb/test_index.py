"""What goes into the index file."""

import sqlite3
from pathlib import Path

import pytest

from crashkb.errors import LibraryError
from crashkb.kb import inverted
from crashkb.kb.index import build_index
from crashkb.kb.library import Library
from kbs import SMALL, small_library
from small_kb import copy_small


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, in order."""
    connection = sqlite3.connect(path)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def test_every_template_of_the_knowledge_base_is_in_the_index() -> None:
    """With the fragments of with and without."""
    library: Library = small_library()
    for name in library.signature_ids():
        signature = library.signature(name)
        assert signature is not None
        stored = library.templates_of(name)
        assert [item.template.text for item in stored if item.use == "template"] == list(signature.templates)


def test_an_index_that_did_not_fit_into_memory_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last bit, however often what was counted went to a file."""
    build_index([SMALL], tmp_path / "whole", "key")
    monkeypatch.setattr(inverted, "_MOST_HELD", 300)
    build_index([SMALL], tmp_path / "pieces", "key")

    assert rows(tmp_path / "whole") == rows(tmp_path / "pieces")


def test_a_later_root_wins_in_the_index_too(tmp_path: Path) -> None:
    """A page that cannot be read hides the earlier one."""
    root = copy_small(tmp_path)
    page = next(root.rglob("gpu-vram-fragmented.md"))
    page.write_text("no front matter\n", encoding="utf-8")
    build_index([SMALL, root], tmp_path / "index", "key")
    library = Library(sqlite3.connect(tmp_path / "index"))

    assert library.page("gpu-vram-fragmented") is None
    assert library.page("gpu-vram-exhausted") is not None
    assert library.document_count == small_library().document_count - 1


def test_a_root_without_pages_is_an_error(tmp_path: Path) -> None:
    """Better than an index that answers nothing."""
    (tmp_path / "kb").mkdir()
    with pytest.raises(LibraryError, match="no pages found"):
        build_index([tmp_path], tmp_path / "index", "key")
