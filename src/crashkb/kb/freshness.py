"""Whether the index on disk still fits the pages: cheap fingerprint first, content hash if that differs."""

import os
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from crashkb.resources import is_installed
from crashkb.text.phrasing import PHRASING_VERSION
from crashkb.text.tokens import TOKENISER_VERSION

SCHEMA = 15
"""Version of the index file's layout and of all that is computed into it; raise it when either changes."""

_SUFFIXES = (".md", ".yaml", ".tsv")


def kb_files(roots: Sequence[Path]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Each file that the index depends on, with its name relative to its root, in a stable order.

    Args:
        roots: folders that hold `kb/` (and perhaps `data/compat/`).
    """
    for number, root in enumerate(roots):
        for folder in ("kb", "data/compat"):
            for name, entry in _walk(os.path.join(root, folder), folder):
                yield f"{number}/{name}", entry


def _walk(folder: str, name: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path, f"{name}/{entry.name}")
        elif entry.name.endswith(_SUFFIXES) and _is_file(entry):
            yield f"{name}/{entry.name}", entry


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:  # a symbolic link to itself
        return False


def fingerprint(roots: Sequence[Path]) -> str:
    """How many files there are, and a number over their sizes and times; equal fingerprints mean unchanged pages.

    Looking at every file is all that an unchanged knowledge base costs at a start, so only numbers are mixed: a file that
    comes, goes or is renamed changes the time of its folder. Of an installed package only the folders are looked at.
    """
    mixed, files = zlib.crc32(_versions().encode()), 0
    for number, root in enumerate(roots):
        for folder in ("kb", "data/compat"):
            path = os.path.join(root, folder)
            seen, total = (0, _mix_folders(path)) if is_installed(root) else _mix(path)
            mixed, files = hash((mixed, number, total)), files + seen
    return f"{files}-{mixed & 0xFFFFFFFFFFFFFFFF:016x}"


def files_in(mark: str) -> int:
    """How many files were looked at for a fingerprint."""
    number = mark.partition("-")[0]
    return int(number) if number.isdecimal() else 0


def _mix(folder: str) -> tuple[int, int]:
    """How many files are below a folder, and one number for all, whatever the order in which the system lists them."""
    files = total = 0
    folders = [folder]
    while folders:
        folder = folders.pop()
        with suppress(OSError), _listed(folder) as (own, entries):
            total += hash((own.st_mtime_ns, own.st_ino))
            for entry in entries:
                if entry.name.endswith(_SUFFIXES):
                    try:  # not suppress(): it would take a fifth of the time
                        stat = entry.stat()
                    except OSError:
                        continue
                    total += stat.st_mtime_ns * (stat.st_size + 1)
                    files += 1
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(os.path.join(folder, entry.name))
    return files, total


@contextmanager
def _listed(folder: str) -> Iterator[tuple[os.stat_result, Iterator[os.DirEntry[str]]]]:
    """A folder's own times and its entries; through a descriptor, because the way to each file is shorter from there."""
    if os.scandir not in os.supports_fd:
        with os.scandir(folder) as entries:
            yield os.stat(folder), entries
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with os.scandir(handle) as entries:
            yield os.fstat(handle), entries
    finally:
        os.close(handle)


def _mix_folders(folder: str) -> int:
    """One number for a folder and all below it, without its files: an installer replaces files, it does not edit them."""
    total = 0
    folders = [folder]
    while folders:
        folder = folders.pop()
        with suppress(OSError):
            own = os.stat(folder)
            total += hash((own.st_mtime_ns, own.st_ino))
            if own.st_nlink == 2:  # itself and its own dot: it has no folders
                continue
            with os.scandir(folder) as entries:
                folders += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    return total


def content_key(roots: Sequence[Path]) -> str:
    """A hash over the contents of the pages, the index layout and the tokeniser: the index file's name."""
    import hashlib  # deferred: 2 ms, and an answer from a ready index does not need it

    digest = hashlib.sha256(_versions().encode())
    for name, entry in kb_files(roots):
        try:
            content = Path(entry.path).read_bytes()
        except OSError:
            content = b""
        digest.update(f"{name}\0{len(content)}\n".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:24]


def _versions() -> str:
    return f"schema {SCHEMA} tokeniser {TOKENISER_VERSION} phrasing {PHRASING_VERSION}\n"
