"""How like all documents are to a query, at the cost of a few additions.

The weights of a common term in all documents are one large number (`postings.Common.lanes`), so one addition of two numbers adds
them up for thousands of documents. What a document gets is a sum of whole numbers and exact: no order of adding changes
it. Only the few terms that a query repeats need a multiplication, and then 64 bits a document.
"""

from array import array
from collections.abc import Iterable, Mapping
from math import log

from crashkb.kb.postings import Common, Posting, Rare
from crashkb.kb.weights import UNIT, little, numbers

_FACTOR = 1 << 24
"""What the factor 1 of a term is where factors differ; sums of 32 bits times the factor of any count stay below 64."""

_BYTES = bytes(range(256))
"""All bytes, ascending: up to a byte stand all lower ones."""


def damped(count: int) -> float:
    """The factor of a term that stands so often in a query."""
    return 1.0 + log(count)


class Scores:
    """Likeness of one query to every document.

    Args:
        sums: (n_documents,) of 4 or 8 bytes.
        one: the sum that means a likeness of 1.
    """

    def __init__(self, sums: "array[int]", one: float) -> None:
        self._sums = sums
        self._one = one

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
            if len(leading.translate(None, _BYTES[:middle])) >= wanted:
                low = middle
            else:
                high = middle
        if not low:
            return list(range(len(self._sums)))
        marks = leading.translate(b"\0" * low + b"\1" * (256 - low))
        found = []
        place = marks.find(1)
        while place >= 0:
            found.append(place)
            place = marks.find(1, place + 1)
        return found

    def _leading_bits(self) -> bytes:
        """A byte for each document: the eight bits of its sum from the highest that any sum has."""
        width, data = self._sums.itemsize, little(self._sums)
        nothing = bytes(len(self._sums))
        place = width - 1
        while place and data[place::width] == nothing:
            place -= 1
        plane = data[place::width]
        bits = next((bits for bits in range(8, 0, -1) if plane.translate(None, _BYTES[: 1 << (bits - 1)])), 0)
        if bits == 8 or not place:
            return plane
        # Two planes of bytes are shifted by tables and laid over each other: that moves a byte a document, not all its sum.
        upper = plane.translate(bytes(byte << (8 - bits) & 255 for byte in _BYTES))
        lower = data[place - 1 :: width].translate(bytes(byte >> bits for byte in _BYTES))
        return (int.from_bytes(upper, "little") | int.from_bytes(lower, "little")).to_bytes(len(self._sums), "little")


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
        group = groups.get(1, [])
        sums = numbers("I", _common(group).to_bytes(4 * documents, "little"))
        _add_rare(sums, group, 1)
        return Scores(sums, one)
    factors = {round(_FACTOR * damped(count)): group for count, group in groups.items()}
    total = sum(factor * _widened(_common(group), documents) for factor, group in factors.items())
    sums = numbers("Q", total.to_bytes(8 * documents, "little"))
    for factor, group in factors.items():
        _add_rare(sums, group, factor)
    return Scores(sums, one * _FACTOR)


def _common(group: Iterable[Posting]) -> int:
    """The sums of the common terms, 32 bits a document."""
    return sum(posting.lanes for posting in group if isinstance(posting, Common))


def _add_rare(sums: "array[int]", group: Iterable[Posting], factor: int) -> None:
    """Add the weights of the rare terms, each so many times."""
    for posting in group:
        if not isinstance(posting, Rare):
            continue
        if factor == 1:  # the multiplication would be a tenth of the time
            for document, weight in zip(posting.documents, posting.weights, strict=True):
                sums[document] += weight
        else:
            for document, weight in zip(posting.documents, posting.weights, strict=True):
                sums[document] += factor * weight


def _widened(lanes: int, documents: int) -> int:
    """The same sums, 64 bits a document."""
    if not lanes:
        return 0
    narrow = lanes.to_bytes(4 * documents, "little")
    wide = bytearray(8 * documents)
    for place in range(4):
        wide[place::8] = narrow[place::4]
    return int.from_bytes(wide, "little")
