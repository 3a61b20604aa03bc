"""Where the index lives: built once, reused, rebuilt when pages change, never in the way."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from crashkb.kb import store
from crashkb.kb.freshness import fingerprint
from crashkb.kb.index import build_index
from crashkb.kb.store import NOT_WRITABLE, open_index, open_remembered
from kbs import SMALL


class Counting:
    """build_index, counted."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, roots: Sequence[Path], path: Path, key: str) -> None:
        self.calls += 1
        build_index(roots, path, key)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(SMALL, tmp_path / "root")
    return tmp_path / "root"


def test_a_second_start_opens_the_same_index(root: Path, tmp_path: Path) -> None:
    """Nothing is built twice."""
    build = Counting()
    for _ in range(3):
        connection, note = open_index([root], tmp_path / "cache", build)
        assert note == ""
        connection.close()

    assert build.calls == 1


def test_a_changed_page_gives_a_new_index(root: Path, tmp_path: Path) -> None:
    """And going back to the old content finds the old one."""
    build = Counting()
    page = root / "kb" / "qa" / "what-does-137-mean.md"
    old = page.read_text()
    for text in (old, old.replace("SIGKILL", "signal 9"), old):
        page.write_text(text)
        open_index([root], tmp_path / "cache", build)[0].close()

    assert build.calls == 2


def test_an_index_cannot_be_written_through_the_answer_path(root: Path, tmp_path: Path) -> None:
    """It is opened read-only."""
    connection, _ = open_index([root], tmp_path / "cache", build_index)

    with pytest.raises(Exception, match="readonly"):
        connection.execute("DELETE FROM pages")


def test_a_damaged_index_or_pointer_is_rebuilt(root: Path, tmp_path: Path) -> None:
    """A crash of the machine must not need a person."""
    cache = tmp_path / "cache"
    open_index([root], cache, build_index)[0].close()
    for file in cache.iterdir():
        file.write_bytes(b"not a database")
    connection, note = open_index([root], cache, build_index)

    assert note == ""
    assert connection.execute("SELECT count(*) FROM pages").fetchone()[0] > 0


def test_without_a_writable_cache_it_works_in_memory_with_a_note(root: Path, tmp_path: Path) -> None:
    """A read-only install answers too."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    connection, note = open_index([root], blocked / "cache", build_index)

    assert note == NOT_WRITABLE
    assert connection.execute("SELECT count(*) FROM pages").fetchone()[0] > 0


def test_a_build_that_fails_leaves_nothing_behind(root: Path, tmp_path: Path) -> None:
    """No half index under a valid name, no temporary file."""

    def fail(roots: Sequence[Path], path: Path, key: str) -> None:
        path.write_bytes(b"half")
        raise RuntimeError("stopped")

    with pytest.raises(RuntimeError):
        open_index([root], tmp_path / "cache", fail)

    assert list((tmp_path / "cache").iterdir()) == []


def test_only_the_newest_indexes_are_kept(root: Path, tmp_path: Path) -> None:
    """A writer's day does not fill the disk."""
    page = root / "kb" / "qa" / "what-does-137-mean.md"
    text = page.read_text()
    for number in range(11):
        page.write_text(f"{text}\n{number}\n")
        open_index([root], tmp_path / "cache", build_index)[0].close()

    assert len(list((tmp_path / "cache").glob("index-*.sqlite"))) <= 8


def test_a_large_knowledge_base_opens_before_its_files_are_looked_at(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the fingerprint that has to hold; a small one does not, nor one that was never built."""
    cache = tmp_path / "cache"
    assert open_remembered([root], cache) is None
    open_index([root], cache, build_index)[0].close()
    assert open_remembered([root], cache) is None

    monkeypatch.setattr(store, "_MANY_FILES", 3)
    known = open_remembered([root], cache)
    assert known is not None
    assert known[1] == fingerprint([root])
    assert open_remembered([root], None) is None

    (root / "kb" / "qa" / "new.md").write_text("x")
    later = open_remembered([root], cache)
    assert later is not None
    assert later[1] != fingerprint([root])
