"""Which term stands in which document how often: collected document by document, given out term by term.

What is collected of many documents does not fit into memory. So when much is held, it is sorted by term and written to a
temporary file; in the end what was written is merged, a stretch of the vocabulary at a time.
"""

import tempfile
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

_MOST_HELD = 4_000_000
"""Entries (a term in a document) that are held in memory; sorting them takes some 150 MB."""

_BLOCK = 2_000_000
"""Entries that are merged at a time."""


class Vocabulary(defaultdict[str, int]):
    """Term → its number; a new term gets the next one."""

    def __init__(self) -> None:
        super().__init__(count().__next__)


class Inverted(NamedTuple):
    """Entries by term."""

    first: int
    """Number of the first term."""
    terms: list[str]
    """In the order of their numbers."""
    sizes: Any
    """(n_terms,) int64, how many of the entries belong to each term."""
    documents: Any
    """(n,) int32, ascending within a term."""
    amounts: Any
    """(n,) how often the term stands in the document, at least 1."""


class _Chunk(NamedTuple):
    """Entries of some documents, by term; in the file."""

    ends: Any
    """(n_terms + 1,) where the entries of each term begin in the chunk, and where the last ones end."""
    start: int
    """Offset in the file."""


class Collected:
    """Counts of any number of documents in bounded memory.

    Args:
        vocabulary: numbers of terms; new ones are added.
        folder: for the temporary file; None is the system's.
        most_held: entries held in memory; 0 is as many as are quick to sort.
    """

    def __init__(self, vocabulary: Vocabulary, folder: Path | None = None, most_held: int = 0) -> None:
        self._vocabulary = vocabulary
        self._folder = folder
        self._most_held = most_held or _MOST_HELD
        self._numbers, self._amounts, self._sizes = array("i"), array("i"), array("i")
        self._chunks: list[_Chunk] = []
        self._whole: Inverted | None = None
        self._file: IO[bytes] | None = None
        self._written = 0
        self.documents = 0
        """How many were added."""

    @property
    def held(self) -> int:
        """How many entries are in memory."""
        return len(self._numbers)

    def add(self, counts: Mapping[str, int]) -> int:
        """The next document, in which each term stands so often; returns its number."""
        self._numbers.fromlist(list(map(self._vocabulary.__getitem__, counts)))
        self._amounts.fromlist(list(counts.values()))
        self._sizes.append(len(counts))
        self.documents += 1
        if self.held > self._most_held:
            self._write()
        return self.documents - 1

    def blocks(self, most: int = _BLOCK) -> Iterator[Inverted]:
        """All entries, stretch by stretch of the vocabulary. Can be called again, but nothing can be added then.

        Args:
            most: entries of a stretch, if it is of more than one term.
        """
        terms = list(self._vocabulary)
        if not self._chunks:
            self._whole = self._whole or Inverted(0, terms, *self._inverted(len(terms)))
            yield self._whole
            return
        if self.held:
            self._write()
        sizes = self.sizes()
        first = 0
        for last in _cuts(np.cumsum(sizes), most):
            parts = [self._read(chunk, first, last) for chunk in self._chunks]
            keys, documents, amounts = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = _stable_order(keys)
            yield Inverted(first, terms[first:last], sizes[first:last], documents[order], amounts[order])
            first = last

    def sizes(self) -> Any:
        """(n_terms,) int64, in how many documents each term stands."""
        sizes = np.bincount(np.frombuffer(self._numbers, np.intc), minlength=len(self._vocabulary))
        for chunk in self._chunks:
            sizes[: len(chunk.ends) - 1] += np.diff(chunk.ends)
        return sizes

    def close(self) -> None:
        """Remove the temporary file, if there is one."""
        if self._file is not None:
            self._file.close()

    def _inverted(self, terms: int) -> tuple[Any, Any, Any]:
        """What is held, by term: the columns of `Inverted` behind the terms."""
        numbers, sizes = np.frombuffer(self._numbers, np.intc), np.frombuffer(self._sizes, np.intc)
        order = _stable_order(numbers)
        documents = np.repeat(np.arange(self._written, self._written + len(sizes), dtype=np.intc), sizes)
        amounts = np.frombuffer(self._amounts, np.intc)
        return np.bincount(numbers, minlength=terms), documents[order], amounts[order]

    def _write(self) -> None:
        """Move what is held to the file."""
        if self._file is None:
            self._file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115  # closed by close()
        sizes, documents, amounts = self._inverted(len(self._vocabulary))
        self._chunks.append(_Chunk(np.concatenate(([0], np.cumsum(sizes))), self._file.seek(0, 2)))
        documents.astype(np.uint32).tofile(self._file)
        np.minimum(amounts, 0xFFFF).astype(np.uint16).tofile(self._file)
        self._file.flush()
        self._written = self.documents
        self._numbers, self._amounts, self._sizes = array("i"), array("i"), array("i")

    def _read(self, chunk: _Chunk, first: int, last: int) -> tuple[Any, Any, Any]:
        """Of a chunk the entries of the terms from `first` to before `last`: (terms counted from first, documents, amounts)."""
        assert self._file is not None
        ends = chunk.ends[first : last + 1]
        if len(ends) < 2:  # terms that only later chunks have
            return np.empty(0, np.intc), np.empty(0, np.intc), np.empty(0, np.intc)
        begin, count = int(ends[0]), int(ends[-1] - ends[0])
        keys = np.repeat(np.arange(len(ends) - 1, dtype=np.intc), np.diff(ends))
        self._file.seek(chunk.start + 4 * begin)
        documents = np.fromfile(self._file, np.uint32, count).astype(np.intc)
        self._file.seek(chunk.start + 4 * int(chunk.ends[-1]) + 2 * begin)
        return keys, documents, np.fromfile(self._file, np.uint16, count).astype(np.intc)


def lengths_of(counts: Collected, weigh: Callable[[Inverted], Any]) -> Any:
    """(n_documents,) float64, the length of each document's vector.

    Args:
        counts: the documents.
        weigh: entries to (n,) weights.
    """
    squares: Any = np.zeros(counts.documents)
    everyone = np.arange(counts.documents)
    for entries in counts.blocks():
        weights = weigh(entries)
        # Added one by one to what earlier stretches gave, so that the sums do not depend on how many there are.
        places = np.concatenate((everyone, entries.documents))
        squares = np.bincount(places, np.concatenate((squares, weights * weights)), counts.documents)
    return np.sqrt(squares)


def _stable_order(keys: Any) -> Any:
    """What argsort(kind="stable") gives for (n,) numbers from 0 to 2**31: in two rounds of 16 bits, each linear."""
    order = np.argsort(keys.astype(np.uint16), kind="stable")
    high = (keys >> 16).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")] if high.any() else order


def _cuts(ends: Any, most: int) -> list[int]:
    """Where to cut the terms so that the stretches between have at most so many entries, or only one term.

    Args:
        ends: (n_terms,) where each term's entries end.
        most: entries.
    """
    cuts, last, begun = [], 0, 0
    while last < len(ends):
        last = max(int(np.searchsorted(ends, begun + most, side="right")), last + 1)
        begun = int(ends[last - 1])
        cuts.append(last)
    return cuts
