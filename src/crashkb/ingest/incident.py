"""Incidents on their way in: logs, issues, rows of a CSV or of the history become masked texts with a source."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import InputError
from crashkb.report.decode import decode
from crashkb.text.secrets import Found, mask_secrets

MOST_BYTES = 64 * 1024 * 1024
"""A larger file is refused: cut the telling part out of it."""

_TEXT_COLUMNS = ("text", "log", "message", "body", "trace", "stacktrace")
# https://github.com/pytorch/pytorch/issues/12345
_THREAD = re.compile(
    r"https?://[\w.-]{1,80}/([\w.-]{1,60}/[\w.-]{1,80})/(?:-/)?(?:issues|pull|discussions|merge_requests)/(\d{1,9})"
)
_URL = re.compile(r"https?://[^\s<>\"')\]]{4,400}")


class Incident(NamedTuple):
    """One incident: what happened once, in one or several logs, without secrets."""

    title: str
    """What a person called it, '' if nobody did."""
    texts: tuple[str, ...]
    """Masked logs (with whatever prose stood around them)."""
    source: tuple[str, str]
    """Kind and reference as a page's `sources` has them: ('repro', 'crash.log'), ('thread', 'o/r#1'), ('url', …)."""
    found: tuple[Found, ...] = ()
    """What was masked."""


def from_texts(texts: Sequence[tuple[str, str]], title: str = "", source: tuple[str, str] | None = None) -> Incident:
    """An incident of these (name, text) logs.

    Raises:
        InputError: there is no text, or only white space.
    """
    counts: dict[tuple[str, str], int] = {}
    masked: list[str] = []
    for name, text in texts:
        if not text.strip():
            raise InputError(f"{name} is empty; give a log or a stack trace")
        result = mask_secrets(text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", ""))
        masked.append(result.text)
        for item in result.found:
            counts[item.kind, item.replacement] = counts.get((item.kind, item.replacement), 0) + item.times
    if not masked:
        raise InputError("nothing to ingest: give a log")
    found = tuple(Found(kind, replacement, times) for (kind, replacement), times in sorted(counts.items()))
    named = mask_secrets(title).text if title else ""
    return Incident(" ".join(named.split())[:200], tuple(masked), source or ("repro", _repro_name(texts[0][0])), found)


def from_files(paths: Sequence[Path]) -> Incident:
    """An incident of these log files, each one log of it."""
    return from_texts([(path.name, read_file(path)) for path in paths])


def from_issue(path: Path) -> Incident:
    """An incident told in an issue: Markdown (first heading is the title) or JSON as GitHub's API and `gh` give it.

    Raises:
        InputError: the file cannot be read or holds no text.
    """
    text = read_file(path)
    if path.suffix.lower() == ".json":
        return _from_json(path, text)
    heading = re.search(r"(?m)^#{1,2}[ \t]{1,8}(\S[^\n]{0,300})$", text)
    title = heading[1].strip() if heading else ""
    return from_texts([(path.name, text)], title, _source(text[:4000], path.name))


def _from_json(path: Path, text: str) -> Incident:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InputError(f"{path} is not valid JSON: {error}") from error
    if not isinstance(data, Mapping):
        raise InputError(f"{path}: an issue is a JSON object with `title` and `body`")
    title, body = str(data.get("title") or ""), str(data.get("body") or "")
    comments = data.get("comments")
    said = (
        [str(item.get("body") or "") for item in comments if isinstance(item, Mapping)]
        if isinstance(comments, list)
        else []
    )
    if not body.strip():
        raise InputError(f"{path}: the issue has no `body`")
    url = str(data.get("html_url") or data.get("url") or "")
    return from_texts([(path.name, "\n\n".join((title, body, *said)))], title, _source(url, path.name))


def from_csv(path: Path) -> Iterator[Incident]:
    """The incidents of a CSV file: one a row, or one for all rows with the same value in the column `incident`.

    Columns: text (or log, message, body), and, where there are, title, url, id, incident.

    Raises:
        InputError: no column of text.
    """
    reader = csv.DictReader(io.StringIO(read_file(path)))
    names = {(name or "").strip().lower(): name for name in reader.fieldnames or ()}
    column = next((names[name] for name in _TEXT_COLUMNS if name in names), None)
    if column is None:
        raise InputError(
            f"{path} has no column {', '.join(_TEXT_COLUMNS)}; its columns are {', '.join(names) or 'none'}"
        )
    groups: dict[str, list[dict[str, str]]] = {}
    for number, row in enumerate(reader, 2):
        if (row.get(column) or "").strip():
            groups.setdefault(_cell(row, names, "incident") or f"row {number}", []).append(row)
    for rows in groups.values():
        first = rows[0]
        name = _cell(first, names, "id") or path.stem
        source = _source(_cell(first, names, "url"), name)
        yield from_texts([(name, row[column] or "") for row in rows], _cell(first, names, "title"), source)


def _cell(row: Mapping[str, str], names: Mapping[str, str], name: str) -> str:
    return (row.get(names.get(name, "")) or "").strip()


def read_file(path: Path) -> str:
    """The text of a file in whatever encoding.

    Raises:
        InputError: it cannot be read, is no regular file, or is too large.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder; give its files")
        if path.exists() and not path.is_file():
            raise InputError(f"{path} is no regular file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise InputError(f"{path} is larger than {MOST_BYTES >> 20} MB: cut out the telling part")
    return decode(data)


def _source(text: str, name: str) -> tuple[str, str]:
    thread = _THREAD.search(text)
    if thread:
        return "thread", f"{thread[1]}#{thread[2]}"
    url = _URL.match(text)
    return ("url", url.group()) if url else ("repro", _repro_name(name))


def _repro_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "-", name, flags=re.ASCII).strip("-.")[:100] or "incident"


def all_found(incidents: Iterable[Incident]) -> tuple[Found, ...]:
    """What was masked in several incidents."""
    return tuple(item for incident in incidents for item in incident.found)
