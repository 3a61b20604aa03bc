"""Profiles: for each cause one document of all the ways in which people put it, and its weights by term.

The search for pages compares a question with all that a page says; a profile only with how people speak of the
failure: ways of asking, title, symptom, reason and how it shows, in both languages. What that is worth with ways of
asking held out, `python -m crashkb.evaluate.held_out` prints (docs/adr/0003).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crashkb.kb.documents import Wording
from crashkb.model import Page, PageText
from crashkb.text.phrasing import count_phrasing, phrasing

if TYPE_CHECKING:
    from crashkb.kb.inverted import Inverted

Row = tuple[str, float, list[int], list[float]]
"""A term, its idf, (n,) document numbers, ascending, and (n,) weights there."""

_SECTIONS = ("symptom", "why", "confirm")

_SATURATION = 1.2
"""A term's weight grows with its count c as c / (c + this), BM25's way: the tenth mention says little more."""

_SLOPE = 0.5
"""How much of a profile's length counts: 1 is the cosine; less does not punish pages with many ways of asking."""

_COMMON = 3.0
"""Added to every idf, so that common words ("not", "only") keep a say."""


def profile_terms(text: str, wording: Wording) -> list[str]:
    """What a text says, as terms of a profile: its phrasing and the concepts it speaks of."""
    return phrasing(text) + wording.concepts(text)


class Profiles:
    """The profiles of all causes, collected page by page.

    Args:
        wording: reads the pages' texts.
        folder: for a temporary file, where there are very many pages; None is the system's.

    Attributes:
        causes: how many have a profile.
        length: their usual length, before it is taken out; known when `weighed` is done.
    """

    def __init__(self, wording: Wording, folder: Path | None = None) -> None:
        from crashkb.kb.inverted import Collected, Vocabulary  # deferred: needs numpy, as below

        self._wording = wording
        self._counts = Collected(Vocabulary(), folder)
        self.causes = 0
        self.length = 0.0

    def add(self, page: Page) -> None:
        """The next document; only a cause has a profile."""
        self._counts.add(page_terms(page, self._wording) if page.kind == "cause" else {})
        self.causes += page.kind == "cause"

    def weighed(self) -> "Iterator[tuple[Inverted, Any, Any]]":
        """Stretch by stretch: entries, (n_terms,) idf, and (n,) the entries' weights."""
        from crashkb.kb.inverted import lengths_of  # deferred, as below

        lengths = lengths_of(self._counts, self._saturated)
        self.length = float(lengths.sum()) / max(1, self.causes)
        shortening = (1.0 - _SLOPE) * self.length + _SLOPE * lengths
        for entries in self._counts.blocks():
            yield entries, self._idf(entries), self._saturated(entries) / shortening[entries.documents]

    def close(self) -> None:
        """Remove temporary files."""
        self._counts.close()

    def _idf(self, entries: "Inverted") -> Any:
        """(n_terms,) what `rarity` says of each."""
        import numpy as np  # deferred: only building an index needs it, and this room is on the way to an answer

        return np.log(max(1, self.causes) / np.maximum(entries.sizes, 1)) + _COMMON

    def _saturated(self, entries: "Inverted") -> Any:
        """(n,) weights before the profiles' lengths are taken out."""
        return entries.amounts / (entries.amounts + _SATURATION) * self._idf(entries).repeat(entries.sizes)


class Made(NamedTuple):
    """Profiles, ready."""

    rows: list[Row]
    causes: int
    length: float


def make_profiles(pages: Sequence[Page], wording: Wording) -> Made:
    """The profiles of the causes among a few pages; documents are numbered as the pages."""
    profiles = Profiles(wording)
    for page in pages:
        profiles.add(page)
    rows: list[Row] = []
    for entries, idf, weights in profiles.weighed():
        documents, every, first = entries.documents.tolist(), weights.tolist(), 0
        for term, value, size in zip(entries.terms, idf.tolist(), entries.sizes.tolist(), strict=True):
            rows.append((term, value, documents[first : first + size], every[first : first + size]))
            first += size
    return Made(rows, profiles.causes, profiles.length)


def page_terms(page: Page, wording: Wording) -> Counter[str]:
    """How often each term stands in a cause's profile."""
    parts = list(_parts(page.texts))
    found = count_phrasing(parts)
    for part in parts:
        found.update(wording.concepts(part))
    return found


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
