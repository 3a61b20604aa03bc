"""Changes of a root that happen wholly or not at all, whenever the program is killed.

    write all new files into ingest/.staging/<name>/, fsync
    write ingest/.journal/<name>.json under a temporary name, fsync, rename     ← from here on it will happen
    rename each staged file into its place, remove what is to go
    remove the journal

Killed before the journal stands, nothing has happened; killed after it, the next start (`settle`) does the rest: each step
may be done twice. All of it under the root's lock.
"""

import json
import os
import shutil
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from crashkb.errors import IngestError
from crashkb.ingest.lock import locked

_JOURNAL = "ingest/.journal"
_STAGING = "ingest/.staging"


def commit(
    root: Path, files: Mapping[str, str], remove: Sequence[str] = (), lines: Sequence[tuple[str, str]] = ()
) -> None:
    """Make a change as one step. The caller holds the lock (`locked`) and has called `settle_locked`.

    Args:
        root: the root.
        files: path below the root → new text.
        remove: files and folders below the root that go away afterwards.
        lines: (file below the root, line): the line is put under the first heading `## Unreleased` (or on top).

    Raises:
        IngestError: the disk refuses; nothing has changed then.
    """
    name = uuid.uuid4().hex
    for path in (*files, *remove, *(path for path, _ in lines)):
        _inside(root, path)
    staging = root / _STAGING / name
    places = {str(number): path for number, path in enumerate(files)}
    plan = {"files": places, "remove": list(remove), "lines": [list(item) for item in lines]}
    try:
        staging.mkdir(parents=True)
        for number, text in enumerate(files.values()):
            _write(staging / str(number), text)
        _sync_folder(staging)
        journal = root / _JOURNAL / f"{name}.json"
        journal.parent.mkdir(parents=True, exist_ok=True)
        _write(staging / "journal", json.dumps(plan, ensure_ascii=False))
        os.replace(staging / "journal", journal)
        _sync_folder(journal.parent)
    except OSError as error:
        shutil.rmtree(staging, ignore_errors=True)
        raise IngestError(f"{root} cannot be written: {error.strerror or error}") from error
    _carry_out(root, journal)


def settle(root: Path) -> bool:
    """Finish what a killed process left behind; whether there was anything. Does nothing in a root without ingest/."""
    if not _unsettled(root):
        return False
    with locked(root):
        return settle_locked(root)


def settle_locked(root: Path) -> bool:
    """`settle` for a caller that holds the lock."""
    if not _unsettled(root):
        return False
    for journal in sorted((root / _JOURNAL).glob("*.json")):
        _carry_out(root, journal)
    # Staging without a journal was never promised to happen, and its writer is gone: we hold the lock.
    shutil.rmtree(root / _STAGING, ignore_errors=True)
    return True


def _unsettled(root: Path) -> bool:
    for folder in (_JOURNAL, _STAGING):
        with suppress(OSError), os.scandir(root / folder) as entries:
            if any(True for _ in entries):
                return True
    return False


def _carry_out(root: Path, journal: Path) -> None:
    """Do what the journal says, as far as it has not been done, and remove it."""
    plan: dict[str, Any] = json.loads(journal.read_text(encoding="utf-8"))
    staging = root / _STAGING / journal.stem
    folders = set()
    for number, path in plan["files"].items():
        target = _inside(root, path)
        if (staging / number).exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(staging / number, target)
            folders.add(target.parent)
    for path, line in plan["lines"]:
        _insert_line(_inside(root, path), line, staging)
    for path in plan["remove"]:
        _remove(_inside(root, path))
    for folder in folders:
        _sync_folder(folder)
    journal.unlink(missing_ok=True)
    shutil.rmtree(staging, ignore_errors=True)


def _insert_line(path: Path, line: str, staging: Path) -> None:
    """Put a line under `## Unreleased`, unless it stands there already."""
    text = path.read_text(encoding="utf-8") if path.exists() else "# Changelog\n"
    rows = text.split("\n")
    if line in rows:
        return
    heading = next((number for number, row in enumerate(rows) if row.strip() == "## Unreleased"), None)
    if heading is None:
        place = 1 if rows and rows[0].startswith("# ") else 0
        rows[place:place] = ["", "## Unreleased", "", line] if place else ["## Unreleased", "", line, ""]
    else:
        place = heading + 1
        while place < len(rows) and (not rows[place].strip() or rows[place].startswith(("- ", "  "))):
            place += 1
        while place > heading + 1 and not rows[place - 1].strip():
            place -= 1
        rows[place:place] = ["", line] if place == heading + 1 else [line]
    staging.mkdir(parents=True, exist_ok=True)
    _write(staging / "line", "\n".join(rows).rstrip("\n") + "\n")
    os.replace(staging / "line", path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _inside(root: Path, path: str) -> Path:
    """The path below the root.

    Raises:
        IngestError: it leads out of the root.
    """
    target = root / path
    if (
        Path(path).is_absolute()
        or ".." in Path(path).parts
        or not target.parent.resolve().is_relative_to(root.resolve())
    ):
        raise IngestError(f"{path} leads out of {root}")
    return target


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows has no handle for folders
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
