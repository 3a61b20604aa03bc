"""The file of rows: written as they come, and taken up again where a killed run left it."""

import json
import os
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from crashkb.errors import InputError


class Output:
    """A JSONL file that is appended to, complete lines only.

    Args:
        path: the file.
        resume: keep the complete rows that are there; else the file is begun anew.

    Raises:
        InputError: the file cannot be written, or what is there are no rows of a triage.
    """

    def __init__(self, path: Path, *, resume: bool = False) -> None:
        self.path = path
        self._finished: set[bytes] = set()
        try:
            if resume and path.exists():
                self._take_up()
            self._file = path.open("ab" if resume else "wb", buffering=0)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror or error}") from error

    @property
    def taken_up(self) -> int:
        """Rows that were there already."""
        return len(self._finished)

    def is_finished(self, source: str) -> bool:
        """Whether the report from there has its row already."""
        return _mark(source) in self._finished

    def write(self, rows: Sequence[str]) -> None:
        """Append rows; one call of the system each time, so that a kill can only cut the last row."""
        data = memoryview("".join(row + "\n" for row in rows).encode("utf-8", "surrogatepass"))
        while data:
            data = data[self._file.write(data) or 0 :]

    def close(self) -> None:
        """All rows are on their way to the disk."""
        self._file.close()

    def _take_up(self) -> None:
        """Read which reports are finished, and cut off a row that a kill left half-written."""
        end = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                try:
                    self._finished.add(_mark(str(json.loads(line)["source"])))
                except (ValueError, KeyError, TypeError) as error:
                    raise InputError(f"{self.path} has a row that is none of a triage, so it is not resumed") from error
                end += len(line)
        os.truncate(self.path, end)


def read_rows(path: Path) -> Iterator[str]:
    """The rows of a file, one after another."""
    with path.open(encoding="utf-8", errors="surrogatepass") as file:
        for line in file:
            yield line.rstrip("\n")


def _mark(source: str) -> bytes:
    return blake2b(source.encode("utf-8", "surrogatepass"), digest_size=10).digest()
