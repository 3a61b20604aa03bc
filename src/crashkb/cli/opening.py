"""The knowledge base for a command, with a word on standard error about pages that cannot answer."""

import sys
from collections.abc import Callable, Sequence

from crashkb.ask import OpenLibrary, open_library

_MOST = 3


def opened_library(roots: Sequence[str], *, progress: Callable[[int], None] | None = None) -> OpenLibrary:
    """The knowledge base of these roots; broken pages of a team's roots are told.

    Args:
        roots: `--kb` folders.
        progress: told how many pages are read, where the index has to be built.

    Raises:
        LibraryError: a root or the index cannot be used.
    """
    library = open_library(roots, progress=progress)
    tell_broken(library.broken)
    return library


def tell_broken(problems: Sequence[str]) -> None:
    """Say which pages are left out or only half used, and where they are broken; the rest answers."""
    for line in problems[:_MOST]:
        print(f"crashkb: warning: {line}", file=sys.stderr)
    if len(problems) > _MOST:
        more = len(problems) - _MOST
        print(f"crashkb: warning: {more} more broken pages; `crashkb kb check` shows all", file=sys.stderr)
