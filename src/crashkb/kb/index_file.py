"""The index file while it is written: its tables, and rows into them."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from crashkb.kb.anchors import Entry
from crashkb.kb.codec import encode
from crashkb.model import Page, Signature

_TABLES = {
    "meta": "name TEXT, value TEXT",
    "pages": "id TEXT PRIMARY KEY, kind TEXT, family TEXT, document INTEGER, symptom INTEGER, status TEXT,"
    " replaced_by TEXT, card TEXT, data TEXT",
    "signatures": "id TEXT PRIMARY KEY, role TEXT, data TEXT",
    "templates": "number INTEGER PRIMARY KEY, signature TEXT, use TEXT, skeleton TEXT, data TEXT",
    "asks": "number INTEGER PRIMARY KEY, document INTEGER, ask TEXT",
    **dict.fromkeys(("terms", "ask_terms", "profile_terms"), "term TEXT, idf FLOAT, documents BLOB, weights BLOB"),
}

_INDEXES = (
    # Pages are long: lists of their ids must not walk through them, nor `Library.cards`.
    "pages (document, id, kind)",
    "pages (status, kind, id)",
    "pages (id, status, kind, symptom, card)",
    "templates (signature)",
)

_UNIQUE = ("terms (term)", "ask_terms (term)", "profile_terms (term)")

_plain = json.JSONEncoder(ensure_ascii=False)
"""Made once: `json.dumps` with an option makes one for each value."""


class IndexFile:
    """An index file, empty at first.

    Args:
        path: the file, empty or absent. It gets its name when it is whole; until then nothing of it needs to survive.
    """

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")
        for table, columns in _TABLES.items():
            self._connection.execute(f"CREATE TABLE {table} ({columns})")

    def insert(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Many rows at once, in the order of the columns: three times as fast as from dictionaries."""
        marks = ", ".join("?" * (_TABLES[table].count(",") + 1))
        self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def note(self, name: str, value: object) -> None:
        """An entry of `meta`: a text as it stands, anything else as JSON."""
        self.insert("meta", [(name, value if isinstance(value, str) else as_json(value))])

    def close(self) -> None:
        """Add what is quicker to make for all rows at once, and close the file."""
        for number, columns in enumerate((*_INDEXES, *_UNIQUE)):
            unique = "UNIQUE" if columns in _UNIQUE else ""
            self._connection.execute(f"CREATE {unique} INDEX index_{number} ON {columns}")
        self._connection.commit()
        self._connection.close()


def page_row(page: Page, document: int) -> tuple[object, ...]:
    """A row of `pages`; `document` is its number where words are searched, -1 for a page that is not."""
    card = json.dumps((page.frameworks, page.platforms, page.causes))
    place = (page.id, page.kind, page.family, document)
    return (*place, int(page.symptom), page.status, page.replaced_by, card, encode(page))


def signature_row(signature: Signature) -> tuple[object, ...]:
    """A row of `signatures`."""
    return (signature.id, signature.role, encode(signature))


def template_row(number: int, entry: Entry) -> tuple[object, ...]:
    """A row of `templates`."""
    return (number, entry.signature, entry.use, entry.template.skeleton, as_json(entry.template))


def as_json(value: object) -> str:
    """The value as JSON, letters beyond ASCII as they are."""
    return _plain.encode(value)
