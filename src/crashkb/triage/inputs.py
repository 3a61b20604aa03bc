"""The reports that files, folders, globs and JSONL files hold, packed ones included."""

import glob
import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crashkb.errors import CrashkbError, InputError
from crashkb.report.stream import Stream, lines_in, open_text, unpacked

if TYPE_CHECKING:
    from crashkb.report.condense import Condensed

_PACKED = (".gz", ".zst", ".zstd")
_DAY_FIELDS = ("day", "date", "time", "timestamp")
_VERSION_FIELDS = ("version", "app_version")


class Item(NamedTuple):
    """One report to diagnose."""

    id: str
    source: str
    """Where it stands: the file, or file:line of a JSONL file. No two items of a run have the same."""
    path: str = ""
    """The file that holds it; '' where `text` or `condensed` is given."""
    text: str = ""
    condensed: "Condensed | None" = None
    error: str = ""
    """Why it cannot be read, if it cannot."""
    day: str = ""
    """ISO date that the row tells; '' if it does not."""
    device: str = ""
    version: str = ""
    """Version of the user's own program that the row tells."""


Batch = tuple[Item, ...]


def find_inputs(inputs: Sequence[str], without: Collection[Path] = ()) -> Iterator[Item]:
    """The reports in a stable order.

    Args:
        inputs: files, folders (all files below), glob patterns; `.jsonl` files (packed ones too) hold a report a row.
        without: resolved paths that are left out: what this run writes.

    Raises:
        InputError: an input names nothing.
    """
    seen = set(without)
    for text in inputs:
        paths = (
            [Path(text)] if Path(text).exists() else [Path(name) for name in sorted(glob.glob(text, recursive=True))]
        )
        if not paths:
            raise InputError(f"no file, folder or pattern {text!r}")
        for path in paths:
            files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
            for file in files:
                if file.resolve() in seen:
                    continue
                seen.add(file.resolve())
                if file.name.removesuffix(_packing(file)).endswith(".jsonl"):
                    yield from _rows(file)
                else:
                    yield Item(file.as_posix(), file.as_posix(), file.as_posix())


def _packing(file: Path) -> str:
    return file.suffix if file.suffix in _PACKED else ""


def _rows(path: Path) -> Iterator[Item]:
    number = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(lines_in(unpacked(file)), 1):
                if line.strip():
                    yield _row(line, f"{path.as_posix()}:{number}")
    except (CrashkbError, OSError) as error:
        name = f"{path.as_posix()}:{number + 1}"
        yield Item(name, name, error=str(error))


def _row(line: bytes, source: str) -> Item:
    try:
        data = json.loads(line.decode("utf-8", "replace"))
        return Item(
            id=str(data["id"]),
            source=source,
            text=_text(data["text"]),
            day=_first(data, _DAY_FIELDS)[:10],
            device=_first(data, ("device",)),
            version=_first(data, _VERSION_FIELDS),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return Item(source, source, error=f"not a row with id and text: {error}")


def _first(data: dict[str, Any], names: Sequence[str]) -> str:
    return next((str(data[name]) for name in names if data.get(name)), "")


@contextmanager
def open_item(item: Item) -> Iterator[str | Stream]:
    """The text of an item, or a stream over a huge one that can be read inside the `with`.

    Raises:
        CrashkbError, OSError: it cannot be read.
    """
    if not item.path:
        yield item.text
        return
    with open(item.path, "rb", buffering=0) as file:
        yield open_text(file)


def batches(items: Iterator[Item], most: int = 64, characters: int = 500_000) -> Iterator[Batch]:
    """The items in groups: one item a task would cost more than its diagnosis.

    Args:
        items: what to group, read as it is needed.
        most: items in a group.
        characters: of text from which a group is full.
    """
    group: list[Item] = []
    held = 0
    for item in items:
        group.append(item)
        held += len(item.text)
        if len(group) >= most or held >= characters:
            yield tuple(group)
            group, held = [], 0
    if group:
        yield tuple(group)


def _text(value: object) -> str:
    """The text of a row.

    Raises:
        TypeError: it is no text; the word "None" must not be diagnosed.
    """
    if not isinstance(value, str):
        raise TypeError(f"text is {type(value).__name__}, not a string")
    return value
