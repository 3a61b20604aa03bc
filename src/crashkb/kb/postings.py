"""Where terms stand: read out of the index, and held for a while, because a process asks for the same words again."""

import sqlite3
from array import array
from collections.abc import Iterable
from typing import NamedTuple

_MOST_HELD = 1_000_000
"""Postings (12 bytes each) from which all that are held are dropped."""

_TERM = 20
"""What holding a term costs, in postings."""


class Posting(NamedTuple):
    """Where a term stands."""

    idf: float
    documents: "array[int]"
    """(n,) document numbers, ascending."""
    weights: "array[float]"
    """(n,) float64 weights of the term in those documents; a document's weights have length 1 together."""


class Postings:
    """The postings of an index.

    Args:
        connection: to the index file.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._held: dict[str, Posting | None] = {}
        self._size = 0

    def find(self, terms: Iterable[str]) -> dict[str, Posting]:
        """Postings by term, in the order of the terms; unknown ones are absent."""
        wanted = list(dict.fromkeys(terms))
        if self._size > _MOST_HELD:
            self._held.clear()
            self._size = 0
        missing = [term for term in wanted if term not in self._held]
        for first in range(0, len(missing), 500):
            self._read(missing[first : first + 500])
        held = self._held
        return {term: posting for term in wanted if (posting := held[term]) is not None}

    def _read(self, terms: list[str]) -> None:
        self._held.update(dict.fromkeys(terms))
        self._size += _TERM * len(terms)
        marks = ",".join("?" * len(terms))
        query = f"SELECT term, idf, documents, weights FROM terms WHERE term IN ({marks})"
        for term, idf, documents, weights in self._connection.execute(query, terms):
            self._held[term] = Posting(idf, array("I", documents), array("d", weights))
            self._size += len(documents)
