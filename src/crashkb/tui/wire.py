"""What chat and worker process agree on beside diagnoses: light to import on both sides."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crashkb.errors import InputError

if TYPE_CHECKING:
    from crashkb.report.stream import Stream


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
    with open_logs(text, paths) as log:
        return log if isinstance(log, str) else b"".join(log.pieces).decode("utf-8", "replace")


@contextmanager
def open_logs(text: str, paths: Sequence[str]) -> "Iterator[str | Stream]":
    """As `read_logs`, but a huge file is a stream, to be read once inside the `with`."""
    if not paths:
        yield text
        return
    with ExitStack() as files:
        logs = [_opened(path, files) for path in paths]
        if all(isinstance(log, str) for log in logs):
            parts = [str(log).rstrip("\n") for log in logs]
            yield "\n\n".join([*parts, text] if text else parts)
        else:
            from crashkb.report.stream import Stream  # deferred, as in _opened

            yield Stream(_joined([*logs, text] if text else logs))


def _joined(logs: "Sequence[str | Stream]") -> Iterator[bytes]:
    for index, log in enumerate(logs):
        if index:
            yield b"\n\n"
        if isinstance(log, str):
            yield log.rstrip("\n").encode()
        else:
            yield from log.pieces


def _opened(path: str, files: ExitStack) -> "str | Stream":
    from crashkb.report.stream import open_text  # deferred: typing a question needs it not

    try:
        log = open_text(files.enter_context(Path(path).expanduser().open("rb")))
    except IsADirectoryError as error:
        raise InputError(f"{path} is a folder; give a file") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error
    if isinstance(log, str) and not log.strip():
        raise InputError(f"{path} is empty")
    return log


def lines_of(text: str) -> int:
    """How many lines an editor would show."""
    return text.count("\n") + (0 if text.endswith("\n") else 1) if text else 0
