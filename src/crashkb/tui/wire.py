"""What chat and worker process agree on beside diagnoses: light to import on both sides."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import InputError


class Glance(NamedTuple):
    """What a log looks like at first sight."""

    lines: int
    size: int
    """Characters."""
    kind: str
    """Kind of its first fatal block, '' if there is none."""
    platform: str


class Entry(NamedTuple):
    """A page in the tree of pages."""

    id: str
    kind: str
    family: str
    titles: Mapping[str, str]


class Layout(NamedTuple):
    """Where the lines of a file begin."""

    offsets: bytes
    """(n + 1,) uint64; empty for a file that is no plain UTF-8."""
    text: str = ""
    """The text of such a file."""


class Catalog(NamedTuple):
    """All pages, and the families' titles by language."""

    version: str
    entries: tuple[Entry, ...]
    families: Mapping[str, Mapping[str, str]]


def read_logs(text: str, paths: Sequence[str]) -> str:
    """Files, then the text, as one: what is diagnosed, and what line numbers count in.

    Raises:
        InputError: a file cannot be read, is empty, or is no text.
    """
    if not paths:
        return text
    parts = [_read_file(path).rstrip("\n") for path in paths]
    return "\n\n".join([*parts, text] if text else parts)


def lines_of(text: str) -> int:
    """How many lines an editor would show."""
    return text.count("\n") + (0 if text.endswith("\n") else 1) if text else 0


def _read_file(path: str) -> str:
    from crashkb.report.decode import decode  # deferred: typing a question needs it not

    try:
        whole = decode(Path(path).expanduser().read_bytes())
    except IsADirectoryError as error:
        raise InputError(f"{path} is a folder; give a file") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    if not whole.strip():
        raise InputError(f"{path} is empty")
    return whole
