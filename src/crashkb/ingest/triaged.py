"""The rows of a triage output with their texts, which stand in the files that the rows name as their source."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import CrashkbError, InputError
from crashkb.ingest.incident import read_file
from crashkb.report.stream import lines_in, unpacked

# reports.jsonl:12, old/reports.jsonl.gz:7
_ROW_SOURCE = re.compile(r"(.{1,4000}\.jsonl(?:\.gz|\.zst|\.zstd)?):(\d{1,12})")


class TriagedRow(NamedTuple):
    """One report of a triage output."""

    id: str
    verdict: str
    source: str
    """A file, or file:line of a JSONL file."""
    text: str
    """'' where it could not be found."""


def read_triaged(path: Path) -> list[TriagedRow]:
    """The rows of a triage output that were not answered with confidence, with their texts.

    Raises:
        InputError: the file cannot be read, or a line is no row of a triage.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    rows = [_row(line, f"{path}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    wanted = [row for row in rows if row.verdict != "known"]
    texts = _row_texts([row.source for row in wanted if not row.text])
    return [row if row.text else row._replace(text=texts.get(row.source) or _file_text(row.source)) for row in wanted]


def _row(line: str, place: str) -> TriagedRow:
    try:
        row = json.loads(line)
        name = str(row["id"])
        source = str(row.get("source") or name)
        return TriagedRow(name, str(row.get("verdict", "unknown")), source, str(row.get("text") or ""))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{place}: not a row of triage ({error})") from error


def _row_texts(sources: Sequence[str]) -> dict[str, str]:
    """The texts of rows of JSONL files by source; each file is read once."""
    wanted: dict[str, set[int]] = {}
    for source in sources:
        if match := _ROW_SOURCE.fullmatch(source):
            wanted.setdefault(match[1], set()).add(int(match[2]))
    return {
        f"{name}:{number}": text for name, numbers in wanted.items() for number, text in _numbered(Path(name), numbers)
    }


def _numbered(path: Path, numbers: set[int]) -> Iterator[tuple[int, str]]:
    """(number, text) of these 1-based rows; nothing of a file that is gone."""
    last = max(numbers)
    try:
        with path.open("rb") as file:
            for number, line in enumerate(lines_in(unpacked(file)), 1):
                if number in numbers:
                    yield number, _text(line)
                if number >= last:
                    return
    except (OSError, CrashkbError):
        return


def _text(line: bytes) -> str:
    try:
        data = json.loads(line.decode("utf-8", "replace"))
    except ValueError:
        return ""
    text = data.get("text") if isinstance(data, Mapping) else None
    return text if isinstance(text, str) else ""


def _file_text(name: str) -> str:
    """The text of the file of that name, '' if there is none (any more)."""
    try:
        return read_file(Path(name)) if len(name) < 4096 and Path(name).is_file() else ""
    except (OSError, ValueError, CrashkbError):
        return ""
