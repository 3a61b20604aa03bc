"""The files of a knowledge-base root: which are pages, and their text."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crashkb.model import Problem

MAX_BYTES = 256 * 1024

FOLDERS = {"causes": "cause", "signatures": "signature", "qa": "qa", "cases": "case", "guides": "guide"}
"""Folder under kb/ → kind of page."""

_GROUPED = frozenset({"causes", "signatures"})
"""Folders whose pages stand one level deeper, in a folder for the family or emitter."""

# gpu-vram-fragmented
_ID = re.compile(r"[a-z0-9]++(?:-[a-z0-9]++)*+")

# kb/collection/.git, kb/qa/.DS_Store, kb/qa/page.md~ (an editor's backup)
_IGNORED = re.compile(r"\..*|.*~|#.*#", re.DOTALL)


_LEAVES = "the symbolic link leaves the knowledge base: put the file itself here"


class PageFiles(NamedTuple):
    """The files of one page."""

    id: str
    kind: str
    folder: str
    """Family of a cause, emitter of a signature, else empty."""
    path: Path
    """The main file, root included."""
    zh: Path | None
    """The `.zh.md` file beside it."""


def is_id(text: str) -> bool:
    """Whether a text is an id: lower-case words and figures joined by single hyphens, at most 80 characters."""
    return len(text) <= 80 and _ID.fullmatch(text) is not None


def find_pages(root: Path) -> tuple[tuple[PageFiles, ...], tuple[Problem, ...]]:
    """The pages under `root`/kb in the order of their paths, and what else lies there (K004 to K006, K302, K310)."""
    pages: list[PageFiles] = []
    problems: list[Problem] = []
    for name, kind in FOLDERS.items():
        paths = list(_files(root / "kb" / name, root.resolve(), problems))
        present = set(paths)
        for path in paths:
            parts = path.relative_to(root / "kb" / name).parts
            folder = parts[0] if name in _GROUPED and len(parts) == 2 else ""
            wrong = _misplaced(path, present, name, len(parts))
            if wrong is not None:
                problems.append(wrong)
            elif not path.name.endswith(".zh.md"):
                zh = path.with_name(f"{path.stem}.zh.md")
                pages.append(PageFiles(path.stem, kind, folder, path, zh if zh in present else None))
    problems += _strays(root / "kb")
    return tuple(pages), tuple(problems)


def _strays(kb: Path) -> Iterator[Problem]:
    """Pages that lie in no folder of pages and would never be read: `kb/cause/` for `kb/causes/`."""
    where = ", ".join(f"kb/{name}/" for name in FOLDERS)
    for folder in sorted(kb.iterdir()) if kb.is_dir() else ():
        is_stray = folder.name not in FOLDERS and folder.is_dir() and not folder.is_symlink()
        for path in sorted(folder.rglob("*.md")) if is_stray else ():
            yield Problem("K005", path.as_posix(), 0, f"pages belong into {where}")


def _misplaced(path: Path, present: set[Path], name: str, depth: int) -> Problem | None:
    """What is wrong with a file's name or place, if anything."""
    shown = path.as_posix()
    if path.suffix != ".md":
        return Problem("K005", shown, 0, "only pages (`<id>.md`, `<id>.zh.md`) belong here")
    stem = path.name.removesuffix(".md").removesuffix(".zh")
    if not is_id(stem):
        return Problem("K006", shown, 0, f"`{stem}` is no id: lower-case words joined by `-`")
    wanted = 2 if name in _GROUPED else 1
    if depth != wanted:
        where = {"causes": "kb/causes/<family>/", "signatures": "kb/signatures/<emitter>/"}.get(name, f"kb/{name}/")
        return Problem("K005", shown, 0, f"the page belongs directly into {where}")
    if path.name.endswith(".zh.md"):
        if name == "signatures":
            return Problem("K310", shown, 0, "a signature has no `.zh.md`: write `means_zh` into its one file")
        if path.with_name(f"{stem}.md") not in present:
            return Problem("K302", shown, 0, f"there is no {stem}.md beside it")
    return None


def _files(folder: Path, top: Path, problems: list[Problem]) -> Iterator[Path]:
    """The files under a folder in order; links that leave `top`, and linked folders, are reported and skipped."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    except OSError as error:
        problems.append(Problem("K001", folder.as_posix(), 0, f"cannot be read: {error.strerror or error}"))
        return
    for entry in entries:
        path = folder / entry.name
        if _IGNORED.fullmatch(entry.name):
            continue
        if entry.is_symlink() and (refused := _refused_link(path, top)):
            problems.append(refused)
        elif entry.is_dir():
            yield from _files(path, top, problems)
        else:
            yield path


def _refused_link(path: Path, top: Path) -> Problem | None:
    if not path.resolve().is_relative_to(top):
        return Problem("K004", path.as_posix(), 0, _LEAVES)
    if path.is_dir():
        return Problem("K004", path.as_posix(), 0, "linked folders are not followed: put the files themselves here")
    return None


def read_text(path: Path, top: Path) -> tuple[str | None, tuple[Problem, ...]]:
    """The text of a file with LF line ends and without a byte-order mark, or None, and its problems.

    Args:
        path: the file.
        top: the resolved root; a file that resolves to a place outside is not read.
    """
    shown = path.as_posix()
    if not path.resolve().is_relative_to(top):
        return None, (Problem("K004", shown, 0, _LEAVES),)
    if path.exists() and not path.is_file():  # opening a named pipe would wait for ever
        return None, (Problem("K001", shown, 0, "cannot be read: it is no regular file"),)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        return None, (Problem("K001", shown, 0, f"cannot be read: {error.strerror or error}"),)
    if len(data) > MAX_BYTES:
        return None, (Problem("K002", shown, 0, f"larger than {MAX_BYTES // 1024} KB: keep the telling part"),)
    return _decoded(data, shown)


def _decoded(data: bytes, shown: str) -> tuple[str | None, tuple[Problem, ...]]:
    problems: list[Problem] = []
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        problems.append(Problem("W802", shown, 1, "begins with a byte-order mark: save as UTF-8 without it"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        said = f"byte 0x{data[error.start]:02x} is not UTF-8: save the file as UTF-8"
        return None, (Problem("K003", shown, line, said),)
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        problems.append(Problem("W801", shown, line, "lines end in CRLF: save with LF line ends"))
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text, tuple(problems)
