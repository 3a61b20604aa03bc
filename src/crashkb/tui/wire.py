"""What chat and worker process agree on beside diagnoses: light to import on both sides."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crashkb.errors import InputError

if TYPE_CHECKING:
    from crashkb.report.stream import Stream


ITEM = "Q"
"""Type of an item in the arrays of a Layout."""


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
    """Where the lines of a file are, a stretch of lines at a time: a file of gigabytes has too many for each alone."""

    starts: bytes = b""
    """(n + 1,) uint64, the offset at which each stretch begins, and where the last ends; empty for a file that is held
    as text."""
    numbers: bytes = b""
    """(n + 1,) uint64, the 0-based number of its first line, and how many lines there are."""
    longest: int = 0
    """Bytes of the longest line."""
    text: str = ""
    """The text of a file that is no plain UTF-8."""
    copy: str = ""
    """A file with the text of such a one that is too large to be held; whoever opens it removes it."""


class Catalog(NamedTuple):
    """All pages, and the families' titles by language."""

    version: str
    entries: tuple[Entry, ...]
    families: Mapping[str, Mapping[str, str]]


def read_logs(text: str, paths: Sequence[str], most: int = 0) -> str:
    """Files, then the text, as one: what is diagnosed, and what line numbers count in.

    Args:
        text: what stands behind the files.
        paths: the files.
        most: characters that are wanted of the beginning; 0 is all. No more of a huge file is read.

    Raises:
        InputError: a file cannot be read, is empty, or is no text.
    """
    with open_logs(text, paths) as log:
        whole = log if isinstance(log, str) else _beginning(log, 4 * most).decode("utf-8", "replace")
        return whole[:most] if most else whole


def _beginning(log: "Stream", most: int) -> bytes:
    held: list[bytes] = []
    size = 0
    for piece in log.pieces:
        held.append(piece)
        size += len(piece)
        if most and size >= most:
            break
    return b"".join(held)


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
    missing = ""
    for index, log in enumerate(logs):
        if index:
            yield b"\n\n"
        if isinstance(log, str):
            yield log.rstrip("\n").encode()
        else:
            yield from log.pieces
            missing = missing or log.incomplete
    if missing:
        raise InputError(missing)  # the stream that we are takes it as the end of what can be read


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
