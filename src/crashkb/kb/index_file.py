"""The index file while it is written: its tables, and rows into them."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from crashkb.kb.anchors import Entry
from crashkb.kb.codec import encode
from crashkb.model import Page, Signature

_POSTINGS = ("terms", "ask_terms", "profile_terms")

_plain = json.JSONEncoder(ensure_ascii=False)
"""Made once: `json.dumps` with an option makes one for each value."""


class IndexFile:
    """An index file, empty at first.

    Args:
        path: the file, empty or absent. It gets its name when it is whole; until then nothing of it needs to survive.
    """

    def __init__(self, path: Path) -> None:
        from sqlite_utils import Database  # deferred: only building needs it

        # Any: create() stands on tables only, and the stubs say Table | View for database[name].
        self._database: Any = Database(str(path))
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("PRAGMA synchronous = OFF")
        self._marks: dict[str, str] = {}
        self._create("meta", {"name": str, "value": str}, key="")
        self._create("pages", _PAGES, key="id")
        self._create("signatures", {"id": str, "role": str, "data": str}, key="id")
        self._create("templates", _TEMPLATES, key="number")
        self._create("asks", {"number": int, "document": int, "ask": str}, key="number")
        for table in _POSTINGS:
            self._create(table, {"term": str, "idf": float, "documents": bytes, "weights": bytes}, key="")

    def _create(self, table: str, columns: dict[str, type], key: str) -> None:
        self._database[table].create(columns, pk=key or None)
        self._marks[table] = ", ".join("?" * len(columns))

    def insert(self, table: str, rows: Iterable[Sequence[object]]) -> None:
        """Many rows at once, in the order of the columns: three times as fast as from dictionaries."""
        self._database.conn.executemany(f"INSERT INTO {table} VALUES ({self._marks[table]})", rows)

    def note(self, name: str, value: object) -> None:
        """An entry of `meta`: a text as it stands, anything else as JSON."""
        self.insert("meta", [(name, value if isinstance(value, str) else as_json(value))])

    def close(self) -> None:
        """Add what is quicker to make for all rows at once, and close the file."""
        # Pages are long: lists of their ids must not walk through them.
        self._database["pages"].create_index(["document", "id", "kind"])
        self._database["pages"].create_index(["status", "kind", "id"])
        self._database["pages"].create_index(["id", "status", "kind", "symptom", "card"])  # nor `Library.cards`
        self._database["templates"].create_index(["signature"])
        for table in _POSTINGS:
            self._database[table].create_index(["term"], unique=True)
        self._database.conn.commit()
        self._database.conn.close()


_TEMPLATES = {"number": int, "signature": str, "use": str, "skeleton": str, "data": str}

_PAGES = {
    "id": str,
    "kind": str,
    "family": str,
    "document": int,
    "symptom": int,
    "status": str,
    "replaced_by": str,
    "card": str,
    "data": str,
}


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
