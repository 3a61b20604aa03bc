"""Pages as they were parsed last time."""

import os
import pickle
import shutil
from pathlib import Path

import pytest

from crashkb.kb.collection import read_collection
from crashkb.kb.parsed import NAME, ParsedPages
from kbs import SMALL


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(SMALL, tmp_path / "root")
    return tmp_path / "root"


def test_unchanged_pages_are_not_parsed_again_and_give_the_same(root: Path, tmp_path: Path) -> None:
    """Lines and problems included."""
    fresh = read_collection([root])
    for parsed_pages in (True, False):
        parsed = ParsedPages(tmp_path / NAME)
        known = read_collection([root], parsed)

        assert (parsed.parsed > 0) == parsed_pages
        assert known._replace(marks={}) == fresh._replace(marks={})
        assert {name: marks.line("title") for name, marks in known.marks.items()} == {
            name: marks.line("title") for name, marks in fresh.marks.items()
        }


def test_only_a_changed_page_is_parsed(root: Path, tmp_path: Path) -> None:
    """In either language."""
    read_collection([root], ParsedPages(tmp_path / NAME))
    page = root / "kb" / "causes" / "memory" / "gpu-vram-fragmented.zh.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n再多一行。\n", encoding="utf-8")
    parsed = ParsedPages(tmp_path / NAME)
    collection = read_collection([root], parsed)

    assert parsed.parsed == 1
    assert collection.pages == read_collection([root]).pages


def test_a_removed_page_is_forgotten(root: Path, tmp_path: Path) -> None:
    """And a page that comes back is parsed."""
    read_collection([root], ParsedPages(tmp_path / NAME))
    page = root / "kb" / "qa" / "what-does-137-mean.md"
    os.rename(page, tmp_path / "kept")
    assert "what-does-137-mean" not in read_collection([root], ParsedPages(tmp_path / NAME)).pages
    os.rename(tmp_path / "kept", page)
    parsed = ParsedPages(tmp_path / NAME)

    assert "what-does-137-mean" in read_collection([root], parsed).pages
    assert parsed.parsed == 1


def test_what_is_no_cache_counts_as_empty_and_runs_nothing(root: Path, tmp_path: Path) -> None:
    """Damaged, or made to run code."""

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "evil"),)

    for content in (b"", b"garbage", pickle.dumps(Evil()), pickle.dumps(("x", {}))):
        (tmp_path / NAME).write_bytes(content)
        parsed = ParsedPages(tmp_path / NAME)
        read_collection([root], parsed)
        assert parsed.parsed > 0

    assert not (tmp_path / "evil").exists()
