"""One page file, opened: front matter split from the body; and what is remembered about it for later checks."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from crashkb.kb.body import Body
from crashkb.kb.fields import Fields, KeyLines
from crashkb.kb.files import read_text
from crashkb.kb.yaml_nodes import read_nodes
from crashkb.model import Page, Problem, Signature


class Place(NamedTuple):
    """Where a page uses a name."""

    name: str
    path: str
    line: int


class Marks(NamedTuple):
    """Lines that the nouns do not carry, for problems found when all pages are known."""

    path: str
    """The main file, root included."""
    keys: KeyLines = MappingProxyType({})
    """(key, '' or list item or inner key) → line in the main file."""
    links: tuple[Place, ...] = ()
    captured: tuple[Place, ...] = ()
    tables: tuple[Place, ...] = ()
    fenced: Mapping[tuple[str, str], int] = MappingProxyType({})
    """Signatures: (fence word, line of the fence) → line in the file."""

    def line(self, key: str, inner: str = "") -> int:
        """Line of a key, or of what stands in it; of the front matter where the key is absent."""
        return self.keys.get((key, inner)) or self.keys.get((key, "")) or self.keys.get(("", ""), 0)


class Reading(NamedTuple):
    """What the files of one page gave."""

    page: Page | None
    """None for signatures, and where nothing could be read."""
    signature: Signature | None
    marks: Marks
    problems: tuple[Problem, ...]


class Opened(NamedTuple):
    """A page file, split."""

    fields: Fields
    body: str
    body_line: int
    """1-based line on which the body begins."""


def open_page(path: Path, top: Path) -> tuple[Opened | None, tuple[Problem, ...]]:
    """A page file, split into front matter and body; None if it cannot be read so far.

    Args:
        path: the file.
        top: the resolved root.
    """
    text, problems = read_text(path, top)
    if text is None:
        return None, problems
    shown = path.as_posix()
    lines = text.split("\n")
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)
    if lines[0].rstrip() != "---" or not end:
        advice = "the first line should be `---`" if lines[0].rstrip() != "---" else "the second `---` line is missing"
        return None, (*problems, Problem("K101", shown, 1, f"no front matter between two `---` lines: {advice}"))
    nodes, found = read_nodes("\n".join(lines[1:end]) + "\n", shown, first_line=2)
    if nodes is None:
        return None, (*problems, *found)
    return Opened(Fields(nodes._replace(line=1), shown), "\n".join(lines[end + 1 :]), end + 2), (*problems, *found)


def places(bodies: Iterable[tuple[str, Body]], what: str) -> tuple[Place, ...]:
    """The names that bodies mention, with the file of each.

    Args:
        bodies: (file, body) of each language.
        what: 'links', 'captured' or 'tables'.
    """
    return tuple(Place(name, path, line) for path, body in bodies for name, line in getattr(body, what))
