"""Pages as they were parsed last time, by file: one changed page does not cost the parsing of all others."""

import io
import pickle
import sqlite3
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from crashkb.kb.reading import Reading

NAME = "parsed-pages.sqlite"
"""The file's name in the cache folder."""

_NOUNS = ("crashkb.model", "crashkb.kb.reading")
"""Modules whose tuples may be in the file; nothing else is loaded from it."""


class ParsedPages:
    """Readings by page file, kept in one file and loaded one at a time: all of a large knowledge base fill the memory.

    Args:
        path: that file; None keeps nothing. A damaged or foreign one counts as empty, and one that another process is
            writing to stays as it is.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._used: list[tuple[str]] = []
        self._connection = _opened(path) if path is not None else None
        self.parsed = 0
        """Pages that were not known and had to be parsed."""

    def get(self, name: str, mark: str) -> Reading | None:
        """The reading of that page if its files are as they were then (`mark_of`)."""
        if self._connection is None:
            return None
        self._used.append((name,))
        query = "SELECT reading FROM parsed WHERE name = ? AND mark = ?"
        try:
            row = self._connection.execute(query, (name, mark)).fetchone()
        except sqlite3.Error:
            return None
        with suppress(Exception):  # whatever is wrong with a cache, the page itself is there
            reading: Reading | None = _Nouns(io.BytesIO(row[0])).load() if row else None
            return reading
        return None

    def put(self, name: str, mark: str, reading: Reading) -> None:
        """Remember a reading."""
        self.parsed += 1
        if self._connection is None:
            return
        marks = reading.marks._replace(keys=dict(reading.marks.keys), fenced=dict(reading.marks.fenced))
        data = pickle.dumps(reading._replace(marks=marks), protocol=5)
        with suppress(sqlite3.Error):  # a failure costs only the next start's time
            self._connection.execute("INSERT OR REPLACE INTO parsed VALUES (?, ?, ?)", (name, mark, data))

    def save(self) -> None:
        """Keep what was put; pages that were not asked for are gone, and forgotten."""
        if self._connection is None:
            return
        with suppress(sqlite3.Error):
            known = self._connection.execute("SELECT count(*) FROM parsed").fetchone()[0]
            if known > len(set(self._used)):
                self._connection.execute("CREATE TEMP TABLE used (name TEXT PRIMARY KEY)")
                self._connection.executemany("INSERT OR IGNORE INTO used VALUES (?)", self._used)
                self._connection.execute("DELETE FROM parsed WHERE name NOT IN (SELECT name FROM used)")
            self._connection.commit()
        self._connection.close()
        self._connection = None


def _opened(path: Path) -> sqlite3.Connection | None:
    """A connection to the file, which has the table then; None where it cannot be used."""
    version = _code_version()
    for _ in range(2):
        try:
            connection = sqlite3.connect(path, timeout=0)
            known = int(connection.execute("PRAGMA user_version").fetchone()[0])
            if known != version:
                connection.execute("DROP TABLE IF EXISTS parsed")
                connection.execute("CREATE TABLE parsed (name TEXT PRIMARY KEY, mark TEXT, reading BLOB) WITHOUT ROWID")
                connection.execute(f"PRAGMA user_version = {version}")
            return connection
        except sqlite3.OperationalError:  # no right to write, or another process does
            return None
        except sqlite3.DatabaseError:  # it is something else, or damaged
            with suppress(OSError):
                path.unlink()
    return None


def mark_of(files: Sequence[Path], *others: object) -> str:
    """What tells whether files are unchanged: their times and sizes, and whatever else their reading depends on."""
    parts: list[object] = list(others)
    for file in files:
        try:
            stat = file.stat()
        except OSError:
            parts.append("absent")
            continue
        parts += (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return repr(parts)


def _code_version() -> int:
    """Changes with the code that parses; a number that SQLite takes for a version."""
    folder = Path(__file__).parent
    files = sorted([*folder.glob("*.py"), *folder.parent.glob("text/*.py"), folder.parent / "model.py"])
    return zlib.crc32(mark_of(files).encode()) & 0x7FFFFFFF | 1


class _Nouns(pickle.Unpickler):
    """Loads the project's tuples and plain values only: a cache must not be a way to run code."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of that name, if it is one of the nouns."""
        found = super().find_class(module, name) if module in _NOUNS else None
        if not (isinstance(found, type) and issubclass(found, tuple)):
            raise pickle.UnpicklingError(f"{module}.{name} is no noun")
        return found
