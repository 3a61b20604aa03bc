"""Profiles: for each cause one document of all the ways in which people put it, and its weights by term.

The search for pages compares a question with all that a page says; a profile only with how people speak of the
failure: ways of asking, title, symptom, reason and how it shows, in both languages. With each fifth of the ways of asking held out,
the profile alone put 0.69 of causes first, pages and single ways of asking 0.60, both together 0.71.
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
    counts = {number: page_terms(page, concepts) for number, page in enumerate(pages) if page.kind == "cause"}
    frequency = Counter(chain.from_iterable(counts.values()))
    idf = {term: rarity(count, len(counts)) for term, count in frequency.items()}
    rows: dict[str, Row] = {term: (term, value, array("I"), array("d")) for term, value in idf.items()}
    # Made twice, because all at once they would take 100 KB a page.
    usual = sum(_length(_vector(terms, idf)) for terms in counts.values()) / max(1, len(counts))
    for number, terms in counts.items():
        for term, weight in _shortened(_vector(terms, idf), usual).items():
            rows[term][2].append(number)
            rows[term][3].append(weight)
    return Profiles(list(rows.values()), len(counts), usual)


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
