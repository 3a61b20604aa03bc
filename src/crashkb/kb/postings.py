"""Where terms stand: read out of the index, and held for a while, because a process asks for the same words again."""

import sqlite3
from array import array
from collections.abc import Iterable
from typing import NamedTuple

from crashkb.kb.weights import numbers

_MOST_HELD = 4_000_000
"""Bytes of postings above which the half that was read first is dropped."""

_TERM = 200
"""What holding a term costs beside its postings."""


class Rare(NamedTuple):
    """A term that stands in few documents; weights are in units of `weights.UNIT`, its idf included."""

    idf: float
    documents: "array[int]"
    """(n,) document numbers, ascending."""
    weights: "array[int]"
    """(n,) its weights there."""


class Common(NamedTuple):
    """A term that stands in many documents."""

    idf: float
    documents: int
    """Of how many documents the weights are known."""
    lanes: int
    """Its weights in all documents, 32 bits each, as one number: thousands are added at the cost of a few."""

    @property
    def weights(self) -> "array[int]":
        """(documents,) the weights by document, 0 where it does not stand."""
        return numbers("I", self.lanes.to_bytes(4 * self.documents, "little"))


Posting = Rare | Common


class Postings:
    """The postings of an index.

    Args:
        connection: to the index file.
        table: 'terms' (pages), 'profile_terms' (profiles) or 'ask_terms' (ways of asking).
    """

    def __init__(self, connection: sqlite3.Connection, table: str = "terms") -> None:
        self._connection = connection
        self._table = table
        self._held: dict[str, Posting | None] = {}
        self._size = 0

    def find(self, terms: Iterable[str]) -> dict[str, Posting]:
        """Postings by term, in the order of the terms; unknown ones are absent."""
        wanted = list(dict.fromkeys(terms))
        missing = [term for term in wanted if term not in self._held]
        for first in range(0, len(missing), 500):
            self._read(missing[first : first + 500])
        held = self._held
        found = {term: posting for term in wanted if (posting := held[term]) is not None}
        if self._size > _MOST_HELD:
            self._forget()
        return found

    def _read(self, terms: list[str]) -> None:
        self._held.update(dict.fromkeys(terms))
        self._size += _TERM * len(terms)
        marks = ",".join("?" * len(terms))
        query = f"SELECT term, idf, documents, weights FROM {self._table} WHERE term IN ({marks})"
        for term, idf, documents, weights in self._connection.execute(query, terms):
            if documents:
                posting: Posting = Rare(idf, numbers("I", documents), numbers("I", weights))
            else:
                posting = Common(idf, len(weights) // 4, int.from_bytes(weights, "little"))
            self._held[term] = posting
            self._size += _bytes(posting)

    def _forget(self) -> None:
        """Drop half of what is held, that which was read first."""
        for term in list(self._held)[: (len(self._held) + 1) // 2]:
            posting = self._held.pop(term)
            self._size -= _TERM + (_bytes(posting) if posting is not None else 0)


def _bytes(posting: Posting) -> int:
    """About how much memory it takes."""
    return 4 * posting.documents if isinstance(posting, Common) else 8 * len(posting.documents)
