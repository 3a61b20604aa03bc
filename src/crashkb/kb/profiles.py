"""Profiles: for each cause one document of all the ways in which people put it, and its weights by term.

The search for pages compares a question with all that a page says; a profile only with how people speak of the
failure: ways of asking, title, symptom, reason and how it shows, in both languages. What that is worth with ways of
asking held out, `python -m crashkb.evaluate.held_out` prints (docs/adr/0003).
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from math import log, sqrt
from typing import NamedTuple

from crashkb.model import Page, PageText
from crashkb.text.concepts import Concepts
from crashkb.text.phrasing import phrasing
from crashkb.text.tokens import tokens

Row = tuple[str, float, "array[int]", "array[float]"]
"""A term, its idf, (n,) document numbers, ascending, and (n,) float64 weights there."""

_SECTIONS = ("symptom", "why", "confirm")

_SATURATION = 1.2
"""A term's weight grows with its count c as c / (c + this), BM25's way: the tenth mention says little more."""

_SLOPE = 0.5
"""How much of a profile's length counts: 1 is the cosine; less does not punish pages with many ways of asking."""

_COMMON = 3.0
"""Added to every idf, so that common words ("not", "only") keep a say."""


def profile_terms(text: str, concepts: Concepts) -> list[str]:
    """What a text says, as terms of a profile: its phrasing and the concepts it speaks of."""
    return phrasing(text) + concepts.expand(text, tokens(text))


class Profiles(NamedTuple):
    """All profiles, as postings."""

    rows: list[Row]
    causes: int
    """How many causes have one."""
    length: float
    """Their usual length, before it is taken out."""


def make_profiles(pages: Sequence[Page], concepts: Concepts) -> Profiles:
    """The profiles of the causes among these pages; documents are numbered as the pages."""
    import numpy as np  # deferred: only building an index needs it, and this room is on the way to an answer

    terms: dict[str, int] = {}
    numbers, columns, amounts = array("I"), array("I"), array("I")
    for number, page in enumerate(pages):
        for term, count in page_terms(page, concepts).items() if page.kind == "cause" else ():
            numbers.append(number)
            columns.append(terms.setdefault(term, len(terms)))
            amounts.append(count)
    if not terms:
        return Profiles([], 0, 0.0)
    document, column, amount = (np.frombuffer(values, dtype=np.uintc) for values in (numbers, columns, amounts))
    causes = len(set(numbers))
    frequency = np.bincount(column, minlength=len(terms))
    idf = np.log(max(1, causes) / frequency) + _COMMON
    weight = amount / (amount + _SATURATION) * idf[column]
    length = np.sqrt(np.bincount(document, weight * weight, minlength=len(pages)))
    usual = float(length.sum()) / max(1, causes)
    weight /= ((1.0 - _SLOPE) * usual + _SLOPE * length)[document]
    order = np.argsort(column, kind="stable")  # stable: the documents of each term stay ascending
    documents, weights = array("I", document[order].tobytes()), array("d", weight[order].tobytes())
    rows, first = [], 0
    for term, value, count in zip(terms, idf.tolist(), frequency.tolist(), strict=True):
        rows.append((term, value, documents[first : first + count], weights[first : first + count]))
        first += count
    return Profiles(rows, causes, usual)


def page_terms(page: Page, concepts: Concepts) -> Counter[str]:
    """How often each term stands in a cause's profile."""
    return Counter(chain.from_iterable(profile_terms(part, concepts) for part in _parts(page.texts)))


def rarity(frequency: int, profiles: int) -> float:
    """The idf of a term that stands in so many of the profiles."""
    return log(max(1, profiles) / frequency) + _COMMON


def profile_weights(counts: Mapping[str, int], idf: Mapping[str, float], usual: float) -> dict[str, float]:
    """The weights of one profile by term, where the others have that usual length."""
    return _shortened(_vector(counts, idf), usual)


def _vector(counts: Mapping[str, int], idf: Mapping[str, float]) -> dict[str, float]:
    return {term: count / (count + _SATURATION) * idf[term] for term, count in counts.items()}


def _length(vector: Mapping[str, float]) -> float:
    return sqrt(sum(weight * weight for weight in vector.values()))


def _shortened(vector: Mapping[str, float], usual: float) -> dict[str, float]:
    length = (1.0 - _SLOPE) * usual + _SLOPE * _length(vector) or 1.0
    return {term: weight / length for term, weight in vector.items()}


def _parts(texts: Iterable[tuple[str, PageText]]) -> Iterable[str]:
    for _, written in texts:
        yield written.title
        yield from written.asks
        yield from (section.text for section in written.sections if section.name in _SECTIONS)
