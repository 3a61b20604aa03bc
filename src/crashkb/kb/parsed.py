"""Pages as they were parsed last time, by file: one changed page does not cost the parsing of all others."""

import io
import os
import pickle
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from crashkb.kb.cleanup import NEW
from crashkb.kb.reading import Reading

NAME = "parsed-pages.pickle"
"""The file's name in the cache folder."""

_NOUNS = ("crashkb.model", "crashkb.kb.reading")
"""Modules whose tuples may be in the file; nothing else is loaded from it."""


class ParsedPages:
    """Readings by page file, kept in one file.

    Args:
        path: that file; None keeps nothing beyond this object. A damaged or foreign one counts as empty.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._old: dict[str, tuple[str, Reading]] = {}
        self._new: dict[str, tuple[str, Reading]] = {}
        self.parsed = 0
        """Pages that were not known and had to be parsed."""
        if path is not None:
            with suppress(Exception):  # whatever is wrong with a cache, the pages themselves are there
                version, readings = _Nouns(io.BytesIO(path.read_bytes())).load()
                if version == _code_version():
                    self._old = readings

    def get(self, name: str, mark: str) -> Reading | None:
        """The reading of that page if its files are as they were then (`mark_of`)."""
        known = self._old.get(name)
        if known is None or known[0] != mark:
            return None
        self._new[name] = known
        return known[1]

    def put(self, name: str, mark: str, reading: Reading) -> None:
        """Remember a reading."""
        marks = reading.marks._replace(keys=dict(reading.marks.keys), fenced=dict(reading.marks.fenced))
        self._new[name] = (mark, reading._replace(marks=marks))
        self.parsed += 1

    def save(self) -> None:
        """Write what was used or put; pages that are gone are forgotten. A failure costs only the next start's time."""
        if self._path is None or (not self.parsed and len(self._new) == len(self._old)):
            return
        temporary = self._path.with_name(f"{NEW}{os.getpid()}-{NAME}")
        try:
            temporary.write_bytes(pickle.dumps((_code_version(), self._new), protocol=5))
            os.replace(temporary, self._path)
        except (OSError, pickle.PicklingError):
            with suppress(OSError):
                temporary.unlink()


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


def _code_version() -> str:
    """Changes with the code that parses."""
    folder = Path(__file__).parent
    files = sorted([*folder.glob("*.py"), *folder.parent.glob("text/*.py"), folder.parent / "model.py"])
    return f"{zlib.crc32(mark_of(files).encode()):08x}"


class _Nouns(pickle.Unpickler):
    """Loads the project's tuples and plain values only: a cache must not be a way to run code."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of that name, if it is one of the nouns."""
        found = super().find_class(module, name) if module in _NOUNS else None
        if not (isinstance(found, type) and issubclass(found, tuple)):
            raise pickle.UnpicklingError(f"{module}.{name} is no noun")
        return found
