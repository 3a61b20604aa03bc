"""How like all documents are to a query, at the cost of a few additions.

The weights of a common term in all documents are one large number (`postings.Common.lanes`), so one addition of two numbers adds
them up for thousands of documents. What a document gets is a sum of whole numbers and exact: no order of adding changes
it. Only the few terms that a query repeats need a multiplication, and then 64 bits a document.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import log

from crashkb.kb.postings import Common, Posting, Rare
from crashkb.kb.weights import UNIT, little, numbers

_FACTOR = 1 << 24
"""What the factor 1 of a term is where factors differ; sums of 32 bits times the factor of any count stay below 64."""

_FROM = tuple(bytes(range(byte)) for byte in range(256))
"""By byte all lower ones."""


def damped(count: int) -> float:
    """The factor of a term that stands so often in a query."""
    return 1.0 + log(count)


class Scores:
    """Likeness of one query to every document.

    Args:
        total: the documents' sums as one number.
        width: bytes of a sum, 4 or 8.
        documents: how many there are.
        one: the sum that means a likeness of 1.
    """

    def __init__(self, total: int, width: int, documents: int, one: float) -> None:
        self._total = total
        self._width = width
        self._documents = documents
        self._one = one
        self._sums = numbers("I" if width == 4 else "Q", total.to_bytes(width * documents, "little"))

    def of(self, document: int) -> float:
        """0–1, the likeness to that document."""
        return self._sums[document] / self._one

    def leading(self, wanted: int) -> list[int]:
        """The documents most like the query, best first, those without a common term left out; equal ones in their order."""
        sums = self._sums
        found = [document for document in self._candidates(wanted) if sums[document]]
        return sorted(found, key=lambda document: (-sums[document], document))[:wanted]

    def _candidates(self, wanted: int) -> list[int]:
        """At least so many of the leading documents, ascending; which, the leading eight bits of the sums tell."""
        leading = self._leading_bits()
        low, high = 0, 256
        while high - low > 1:  # the largest byte that so many reach
            middle = (low + high) // 2
            if len(leading.translate(None, _FROM[middle])) >= wanted:
                low = middle
            else:
                high = middle
        if not low:
            return list(range(self._documents))
        marks = leading.translate(b"\0" * low + b"\1" * (256 - low))
        found = []
        place = marks.find(1)
        while place >= 0:
            found.append(place)
            place = marks.find(1, place + 1)
        return found

    def _leading_bits(self) -> bytes:
        """A byte for each document: the eight bits of its sum from the highest that any sum has."""
        data = self._total.to_bytes(self._width * self._documents, "little")
        nothing = bytes(self._documents)
        place = self._width - 1
        while place and data[place :: self._width] == nothing:
            place -= 1
        plane = data[place :: self._width]
        bits = next((bits for bits in range(8, 0, -1) if plane.translate(None, _FROM[1 << (bits - 1)])), 0)
        shift = 8 * (self._width - 1 - place) + 8 - bits
        data = (self._total << shift).to_bytes(self._width * self._documents, "little") if shift else data
        return data[self._width - 1 :: self._width]


def similar(counts: Mapping[str, int], postings: Mapping[str, Posting], documents: int, length: float) -> Scores:
    """The cosine of every document with a query.

    Args:
        counts: how often each term stands in the query; each has a posting.
        postings: where the terms stand.
        documents: how many documents there are.
        length: of the query's vector, of which a term's part is its idf times `damped(count)`.
    """
    groups: dict[int, list[Posting]] = {}
    for term, count in counts.items():
        groups.setdefault(count, []).append(postings[term])
    one = UNIT * (length or 1.0)
    if groups.keys() <= {1}:
        return Scores(_common(groups.get(1, ())) + _rare({1: groups.get(1, ())}, "I", documents), 4, documents, one)
    factors = {round(_FACTOR * damped(count)): group for count, group in groups.items()}
    total = sum(factor * _widened(_common(group), documents) for factor, group in factors.items())
    return Scores(total + _rare(factors, "Q", documents), 8, documents, one * _FACTOR)


def _common(group: Iterable[Posting]) -> int:
    """The sums of the common terms, 32 bits a document."""
    return sum(posting.lanes for posting in group if isinstance(posting, Common))


def _rare(groups: Mapping[int, Sequence[Posting]], kind: str, documents: int) -> int:
    """The sums of the rare terms by factor, as one number with lanes as wide as the type code tells."""
    sums = array(kind, bytes(array(kind).itemsize * documents))
    for factor, group in groups.items():
        for posting in group:
            if isinstance(posting, Rare):
                for document, weight in zip(posting.documents, posting.weights, strict=True):
                    sums[document] += factor * weight
    return int.from_bytes(little(sums), "little")


def _widened(lanes: int, documents: int) -> int:
    """The same sums, 64 bits a document."""
    if not lanes:
        return 0
    narrow = lanes.to_bytes(4 * documents, "little")
    wide = bytearray(8 * documents)
    for place in range(4):
        wide[place::8] = narrow[place::4]
    return int.from_bytes(wide, "little")
