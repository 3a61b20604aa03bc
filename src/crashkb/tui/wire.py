"""What the worker process tells the chat beside diagnoses: light to import on both sides."""

from collections.abc import Mapping
from typing import NamedTuple


class Glance(NamedTuple):
    """What a log looks like at first sight."""

    lines: int
    size: int
    """Characters."""
    kind: str
    """Kind of its first fatal block, '' if there is none."""
    platform: str


class Entry(NamedTuple):
    """A page in the tree of pages."""

    id: str
    kind: str
    family: str
    titles: Mapping[str, str]


class Catalog(NamedTuple):
    """All pages, and the families' titles by language."""

    version: str
    entries: tuple[Entry, ...]
    families: Mapping[str, Mapping[str, str]]
