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
from crashkb.kb.cleanup import NEW, clean, hold
from crashkb.kb.freshness import content_key, files_in, fingerprint

NOT_WRITABLE = "the cache folder cannot be written, so the index is rebuilt at every start"

_MANY_FILES = 6_000
"""From so many on, looking at them takes longer than a second process that does it meanwhile."""

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
    pointer = _pointer(roots, cache)
    known, key = _read_pointer(pointer)
    if cache and key and known == mark:
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


def open_remembered(roots: Sequence[Path], cache: Path | None) -> tuple[sqlite3.Connection, str] | None:
    """The index as it was at the last start and the fingerprint that has to hold for it, without a look at the pages.

    None where there is none, and where there are so few pages that looking takes no time.
    """
    pointer = _pointer(roots, cache)
    if cache is None or pointer is None:
        return None
    mark, key = _read_pointer(pointer)
    connection = _open(cache / f"index-{key}.sqlite", key) if key and files_in(mark) >= _MANY_FILES else None
    return (connection, mark) if connection is not None else None


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


def _pointer(roots: Sequence[Path], cache: Path | None) -> Path | None:
    return cache / f"roots-{_name(roots)}.json" if cache else None


def _read_pointer(pointer: Path | None) -> tuple[str, str]:
    """The fingerprint of the last start and the key that belonged to it, or two empty texts."""
    if pointer is None:
        return "", ""
    try:
        data = json.loads(pointer.read_text(encoding="utf-8"))
        return str(data["fingerprint"]), str(data["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return "", ""


def _remember(pointer: Path, mark: str, key: str) -> None:
    with suppress(OSError):
        _write(pointer, lambda name: Path(name).write_text(json.dumps({"fingerprint": mark, "key": key})))


def _open(path: Path, key: str) -> sqlite3.Connection | None:
    """The index file, or None where it is absent, damaged or of another key ('' takes any)."""
    try:
        if not path.is_file():
            return None
        connection = sqlite3.connect(
            f"file:{_quote(path)}?mode=ro&immutable=1", uri=True, check_same_thread=False, factory=_Held
        )
        row = connection.execute("SELECT value FROM meta WHERE name = 'key'").fetchone()
    except (OSError, sqlite3.Error):
        return None
    if row is None or (key and row[0] != key):
        connection.close()
        return None
    connection.hold(path)
    return connection


class _Held(sqlite3.Connection):
    """A connection whose file no other process removes while it is open."""

    _handle = -1

    def hold(self, path: Path) -> None:
        """Hold the file of that path."""
        self._handle = hold(path)

    def close(self) -> None:
        """Close the connection and let the file go."""
        super().close()
        self._let_go()

    def __del__(self) -> None:
        """The same for a connection that nobody closed."""
        self._let_go()

    def _let_go(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def _quote(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _build_into(path: Path, roots: Sequence[Path], key: str, build: Builder) -> bool:
    """Whether the index could be built there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, lambda name: build(roots, Path(name), key))
    except (OSError, sqlite3.Error):  # no room or no right to write: the caller works in memory
        return False
    clean(path.parent)
    return True


def _write(path: Path, fill: Callable[[str], object]) -> None:
    """Fill a temporary file beside `path` and rename it into place."""
    import tempfile  # deferred, as below

    handle, name = tempfile.mkstemp(prefix=f"{NEW}{os.getpid()}-", dir=path.parent)
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
