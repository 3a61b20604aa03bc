"""Many reports, one row each."""

import glob
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary, ask
from crashkb.errors import CrashkbError, InputError
from crashkb.render.json_answer import row_dict
from crashkb.report.decode import decode


class Item(NamedTuple):
    """One report to diagnose."""

    id: str
    path: Path | None
    """The file that holds it; None where `text` is given."""
    text: str = ""
    error: str = ""
    """Why it cannot be read, if it cannot."""


def find_inputs(inputs: Sequence[str]) -> Iterator[Item]:
    """The reports that files, folders, globs and .jsonl files hold, in a stable order.

    Raises:
        InputError: an input names nothing.
    """
    for text in inputs:
        paths = (
            [Path(text)] if Path(text).exists() else [Path(name) for name in sorted(glob.glob(text, recursive=True))]
        )
        if not paths:
            raise InputError(f"no file, folder or pattern {text!r}")
        for path in paths:
            files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
            for file in files:
                if file.suffix == ".jsonl":
                    yield from _rows(file)
                else:
                    yield Item(file.as_posix(), file)


def _rows(path: Path) -> Iterator[Item]:
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            name = f"{path.as_posix()}:{number}"
            try:
                data = json.loads(line)
                yield Item(str(data["id"]), None, str(data["text"]))
            except (ValueError, KeyError, TypeError) as error:
                yield Item(name, None, error=f"not a row with id and text: {error}")


def triage(library: OpenLibrary, items: Iterable[Item]) -> Iterator[str]:
    """One JSON line for each report, in the order given."""
    for item in items:
        yield json.dumps(diagnose(library, item), ensure_ascii=False, sort_keys=True)


def diagnose(library: OpenLibrary, item: Item) -> dict[str, object]:
    """The row of one report; one that cannot be read has an `error`."""
    if item.error:
        return {"id": item.id, "error": item.error, "verdict": "unknown", "causes": [], "pages": []}
    try:
        text = item.text if item.path is None else decode(item.path.read_bytes())
        return row_dict(ask(library, text), item.id)
    except (CrashkbError, OSError) as error:
        return {"id": item.id, "error": str(error), "verdict": "unknown", "causes": [], "pages": []}
