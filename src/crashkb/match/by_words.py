"""Pages found by words: TF-IDF cosine over the index's postings, likeness to the known ways of asking and to profiles.

The scores equal those of scikit-learn's TfidfVectorizer with the same settings (a test holds them to 1e-6).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from crashkb.kb.library import Library, Posting, Rare
from crashkb.match.query import Query
from crashkb.match.scoring import Scores, damped, similar

_SHORTLIST = 40
"""Pages kept by cosine, and causes kept by their profiles."""

_NEAREST_ASKS = 100
"""Ways of asking kept, of whatever page."""


class WordHit(NamedTuple):
    """A page found by words."""

    id: str
    kind: str
    cosine: float
    """0–1, TF-IDF cosine of the whole query with the page."""
    ask: float = 0.0
    """0–1, likeness of the prose to the page's nearest way of asking."""
    ask_text: str = ""
    telling: tuple[str, ...] = ()
    """The query words that contributed most."""
    profile: float = 0.0
    """0–1, likeness of the whole query to the way in which people put this cause; 0 for other pages."""

    @property
    def score(self) -> float:
        """0–1: the cosine, raised where the prose nearly repeats a way of asking.

        The fourth power, because a likeness below about 0.7 says nothing: with each way of asking held out, adding the
        likeness itself made retrieval worse (0.66 first instead of 0.71), its fourth power made it better (0.73).
        """
        return min(1.0, self.cosine + 0.5 * self.ask**4)


def find_pages(library: Library, query: Query) -> tuple[WordHit, ...]:
    """Pages by score: the 40 with the best cosine, the 40 nearest profiles, and those of the nearest ways of asking."""
    postings = library.postings(query.terms)
    if not postings:
        return ()  # fragments and letters alone are shared by chance
    scores = _scores(library, query.terms, postings)
    profiles = _scores(library, query.phrasing, library.profile_postings(query.phrasing))
    asks = _ask_scores(library, query, postings) if query.prose else {}
    found = list(dict.fromkeys((*scores.leading(_SHORTLIST), *profiles.leading(_SHORTLIST), *asks)))
    names = library.documents(found)
    telling = _telling(found, Counter(filter(postings.__contains__, query.terms)), postings)
    hits = []
    for document in found:
        page, kind = names[document]
        ask, text = asks.get(document, (0.0, ""))
        hits.append(WordHit(page, kind, scores.of(document), ask, text, telling[document], profiles.of(document)))
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.id)))


def word_scores(library: Library, terms: Sequence[str]) -> Scores:
    """The cosine of every page with these terms."""
    return _scores(library, terms, library.postings(terms))


def _scores(library: Library, terms: Sequence[str], postings: Mapping[str, Posting]) -> Scores:
    counts = Counter(filter(postings.__contains__, terms))
    return similar(counts, postings, library.document_count, _length(counts, postings))


def _length(counts: Mapping[str, int], postings: Mapping[str, Posting]) -> float:
    """The length of a query's vector: idf * (1 + log count) for each known term."""
    return sqrt(sum((damped(count) * postings[term].idf) ** 2 for term, count in counts.items()))


def _telling(
    documents: Sequence[int], counts: Mapping[str, int], postings: Mapping[str, Posting]
) -> dict[int, tuple[str, ...]]:
    """By document: the terms that contributed most, the first six."""
    shares: dict[int, list[tuple[float, str]]] = {document: [] for document in documents}
    for term, count in counts.items():
        posting, factor = postings[term], damped(count)
        weights: Mapping[int, int] | Sequence[int]
        if isinstance(posting, Rare):
            weights = dict(zip(posting.documents, posting.weights, strict=True))
            places = [document for document in documents if document in weights]
        else:
            weights = posting.weights
            places = [document for document in documents if document < len(weights) and weights[document]]
        for document in places:
            shares[document].append((-factor * weights[document], term))
    return {document: tuple(term for _, term in sorted(found)[:6]) for document, found in shares.items()}


def _ask_scores(library: Library, query: Query, known: Mapping[str, Posting]) -> dict[int, tuple[float, str]]:
    """By document: likeness of the prose to its nearest way of asking, and that way of asking.

    Words that no page has count as the rarest ones, so a question that is mostly about something else stays far from
    every way of asking.
    """
    prose = Counter(term for term in query.prose if not term.startswith("concept:") or term in known)
    rarest = log((1 + library.document_count) / 1) + 1.0
    idf = {term: known[term].idf if term in known else rarest for term in prose}
    length = sqrt(sum((damped(count) * idf[term]) ** 2 for term, count in prose.items()))
    postings = library.ask_postings(prose)
    scores = similar({term: prose[term] for term in postings}, postings, library.ask_count, length)
    nearest = scores.leading(_NEAREST_ASKS)
    asks = library.asks(nearest)
    best: dict[int, tuple[float, str]] = {}
    for number in nearest:
        document, text = asks[number]
        best.setdefault(document, (scores.of(number), text))
    return best
