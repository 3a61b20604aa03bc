"""The knowledge base as an answer uses it: read-only, lazily, out of the index file."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from sys import intern
from typing import TYPE_CHECKING, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from crashkb.kb.codec import decode_page, decode_signature, frozen
from crashkb.kb.postings import Posting as Posting
from crashkb.kb.postings import Postings
from crashkb.kb.postings import Rare as Rare
from crashkb.kb.template import Template
from crashkb.model import Page, Signature
from crashkb.text.concepts import Concepts

if TYPE_CHECKING:
    from crashkb.kb.compat import Table


class StoredTemplate(NamedTuple):
    """A template with what the index knows of it."""

    number: int
    signature: str
    use: str
    """'template', 'with', 'without' or 'reads'."""
    template: Template


class Card(NamedTuple):
    """What ranking needs of a page."""

    id: str
    kind: str
    symptom: bool
    frameworks: tuple[str, ...]
    platforms: tuple[str, ...]
    causes: tuple[str, ...]


class Library:
    """An opened knowledge base.

    Attributes:
        version: short hash of its content.
        note: a warning about how it was opened, or ''.
    """

    def __init__(self, connection: sqlite3.Connection, note: str = "") -> None:
        self._connection = connection
        self._pages: dict[str, Page] = {}
        self._cards: dict[str, Card] = {}
        self._told: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._signatures: dict[str, Signature] = {}
        self._templates: dict[int, StoredTemplate] = {}
        self._postings = Postings(connection)
        self._profiles = Postings(connection, "profile_terms")
        self._asks = Postings(connection, "ask_terms")
        self._names: dict[int, tuple[str, str]] = {}
        self._meta: dict[str, str] = dict(connection.execute("SELECT name, value FROM meta"))
        self.version = self._meta["version"]
        self.note = note

    @property
    def index_file(self) -> str:
        """Path of the index file, for other processes to open the same; '' where it is held in memory."""
        return str(self._connection.execute("PRAGMA database_list").fetchone()[2] or "")

    @property
    def noted_broken(self) -> list[tuple[int, str]]:
        """(number of the root, `file:line: problem` below it) of what `crashkb.kb.broken` found for this index."""
        noted: list[tuple[int, str]] = json.loads(self._meta.get("broken", "[]"))
        return noted

    def close(self) -> None:
        """Release the index file."""
        self._connection.close()

    def copied(self) -> sqlite3.Connection:
        """The index in memory, to be changed."""
        memory = sqlite3.connect(":memory:", check_same_thread=False)
        self._connection.backup(memory)
        return memory

    # --- pages ---------------------------------------------------------------------------------

    @property
    def checked(self) -> str:
        """ISO date of the newest check of any page."""
        return self._meta["checked"]

    def page(self, page_id: str) -> Page | None:
        """The page of that id; a retired one leads to the page that replaces it."""
        for _ in range(8):
            page = self._page(page_id)
            if page is None or not page.replaced_by:
                return page
            page_id = page.replaced_by
        return None

    def _page(self, page_id: str) -> Page | None:
        if page_id not in self._pages:
            row = self._connection.execute("SELECT data FROM pages WHERE id = ?", (page_id,)).fetchone()
            if row is None:
                return None
            self._pages[page_id] = decode_page(row[0])
        return self._pages[page_id]

    def cards(self, page_ids: Iterable[str]) -> dict[str, Card]:
        """What ranking needs of these pages; a retired or unknown id is absent. A tenth of the cost of the pages."""
        ids = list(dict.fromkeys(page_ids))
        wanted = [page_id for page_id in ids if page_id not in self._cards]
        for first in range(0, len(wanted), 500):
            part = wanted[first : first + 500]
            query = f"SELECT id, kind, symptom, card FROM pages WHERE status = 'active' AND id IN ({_marks(part)})"
            for page_id, kind, symptom, card in self._connection.execute(query, part):
                # Most cards say what many others do.
                told = self._told.get(card) or self._told.setdefault(card, frozen(json.loads(card)))
                self._cards[page_id] = Card(page_id, kind, bool(symptom), *told)
        return {page_id: self._cards[page_id] for page_id in ids if page_id in self._cards}

    def signature(self, signature_id: str) -> Signature | None:
        """The signature of that id."""
        if signature_id not in self._signatures:
            row = self._connection.execute("SELECT data FROM signatures WHERE id = ?", (signature_id,)).fetchone()
            if row is None:
                return None
            self._signatures[signature_id] = decode_signature(row[0])
        return self._signatures[signature_id]

    def page_ids(self, kind: str = "") -> tuple[str, ...]:
        """Ids of the active pages (of one kind), in order."""
        rows = self._connection.execute(
            "SELECT id FROM pages WHERE status = 'active' AND (? = '' OR kind = ?) ORDER BY id", (kind, kind)
        )
        return tuple(row[0] for row in rows)

    def page_ids_about(self, kind: str, causes: Iterable[str]) -> tuple[str, ...]:
        """Ids of the active pages of one kind that may concern one of these causes, in order; their cards tell."""
        quoted = [json.dumps(cause) for cause in causes]
        places = " OR ".join("instr(card, ?)" for _ in quoted)
        query = f"SELECT id FROM pages WHERE status = 'active' AND kind = ? AND ({places or '0'}) ORDER BY id"
        return tuple(row[0] for row in self._connection.execute(query, (kind, *quoted)))

    def every_page(self) -> tuple[Page, ...]:
        """All pages, retired ones too, in order of id."""
        return tuple(decode_page(row[0]) for row in self._connection.execute("SELECT data FROM pages ORDER BY id"))

    def nearest_ids(self, page_id: str) -> tuple[str, ...]:
        """Up to three ids that look like this one."""
        from rapidfuzz import process  # deferred: only a mistyped id needs it

        ids = (*self.page_ids(), *self.signature_ids())
        return tuple(match[0] for match in process.extract(page_id, ids, limit=3, score_cutoff=60))

    def signature_ids(self) -> tuple[str, ...]:
        """Ids of all signatures, in order."""
        return tuple(row[0] for row in self._connection.execute("SELECT id FROM signatures ORDER BY id"))

    @cached_property
    def families(self) -> Mapping[str, tuple[str, str, str]]:
        """Family id to (id, English title, Chinese title)."""
        return {row[0]: (row[0], row[1], row[2]) for row in json.loads(self._meta["families"]).values()}

    @cached_property
    def tables(self) -> "Mapping[str, Table]":
        """Version tables by name."""
        from crashkb.kb.compat import Table  # deferred: only a page that shows a table needs it

        return {name: Table(*frozen(fields)) for name, fields in json.loads(self._meta["tables"]).items()}

    @cached_property
    def concepts(self) -> Concepts:
        """The glossary, ready to expand tokens."""
        by_token, phrases = json.loads(self._meta["concepts"])
        return Concepts(prepared=(by_token, phrases))

    # --- signatures ----------------------------------------------------------------------------

    @cached_property
    def _anchors(self) -> tuple[tuple[str, ...], tuple[Sequence[int], ...]]:
        """Distinct anchors, and for each the numbers of the templates that it stands for."""
        groups: dict[str, list[int]] = json.loads(self._meta["anchors"])
        return tuple(groups), tuple(groups.values())

    @cached_property
    def anchors(self) -> AhoCorasick | None:
        """The multi-pattern prefilter over lower-cased text, overlapping matches; None without templates."""
        words = self._anchors[0]
        return AhoCorasick(words, implementation=Implementation.NoncontiguousNFA) if words else None

    def templates_of_anchor(self, index: int) -> Sequence[int]:
        """Numbers of the templates that the prefilter's pattern of that index stands for."""
        return self._anchors[1][index]

    @property
    def message_words(self) -> tuple[tuple[str, ...], ...]:
        """By message template, its words, that of the prefilter first; not held, because only huge texts ask for them."""
        rows = self._connection.execute("SELECT number, data FROM templates WHERE use = 'template'")
        words = {number: tuple(map(intern, Template(*json.loads(data)).anchors)) for number, data in rows}
        found = []
        for word, numbers in zip(*self._anchors, strict=True):
            messages = [words[number] for number in numbers if number in words]
            found += [(word, *(other for other in message if other != word)) for message in messages]
        return tuple(dict.fromkeys(found))

    def templates(self, numbers: Iterable[int]) -> dict[int, StoredTemplate]:
        """The templates of those numbers."""
        wanted = sorted(set(numbers))
        missing = [number for number in wanted if number not in self._templates]
        for first in range(0, len(missing), 500):
            part = missing[first : first + 500]
            self._load(f"number IN ({_marks(part)})", tuple(part))
        return {number: self._templates[number] for number in wanted}

    def template(self, number: int) -> StoredTemplate:
        """The template of that number."""
        if number not in self._templates:
            self._load("number = ?", (number,))
        return self._templates[number]

    def templates_of(self, signature_id: str) -> tuple[StoredTemplate, ...]:
        """All templates and with/without fragments of a signature."""
        numbers = self._load("signature = ?", (signature_id,))
        return tuple(self._templates[number] for number in numbers)

    def _load(self, where: str, arguments: tuple[object, ...]) -> list[int]:
        numbers = []
        query = f"SELECT number, signature, use, data FROM templates WHERE {where} ORDER BY number"
        for number, signature, use, data in self._connection.execute(query, arguments):
            numbers.append(number)
            if number not in self._templates:
                template = Template(*frozen(json.loads(data)))
                self._templates[number] = StoredTemplate(number, signature, use, template)
        return numbers

    @cached_property
    def skeletons(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Numbers and skeletons of the message templates, for fuzzy matching."""
        rows = self._connection.execute(
            "SELECT number, skeleton FROM templates WHERE use = 'template' ORDER BY number"
        ).fetchall()
        return tuple(row[0] for row in rows), tuple(row[1] for row in rows)

    # --- words ---------------------------------------------------------------------------------

    @cached_property
    def document_count(self) -> int:
        """Number of searchable pages."""
        return int(self._meta["documents"])

    def documents(self, numbers: Iterable[int]) -> dict[int, tuple[str, str]]:
        """(page id, kind) by document number."""
        wanted = list(numbers)
        missing = [number for number in wanted if number not in self._names]
        if missing:
            query = f"SELECT document, id, kind FROM pages WHERE document IN ({_marks(missing)})"
            self._names.update((row[0], (row[1], row[2])) for row in self._connection.execute(query, missing))
        return {number: self._names[number] for number in wanted}

    def postings(self, terms: Iterable[str]) -> dict[str, Posting]:
        """Where these terms stand; unknown terms are absent."""
        return self._postings.find(terms)

    def profile_postings(self, terms: Iterable[str]) -> dict[str, Posting]:
        """In which causes' profiles these terms stand; unknown terms are absent."""
        return self._profiles.find(terms)

    def vocabulary(self, first_letter: str, shortest: int, longest: int) -> tuple[str, ...]:
        """Indexed terms that begin with a letter and have a length in that range, for spelling."""
        rows = self._connection.execute(
            "SELECT term FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?",
            (first_letter, chr(ord(first_letter) + 1), shortest, longest),
        )
        return tuple(row[0] for row in rows)

    @cached_property
    def ask_count(self) -> int:
        """Number of ways of asking."""
        return int(self._connection.execute("SELECT coalesce(max(number), -1) + 1 FROM asks").fetchone()[0])

    def ask_postings(self, terms: Iterable[str]) -> dict[str, Posting]:
        """In which ways of asking these terms stand; unknown terms are absent."""
        return self._asks.find(terms)

    def asks(self, numbers: Sequence[int]) -> dict[int, tuple[int, str]]:
        """By number: the document that a way of asking leads to, and its text."""
        query = f"SELECT number, document, ask FROM asks WHERE number IN ({_marks(numbers)})"
        return {row[0]: (row[1], row[2]) for row in self._connection.execute(query, list(numbers))}


def _marks(items: Sequence[object]) -> str:
    """Place holders for that many values."""
    return ",".join("?" * len(items))
