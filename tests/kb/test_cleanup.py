"""What is removed from the cache folder, and what never is."""

import os
import subprocess
import sys
from pathlib import Path

from crashkb.kb.cleanup import clean, hold

HOUR = 3600


def make(folder: Path, name: str, hours: float) -> Path:
    """A file that was last used so long ago."""
    path = folder / name
    path.write_text("x")
    time = path.stat().st_mtime - hours * HOUR
    os.utime(path, (time, time))
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def gone() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    return process.pid


def test_the_indexes_used_last_are_kept(tmp_path: Path) -> None:
    """Eight of them."""
    for number in range(12):
        make(tmp_path, f"index-{number:02d}.sqlite", hours=number)
    clean(tmp_path)

    assert names(tmp_path) == {f"index-{number:02d}.sqlite" for number in range(8)}


def test_an_index_in_use_is_never_removed_and_counts_as_used_now(tmp_path: Path) -> None:
    """Also in another process; when it is let go it may go."""
    old = make(tmp_path, "index-old.sqlite", hours=99)
    other = make(tmp_path, "index-other.sqlite", hours=99)
    handle = hold(old)
    os.utime(old, (1, 1))
    code = (
        "import sys; from pathlib import Path; from crashkb.kb.cleanup import hold;"
        f"hold(Path({str(other)!r})); import os; os.utime({str(other)!r}, (1, 1)); print(flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    for number in range(8):
        make(tmp_path, f"index-{number}.sqlite", hours=1)
    clean(tmp_path)
    assert {"index-old.sqlite", "index-other.sqlite"} <= names(tmp_path)

    os.close(handle)
    process.communicate()
    clean(tmp_path)
    assert not {"index-old.sqlite", "index-other.sqlite"} & names(tmp_path)


def test_using_an_index_renews_it(tmp_path: Path) -> None:
    """So that one of last year in daily use is not the first to go."""
    old = make(tmp_path, "index-old.sqlite", hours=1000)
    before = old.stat().st_mtime
    os.close(hold(old))

    assert old.stat().st_mtime > before


def test_what_killed_processes_left_is_removed(tmp_path: Path) -> None:
    """Not what one that runs is writing, nor what was just begun."""
    make(tmp_path, f".new-{gone()}-a", hours=2)
    make(tmp_path, ".new-abcdef", hours=2)  # as versions before named them
    make(tmp_path, ".new-parsed-pages.pickle-1", hours=24 * 40)
    fresh = make(tmp_path, f".new-{gone()}-b", hours=0)
    own = make(tmp_path, f".new-{os.getpid()}-c", hours=2)
    clean(tmp_path)

    assert names(tmp_path) == {fresh.name, own.name}


def test_pointers_of_roots_that_nobody_opened_for_long_are_removed(tmp_path: Path) -> None:
    """They are small, but made for every folder that ever was a root."""
    make(tmp_path, "roots-old.json", hours=24 * 40)
    make(tmp_path, "roots-new.json", hours=24)
    make(tmp_path, "parsed-pages.pickle", hours=24 * 400)
    clean(tmp_path)

    assert names(tmp_path) == {"roots-new.json", "parsed-pages.pickle"}


def test_a_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    """Nor a file that is not."""
    clean(tmp_path / "none")

    assert hold(tmp_path / "none") == -1
