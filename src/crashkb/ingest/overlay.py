"""An opened knowledge base with new pages laid over it in memory, without building the index again.

Its answers are those that the rebuilt index will give, except that the weights of words which already stood in the
index are kept; so one draft is tried in a fraction of a second.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import log, sqrt

from crashkb.ask import OpenLibrary
from crashkb.errors import TemplateError
from crashkb.kb.anchors import rarest
from crashkb.kb.codec import decode_page, encode
from crashkb.kb.documents import SEARCHED_KINDS, Wording, asks_of, document_tokens
from crashkb.kb.profiles import make_profiles, page_terms, profile_weights, rarity
from crashkb.kb.template import Template, parse_template
from crashkb.kb.weights import add, pack
from crashkb.model import Family, Page, Signature

_FEW = 60
"""Searchable pages below which profiles are made anew, in less than a tenth of a second."""


def overlay(
    library: OpenLibrary,
    pages: Sequence[Page],
    signatures: Sequence[Signature],
    families: Mapping[str, Family] | None = None,
) -> OpenLibrary:
    """The library with these pages and signatures added, or in the place of those with the same ids.

    Args:
        library: stays as it is.
        pages: cause, qa, case and guide pages.
        signatures: signatures; their templates are searched at once.
        families: families to add.
    """
    memory = library.copied()
    wording = Wording(library.concepts)
    count = _count(memory, "SELECT count(*) FROM pages WHERE document >= 0")
    few = library.document_count < _FEW
    for page in pages:
        old = memory.execute("SELECT document FROM pages WHERE id = ?", (page.id,)).fetchone()
        document = old[0] if old else count if page.kind in SEARCHED_KINDS else -1
        memory.execute("DELETE FROM pages WHERE id = ?", (page.id,))
        _insert_page(memory, page, document)
        if not old and document >= 0:
            count += 1
            words = document_tokens(page, signatures, wording)
            _insert_postings(memory, document, words, count)
            _insert_asks(memory, wording, document, page)
            if page.kind == "cause" and not few:
                _insert_profile(memory, wording, document, page)
    memory.execute("UPDATE meta SET value = ? WHERE name = 'documents'", (str(count),))
    _insert_signatures(memory, signatures)
    if few:
        _make_profiles_anew(memory, wording, count)
    if families:
        _insert_families(memory, library, families)
    memory.commit()  # an open transaction would make the next copy wait for ever
    made = OpenLibrary(memory, library.note)
    made.calibration = library.calibration
    return made


def _insert_families(connection: sqlite3.Connection, library: OpenLibrary, families: Mapping[str, Family]) -> None:
    every = {**{name: list(row) for name, row in library.families.items()}, **families}
    connection.execute("UPDATE meta SET value = ? WHERE name = 'families'", (json.dumps(every, ensure_ascii=False),))


def _count(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _insert_page(connection: sqlite3.Connection, page: Page, document: int) -> None:
    card = json.dumps((page.frameworks, page.platforms, page.causes))
    connection.execute(
        "INSERT INTO pages (id, kind, family, document, symptom, status, replaced_by, card, data)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(page.id, page.kind, page.family, document, int(page.symptom)),
            *(page.status, page.replaced_by, card, encode(page)),
        ),
    )


def _insert_postings(connection: sqlite3.Connection, document: int, words: Sequence[str], documents: int) -> None:
    """The page's terms as one more document of length 1; a new term is as rare as one in a single page."""
    counts = Counter(words)
    idf = {}
    for term in counts:
        row = connection.execute("SELECT idf FROM terms WHERE term = ?", (term,)).fetchone()
        idf[term] = row[0] if row else log((1 + documents) / 2) + 1.0
    vector = {term: (1.0 + log(count)) * idf[term] for term, count in counts.items()}
    length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
    for term, weight in vector.items():
        add(connection, "terms", term, idf[term], document, weight / length)


def _make_profiles_anew(connection: sqlite3.Connection, wording: Wording, documents: int) -> None:
    """All profiles again, exactly: among few pages one more changes how rare every term is."""
    rows = connection.execute("SELECT data FROM pages WHERE document >= 0 ORDER BY document")
    profiles = make_profiles([decode_page(row[0]) for row in rows], wording)
    connection.execute("DELETE FROM profile_terms")
    connection.executemany(
        "INSERT INTO profile_terms (term, idf, documents, weights) VALUES (?, ?, ?, ?)",
        ((term, *pack(idf, numbers, weights, documents)) for term, idf, numbers, weights in profiles.rows),
    )


def _insert_profile(connection: sqlite3.Connection, wording: Wording, document: int, page: Page) -> None:
    """How people put the new cause; a new term is as rare as one in a single profile."""
    profiles, usual = json.loads(connection.execute("SELECT value FROM meta WHERE name = 'profiles'").fetchone()[0])
    counts = page_terms(page, wording)
    idf = {}
    for term in counts:
        row = connection.execute("SELECT idf FROM profile_terms WHERE term = ?", (term,)).fetchone()
        idf[term] = row[0] if row else rarity(1, profiles + 1)
    for term, weight in profile_weights(counts, idf, usual).items():
        add(connection, "profile_terms", term, idf[term], document, weight)


def _insert_asks(connection: sqlite3.Connection, wording: Wording, document: int, page: Page) -> None:
    number = _count(connection, "SELECT count(*) FROM asks")
    for ask in asks_of(page):
        counts = Counter(wording.terms(ask))
        idf: dict[str, float] = {}
        for term in counts:
            row = connection.execute("SELECT idf FROM terms WHERE term = ?", (term,)).fetchone()
            if row:
                idf[term] = row[0]
        vector = {term: (1.0 + log(counts[term])) * value for term, value in idf.items()}
        length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        for term, weight in vector.items():
            add(connection, "ask_terms", term, idf[term], number, weight / length)
        connection.execute("INSERT INTO asks (number, document, ask) VALUES (?, ?, ?)", (number, document, ask))
        number += 1


# --- signatures ---------------------------------------------------------------------------------


def _insert_signatures(connection: sqlite3.Connection, signatures: Sequence[Signature]) -> None:
    anchors: dict[str, list[int]] = json.loads(
        connection.execute("SELECT value FROM meta WHERE name = 'anchors'").fetchone()[0]
    )
    number = _count(connection, "SELECT coalesce(max(number), -1) FROM templates") + 1
    for signature in signatures:
        gone = {
            row[0] for row in connection.execute("SELECT number FROM templates WHERE signature = ?", (signature.id,))
        }
        if gone:
            connection.execute("DELETE FROM templates WHERE signature = ?", (signature.id,))
            anchors = {name: [item for item in items if item not in gone] for name, items in anchors.items()}
        connection.execute(
            "INSERT OR REPLACE INTO signatures (id, role, data) VALUES (?, ?, ?)",
            (signature.id, signature.role, encode(signature)),
        )
        for use, template in _templates(signature):
            connection.execute(
                "INSERT INTO templates (number, signature, use, skeleton, data) VALUES (?, ?, ?, ?, ?)",
                (number, signature.id, use, template.skeleton, json.dumps(template, ensure_ascii=False)),
            )
            if use != "reads":
                frequency = Counter({name: len(items) for name, items in anchors.items()})
                anchors.setdefault(rarest(template.anchors, frequency), []).append(number)
            number += 1
    anchors = {name: items for name, items in anchors.items() if items}
    connection.execute("UPDATE meta SET value = ? WHERE name = 'anchors'", (json.dumps(anchors, ensure_ascii=False),))


def _templates(signature: Signature) -> list[tuple[str, Template]]:
    """(use, template) of an active signature; what does not parse is left out, as in the index."""
    if signature.status != "active":
        return []
    found: list[tuple[str, Template]] = []
    for use, texts in (
        ("template", signature.templates),
        ("with", signature.with_fragments),
        ("without", signature.without_fragments),
        ("reads", signature.reads),
    ):
        for text in texts:
            with suppress(TemplateError):
                found.append((use, parse_template(text, fragment=use != "template")))
    return found
