"""Whether the index on disk still fits the pages: cheap fingerprint first, content hash if that differs."""

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from crashkb.text.tokens import TOKENISER_VERSION

SCHEMA = 5
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
        elif entry.name.endswith(_SUFFIXES) and entry.is_file():
            yield f"{name}/{entry.name}", entry


def fingerprint(roots: Sequence[Path]) -> str:
    """A hash over names, sizes and modification times; equal fingerprints mean unchanged pages."""
    digest = hashlib.sha256(_versions().encode())
    for name, entry in kb_files(roots):
        try:
            stat = entry.stat()
        except OSError:
            continue
        digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def content_key(roots: Sequence[Path]) -> str:
    """A hash over the contents of the pages, the index layout and the tokeniser: the index file's name."""
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
    return f"schema {SCHEMA} tokeniser {TOKENISER_VERSION}\n"
