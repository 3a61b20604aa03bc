"""Build the index file: parsed pages, compiled templates, postings, ways of asking, glossary.

Runs only when pages changed; the only user of scikit-learn and (for writing) sqlite-utils. Both are imported
inside the function because this module is reachable from the answer path.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from math import log, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.errors import LibraryError, TemplateError
from crashkb.kb.codec import encode
from crashkb.kb.profiles import make_profiles
from crashkb.kb.template import Template, parse_template
from crashkb.kb.weights import pack
from crashkb.model import Page, Signature
from crashkb.text.concepts import Concepts
from crashkb.text.tokens import tokens

SEARCHED_KINDS = ("cause", "qa", "case", "guide")

_UNTELLING = frozenset({"fix", "verify", "risks", "prevent", "actions", "before-after", "lesson"})
"""Sections about what to do, not about what is seen."""

# ```python … ```
_CODE = re.compile(r"^[ \t]{0,16}(```|~~~).*?^[ \t]{0,16}\1", re.DOTALL | re.MULTILINE)

_TITLE_WEIGHT = 3
_ASK_WEIGHT = 2
_TEMPLATE_WEIGHT = 2


class _Entry(NamedTuple):
    """One template on its way into the index."""

    signature: str
    template: Template
    use: str
    """'template', 'with', 'without' or 'reads'."""


def build_index(roots: Sequence[Path], path: Path, key: str, progress: Callable[[int], None] | None = None) -> None:
    """Read the pages of these roots and write the index file.

    Pages whose files are as they were at the last build are not parsed again; what they gave lies beside `path`.

    Args:
        roots: folders that hold `kb/`.
        path: the file to write.
        key: what its content stands for.
        progress: told how many pages are read.

    Raises:
        LibraryError: no page could be read.
    """
    from crashkb.kb.collection import read_collection  # deferred: needs yaml and markdown-it
    from crashkb.kb.parsed import NAME, ParsedPages

    collection = read_collection(roots, ParsedPages(path.parent / NAME), progress)
    if not collection.pages:
        raise LibraryError("no pages found under " + ", ".join(str(root) for root in roots))
    pages = [page for _, page in sorted(collection.pages.items())]
    signatures = [signature for _, signature in sorted(collection.signatures.items())]
    concepts = Concepts(collection.concepts)
    leading: dict[str, list[Signature]] = {}
    for signature in signatures:
        for cause in {link.cause for link in signature.links}:
            leading.setdefault(cause, []).append(signature)
    searched = [page for page in pages if page.kind in SEARCHED_KINDS]
    documents = [document_tokens(page, leading.get(page.id, ()), concepts) for page in searched]
    write_index(
        path,
        meta={
            "key": key,
            "version": collection.version,
            "checked": max((page.checked for page in pages), default=""),
            "documents": str(len(documents)),
            "problems": str(len(collection.problems)),
            "families": json.dumps(collection.families, ensure_ascii=False),
            "concepts": json.dumps(concepts.prepared, ensure_ascii=False),
            "tables": json.dumps(collection.tables, ensure_ascii=False, default=list),
        },
        pages=pages,
        signatures=signatures,
        documents=documents,
        concepts=concepts,
    )


def document_tokens(page: Page, signatures: Iterable[Signature], concepts: Concepts) -> list[str]:
    """The tokens by which a page is found: both languages, ways of asking, and the messages that lead to it.

    Telling fields count several times; the vectoriser dampens repetition by its logarithm. Remedies and code are left
    out: they name what the person does not have yet (measured with each way of asking held out: 0.90 of pages in the
    first three instead of 0.89, Chinese 0.695 first instead of 0.688).
    """
    parts: list[tuple[str, int]] = [(page.id.replace("-", " "), 1)]
    for _, written in page.texts:
        parts.append((written.title, _TITLE_WEIGHT))
        parts.extend((ask, _ASK_WEIGHT) for ask in written.asks)
        parts.extend((_prose(section.text), 1) for section in written.sections if section.name not in _UNTELLING)
    if page.kind == "cause":
        for signature in signatures:
            if any(link.cause == page.id for link in signature.links):
                parts.extend((template, _TEMPLATE_WEIGHT) for template in signature.templates)
                parts.append((signature.means, 1))
                parts.append((signature.means_zh, 1))
    found: list[str] = []
    for text, weight in parts:
        words = tokens(text)
        found.extend((words + concepts.expand(text, words)) * weight)
    return found


def _prose(markdown: str) -> str:
    return _CODE.sub(" ", markdown)


def write_index(
    path: Path,
    meta: Mapping[str, str],
    pages: Sequence[Page],
    signatures: Sequence[Signature],
    documents: Sequence[list[str]],
    concepts: Concepts,
) -> None:
    """Write the index file; `documents` are the tokens of the searchable pages in their order."""
    from sqlite_utils import Database  # deferred: only building needs it

    # Any: insert_all stands on tables only, and the stubs say Table | View for database[name].
    database: Any = Database(str(path))
    # The file gets its name when it is whole; until then nothing of it needs to survive.
    database.execute("PRAGMA journal_mode = OFF")
    database.execute("PRAGMA synchronous = OFF")
    database["meta"].insert_all({"name": name, "value": value} for name, value in meta.items())
    searched = [page for page in pages if page.kind in SEARCHED_KINDS]
    numbers = {page.id: number for number, page in enumerate(searched)}
    database["pages"].insert_all(
        (
            {
                "id": page.id,
                "kind": page.kind,
                "family": page.family,
                "document": numbers.get(page.id, -1),
                "symptom": int(page.symptom),
                "status": page.status,
                "replaced_by": page.replaced_by,
                "card": json.dumps((page.frameworks, page.platforms, page.causes)),
                "data": encode(page),
            }
            for page in pages
        ),
        pk="id",
    )
    # Pages are long: lists of their ids must not walk through them.
    database["pages"].create_index(["document", "id", "kind"])
    database["pages"].create_index(["status", "kind", "id"])
    database["signatures"].insert_all(
        ({"id": item.id, "role": item.role, "data": encode(item)} for item in signatures), pk="id"
    )
    _write_templates(database, signatures)
    idf = _write_terms(database, documents)
    _write_asks(database, searched, concepts, idf)
    _write_profiles(database, searched, concepts)
    database.vacuum()
    database.conn.close()


# --- templates --------------------------------------------------------------------------------


def _write_templates(database: Any, signatures: Sequence[Signature]) -> None:
    entries = [entry for signature in signatures if signature.status == "active" for entry in _entries(signature)]
    frequency = Counter(anchor for entry in entries for anchor in set(entry.template.anchors))
    anchors: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        # `reads` are tried only inside a message that was found, so the prefilter need not know them.
        if entry.use != "reads":
            anchors.setdefault(rarest(entry.template.anchors, frequency), []).append(number)
    # One row of its own: every start reads it, and collecting it from the table took longer than all the rest.
    database["meta"].insert({"name": "anchors", "value": json.dumps(anchors, ensure_ascii=False)})
    database["templates"].create(
        {"number": int, "signature": str, "use": str, "skeleton": str, "data": str}, pk="number"
    )
    rows = (
        (number, entry.signature, entry.use, entry.template.skeleton, json.dumps(entry.template, ensure_ascii=False))
        for number, entry in enumerate(entries)
    )
    _insert(database, "templates", rows)
    database["templates"].create_index(["signature"])


def _entries(signature: Signature) -> Iterable[_Entry]:
    """The signature's templates; one that does not parse is left out here and reported by `kb check`."""
    uses = (
        ("template", signature.templates),
        ("with", signature.with_fragments),
        ("without", signature.without_fragments),
        ("reads", signature.reads),
    )
    for use, texts in uses:
        for text in texts:
            with suppress(TemplateError):
                yield _Entry(signature.id, parse_template(text, fragment=use != "template"), use)


_COMMON = frozenset(
    "error errors failed failure could cannot should found version library file files from with this that tensor tensors"
    " device model input output expected invalid memory cuda tensorflow torch python import module runtime loading"
    " operation supported support unable when while have size shape type value values data name node which does".split()
)


def rarest(anchors: Sequence[str], frequency: Mapping[str, int]) -> str:
    """The anchor with which the prefilter looks for a template: long, in few templates, not an everyday word.

    Choosing by rarity rather than by length alone made the scan several times faster in measurements, because
    each false candidate costs a pattern search.
    """
    return min(
        anchors, key=lambda anchor: (anchor in _COMMON, len(anchor) < 4, frequency[anchor], -len(anchor), anchor)
    )


# --- words ------------------------------------------------------------------------------------


def vectoriser() -> Any:
    """The TF-IDF model: documents are token lists; rows of length 1, term counts dampened by their logarithm."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # deferred: costs a second

    return TfidfVectorizer(analyzer=_identity, sublinear_tf=True, norm="l2", smooth_idf=True)


def _identity(document: list[str]) -> list[str]:
    return document


def _write_terms(database: Any, documents: Sequence[list[str]]) -> dict[str, float]:
    """Postings by term: (n_pages, n_terms) float64 sparse, transposed into one row a term; returns the idf by term."""
    model = vectoriser()
    matrix = model.fit_transform(documents).tocsc()
    matrix.sort_indices()
    idf = {str(term): float(model.idf_[column]) for column, term in enumerate(model.get_feature_names_out())}
    rows = []
    for column, (term, value) in enumerate(idf.items()):
        first, last = matrix.indptr[column], matrix.indptr[column + 1]
        numbers, weights = matrix.indices[first:last].tolist(), matrix.data[first:last].tolist()
        rows.append((term, *pack(value, numbers, weights, len(documents))))
    _insert_postings(database, "terms", rows)
    return idf


def _insert_postings(database: Any, table: str, rows: Iterable[Sequence[object]]) -> None:
    database[table].create({"term": str, "idf": float, "documents": bytes, "weights": bytes}, pk="term")
    _insert(database, table, rows)


def _insert(database: Any, table: str, rows: Iterable[Sequence[object]]) -> None:
    """Many rows at once, in the order of the columns: three times as fast as from dictionaries."""
    with database.conn:
        marks = ", ".join("?" * len(database[table].columns))
        database.conn.executemany(f"INSERT INTO [{table}] VALUES ({marks})", rows)


def _write_asks(database: Any, pages: Sequence[Page], concepts: Concepts, idf: Mapping[str, float]) -> None:
    """Ways of asking, and for each term in which of them it stands with what weight (vectors of length 1)."""
    rows: list[tuple[int, int, str]] = []
    postings: dict[str, tuple[list[int], list[float]]] = {}
    for document, page in enumerate(pages):
        for ask in _asks_of(page):
            words = tokens(ask)
            counts = Counter(term for term in words + concepts.expand(ask, words) if term in idf)
            vector = {term: (1.0 + log(count)) * idf[term] for term, count in counts.items()}
            length = sqrt(sum(weight * weight for weight in vector.values())) or 1.0
            for term, weight in vector.items():
                numbers, weights = postings.setdefault(term, ([], []))
                numbers.append(len(rows))
                weights.append(weight / length)
            rows.append((len(rows), document, ask))
    database["asks"].create({"number": int, "document": int, "ask": str}, pk="number")
    _insert(database, "asks", rows)
    packed = ((term, *pack(idf[term], *posting, len(rows))) for term, posting in postings.items())
    _insert_postings(database, "ask_terms", packed)


def _write_profiles(database: Any, pages: Sequence[Page], concepts: Concepts) -> None:
    """For each cause, how people put it."""
    profiles = make_profiles(pages, concepts)
    database["meta"].insert({"name": "profiles", "value": json.dumps((profiles.causes, profiles.length))})
    packed = ((term, *pack(idf, documents, weights, len(pages))) for term, idf, documents, weights in profiles.rows)
    _insert_postings(database, "profile_terms", packed)


def _asks_of(page: Page) -> list[str]:
    """All ways in which a page is asked for, its title included where it states the trouble."""
    asks = [ask for _, text in page.texts for ask in text.asks]
    titles = [text.title for _, text in page.texts] if page.kind in ("cause", "qa") else []
    return list(dict.fromkeys((*asks, *titles)))
