"""Build the index file: parsed pages, compiled templates, postings, ways of asking, glossary.

Runs only when pages changed; the only user of scikit-learn and (for writing) sqlite-utils. Both are imported
inside the function because this module is reachable from the answer path.
"""

import json
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.errors import LibraryError, TemplateError
from crashkb.kb.codec import encode
from crashkb.kb.template import Template, parse_template
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


def build_index(roots: Sequence[Path], path: Path, key: str) -> None:
    """Read the pages of these roots and write the index file.

    Raises:
        LibraryError: no page could be read.
    """
    from crashkb.kb.collection import read_collection  # deferred: needs yaml and markdown-it

    collection = read_collection(roots)
    if not collection.pages:
        raise LibraryError("no pages found under " + ", ".join(str(root) for root in roots))
    pages = [page for _, page in sorted(collection.pages.items())]
    signatures = [signature for _, signature in sorted(collection.signatures.items())]
    concepts = Concepts(collection.concepts)
    documents = [document_tokens(page, signatures, concepts) for page in pages if page.kind in SEARCHED_KINDS]
    write_index(
        path,
        meta={
            "key": key,
            "version": collection.version,
            "checked": max((page.checked for page in pages), default=""),
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
    database["signatures"].insert_all(
        ({"id": item.id, "role": item.role, "data": encode(item)} for item in signatures), pk="id"
    )
    _write_templates(database, signatures)
    _write_terms(database, documents)
    _write_asks(database, searched, concepts)
    database.vacuum()
    database.conn.close()


# --- templates --------------------------------------------------------------------------------


def _write_templates(database: Any, signatures: Sequence[Signature]) -> None:
    entries = [entry for signature in signatures if signature.status == "active" for entry in _entries(signature)]
    frequency = Counter(anchor for entry in entries for anchor in set(entry.template.anchors))
    rows = []
    for number, entry in enumerate(entries):
        template = entry.template
        rows.append(
            {
                "number": number,
                "signature": entry.signature,
                "use": entry.use,
                # `reads` are tried only inside a message that was found, so the prefilter need not know them.
                "anchor": "" if entry.use == "reads" else rarest(template.anchors, frequency),
                "skeleton": template.skeleton,
                "data": json.dumps(template, ensure_ascii=False),
            }
        )
    database["templates"].create(
        {"number": int, "signature": str, "use": str, "anchor": str, "skeleton": str, "data": str}, pk="number"
    )
    database["templates"].insert_all(rows)


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


def _write_terms(database: Any, documents: Sequence[list[str]]) -> None:
    """Postings by term: (n_pages, n_terms) float64 sparse, transposed into one row a term."""
    model = vectoriser()
    matrix = model.fit_transform(documents).tocsc()
    terms = model.get_feature_names_out()
    database["terms"].create(
        {"term": str, "idf": float, "documents": bytes, "weights": bytes}, pk="term", if_not_exists=True
    )
    rows = []
    for column, term in enumerate(terms):
        first, last = matrix.indptr[column], matrix.indptr[column + 1]
        rows.append(
            {
                "term": str(term),
                "idf": float(model.idf_[column]),
                "documents": array("I", (int(row) for row in matrix.indices[first:last])).tobytes(),
                "weights": array("d", (float(weight) for weight in matrix.data[first:last])).tobytes(),
            }
        )
    database["terms"].insert_all(rows)


def _write_asks(database: Any, pages: Sequence[Page], concepts: Concepts) -> None:
    rows = []
    for number, page in enumerate(pages):
        for language, text in page.texts:
            asks = (*text.asks, text.title) if page.kind in ("cause", "qa") else text.asks
            for ask in dict.fromkeys(asks):
                words = tokens(ask)
                rows.append(
                    {
                        "document": number,
                        "language": language,
                        "ask": ask,
                        "tokens": " ".join(words + concepts.expand(ask, words)),
                    }
                )
    database["asks"].create({"document": int, "language": str, "ask": str, "tokens": str})
    database["asks"].insert_all(rows)
    database["asks"].create_index(["document"])
