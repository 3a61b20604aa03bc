"""Opened knowledge bases for tests: the small fixture and the real one."""

import tempfile
from functools import cache
from pathlib import Path

from crashkb.ask import OpenLibrary, open_library
from crashkb.kb.index import build_index
from crashkb.kb.store import open_index
from crashkb.match.confidence import read_calibration

TESTS = Path(__file__).parent
REPO = TESTS.parent
SMALL = TESTS / "fixtures" / "kb_small"


@cache
def small_library() -> OpenLibrary:
    """The fixture knowledge base, indexed once a test run."""
    return open_roots(SMALL)


@cache
def real_library() -> OpenLibrary:
    """The project's own knowledge base."""
    return open_library()


def open_roots(*roots: Path) -> OpenLibrary:
    """Just these roots, without the built-in one."""
    connection, note = open_index(roots, Path(tempfile.mkdtemp()), build_index)
    library = OpenLibrary(connection, note)
    library.calibration = read_calibration(REPO / "data" / "calibration.json")
    return library
