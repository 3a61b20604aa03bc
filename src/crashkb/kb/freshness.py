"""Whether the index on disk still fits the pages: cheap fingerprint first, content hash if that differs."""

import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from crashkb.text.phrasing import PHRASING_VERSION
from crashkb.text.tokens import TOKENISER_VERSION

SCHEMA = 10
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
    """A number over sizes and times of files and folders; equal fingerprints mean unchanged pages.

    Looking at every file is all that an unchanged knowledge base costs at a start, so only numbers are mixed: a file that
    comes, goes or is renamed changes the time of its folder.
    """
    mixed = zlib.crc32(_versions().encode())
    for number, root in enumerate(roots):
        for folder in ("kb", "data/compat"):
            mixed = hash((mixed, number, _mix(os.path.join(root, folder))))
    return f"{mixed & 0xFFFFFFFFFFFFFFFF:016x}"


def _mix(folder: str) -> int:
    """One number for all below a folder, whatever the order in which the system lists it."""
    total = 0
    folders = [folder]
    while folders:
        folder = folders.pop()
        try:
            own = os.stat(folder)
            entries = os.scandir(folder)
        except OSError:
            continue
        total += hash((own.st_mtime_ns, own.st_ino))
        with entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIXES):
                    try:
                        stat = entry.stat()
                    except OSError:
                        continue
                    total += hash((stat.st_mtime_ns, stat.st_size))
                elif entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
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
