"""Where the index lives: find the file that fits the roots, else build it, else work in memory.

The index is `<cache>/index-<key>.sqlite`; `<cache>/roots-<hash>.json` remembers for a set of roots the last
fingerprint and the key that belonged to it. Both are written to a temporary name and renamed, so no lock is
needed and a kill loses nothing.
"""

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from crashkb.errors import LibraryError
from crashkb.kb.freshness import content_key, fingerprint

NOT_WRITABLE = "the cache folder cannot be written, so the index is rebuilt at every start"

Builder = Callable[[Sequence[Path], Path, str], None]
"""Builds the index of these roots into that file under that key."""


def open_index(roots: Sequence[Path], cache: Path | None, build: Builder) -> tuple[sqlite3.Connection, str]:
    """A read-only connection to the index of these roots, built now if the pages changed, and a warning or ''.

    Args:
        roots: knowledge base roots, later ones overlay earlier ones.
        cache: folder for index files; None or an unwritable one means a temporary file that is gone at exit.
        build: what makes the index file.

    Raises:
        LibraryError: a root is unreadable or the index cannot be made.
    """
    mark = fingerprint(roots)
    pointer = cache / f"roots-{_name(roots)}.json" if cache else None
    key = _remembered(pointer, mark)
    if cache and key:
        connection = _open(cache / f"index-{key}.sqlite", key)
        if connection:
            return connection, ""
    key = content_key(roots)
    if cache and pointer:
        path = cache / f"index-{key}.sqlite"
        connection = _open(path, key)
        if connection is None and _build_into(path, roots, key, build):
            connection = _open(path, key)
        if connection:
            _remember(pointer, mark, key)
            return connection, ""
    return _in_memory(roots, key, build), NOT_WRITABLE


def open_file(path: Path) -> sqlite3.Connection:
    """A read-only connection to an index file that another process has open, whatever its pages are by now.

    Raises:
        LibraryError: it is gone or damaged.
    """
    connection = _open(path, "")
    if connection is None:
        raise LibraryError(f"the index {path} cannot be opened")
    return connection


def _name(roots: Sequence[Path]) -> str:
    name = "\0".join(str(root) for root in roots).encode("utf-8", "surrogateescape")
    return f"{zlib.crc32(name):08x}{zlib.adler32(name):08x}"


def _remembered(pointer: Path | None, mark: str) -> str:
    if pointer is None:
        return ""
    try:
        data = json.loads(pointer.read_text(encoding="utf-8"))
        return str(data["key"]) if data["fingerprint"] == mark else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _remember(pointer: Path, mark: str, key: str) -> None:
    with suppress(OSError):
        _write(pointer, lambda name: Path(name).write_text(json.dumps({"fingerprint": mark, "key": key})))


def _open(path: Path, key: str) -> sqlite3.Connection | None:
    """The index file, or None where it is absent, damaged or of another key ('' takes any)."""
    try:
        if not path.is_file():
            return None
        connection = sqlite3.connect(f"file:{_quote(path)}?mode=ro&immutable=1", uri=True, check_same_thread=False)
        row = connection.execute("SELECT value FROM meta WHERE name = 'key'").fetchone()
    except (OSError, sqlite3.Error):
        return None
    if row is None or (key and row[0] != key):
        connection.close()
        return None
    return connection


def _quote(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _build_into(path: Path, roots: Sequence[Path], key: str, build: Builder) -> bool:
    """Whether the index could be built there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, lambda name: build(roots, Path(name), key))
    except (OSError, sqlite3.Error):  # no room or no right to write: the caller works in memory
        return False
    _forget_old(path)
    return True


def _write(path: Path, fill: Callable[[str], object]) -> None:
    """Fill a temporary file beside `path` and rename it into place."""
    import tempfile  # deferred, as below

    handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    os.close(handle)
    try:
        fill(name)
        with open(name, "rb+") as file:  # whole on the disk before it has its name
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _forget_old(path: Path, keep: int = 8) -> None:
    """Remove all but the newest few index files."""
    with suppress(OSError):
        files = sorted(path.parent.glob("index-*.sqlite"), key=lambda file: file.stat().st_mtime, reverse=True)
        for old in files[keep:]:
            with suppress(OSError):
                old.unlink()


def _in_memory(roots: Sequence[Path], key: str, build: Builder) -> sqlite3.Connection:
    import tempfile  # deferred: costs several milliseconds and an answer from a ready index does not need it

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        build(roots, path, key)
        memory = sqlite3.connect(":memory:", check_same_thread=False)
        disk = _open(path, key)
        if disk is None:
            raise LibraryError("the index of the knowledge base could not be built")
        disk.backup(memory)
        disk.close()
    return memory
