"""How the index stores where a term stands: of a rare term the documents, of a common one a weight for every document.

What is stored is the term's idf times its weight in the document, in whole units: whatever a question asks for only has
to be summed up, and sums of whole numbers are the same in whatever order and by whatever way they are made.
"""

import sqlite3
import sys
from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from crashkb.kb.inverted import Inverted

UNIT = 1 << 20
"""What idf * weight = 1 is stored as: thousands of terms with an idf of ten sum up to less than 32 bits."""

COMMON = 16
"""A term that stands in more than one of so many documents is common; a larger number would make a larger file."""


def little(values: "array[int]") -> bytes:
    """The numbers as bytes, least first, on every machine."""
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


def numbers(kind: str, data: bytes) -> "array[int]":
    """The array of that type code that `little` made bytes of."""
    values = array(kind, data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


class Packed(NamedTuple):
    """A term's columns in the index."""

    idf: float
    documents: bytes
    """Of a rare term the document numbers, ascending, four bytes each; of a common one nothing."""
    weights: bytes
    """Four bytes each: of a rare term its weights there, of a common one those in all documents, zeros included."""


def pack(idf: float, documents: Sequence[int], weights: Sequence[float], count: int) -> Packed:
    """The columns of a term that stands in these of `count` documents.

    Args:
        idf: the term's.
        documents: their numbers, ascending.
        weights: of the term there, each above 0.
        count: number of documents, those without the term included.
    """
    whole = array("I", [max(round(idf * weight * UNIT), 1) for weight in weights])
    if len(documents) * COMMON <= count:
        return Packed(idf, little(array("I", documents)), little(whole))
    every = array("I", bytes(4 * count))
    for document, weight in zip(documents, whole, strict=True):
        every[document] = weight
    return Packed(idf, b"", little(every))


def pack_all(entries: "Inverted", idf: Any, weights: Any, count: int) -> Iterator[tuple[str, float, bytes, bytes]]:
    """What `pack` gives for each term, behind the term itself; made for all at once, which is five times as fast.

    Args:
        entries: where the terms stand; one that stands nowhere is left out.
        idf: (n_terms,) float64.
        weights: (n,) float64, the weight of each entry.
        count: number of documents, those without any term included.
    """
    import numpy as np  # deferred: only building an index needs it, and this room is on the way to an answer

    whole = np.maximum(np.rint(np.repeat(idf, entries.sizes) * weights * UNIT), 1).astype("<u4")
    documents, places, data = entries.documents, entries.documents.astype("<u4").tobytes(), whole.tobytes()
    first = 0
    for term, value, size in zip(entries.terms, idf.tolist(), entries.sizes.tolist(), strict=True):
        last = first + size
        if size * COMMON > count:
            every = np.zeros(count, "<u4")
            every[documents[first:last]] = whole[first:last]
            yield term, value, b"", every.tobytes()
        elif size:
            yield term, value, places[4 * first : 4 * last], data[4 * first : 4 * last]
        first = last


def add(connection: sqlite3.Connection, table: str, term: str, idf: float, document: int, weight: float) -> None:
    """Note that a term stands in a document that comes after all others.

    Args:
        connection: to an index that may be written.
        table: 'terms', 'profile_terms' or 'ask_terms'.
        term: known or new.
        idf: the term's, as the table has it if it is known.
        document: its number.
        weight: of the term there.
    """
    row = connection.execute(f"SELECT documents, weights FROM {table} WHERE term = ?", (term,)).fetchone()
    documents, weights = row or (b"", b"")
    own = little(array("I", [max(round(idf * weight * UNIT), 1)]))
    if weights and not documents:
        weights = weights.ljust(4 * document, b"\0")
    else:
        documents += little(array("I", [document]))
    connection.execute(
        f"INSERT OR REPLACE INTO {table} (term, idf, documents, weights) VALUES (?, ?, ?, ?)",
        (term, idf, documents, weights + own),
    )
