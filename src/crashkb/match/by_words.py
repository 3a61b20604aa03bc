"""Pages found by words: TF-IDF cosine over the index's postings, and likeness to the known ways of asking.

The scores equal those of scikit-learn's TfidfVectorizer with the same settings (a test holds them to 1e-6).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest
from math import log, sqrt
from typing import NamedTuple

from crashkb.kb.library import Library, Posting
from crashkb.match.query import Query

_SHORTLIST = 40
"""Pages kept by cosine."""

_MANY_DOCUMENTS = 2_000
"""Pages up to which every score is exact."""

_MOST_POSTINGS = 8_000
"""Postings that are read in full above that."""

_LEADING = 200
"""Pages whose scores are completed above that."""

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

    @property
    def score(self) -> float:
        """0–1: the cosine, raised where the prose nearly repeats a way of asking.

        The fourth power, because a likeness below about 0.7 says nothing: with each way of asking held out, adding the
        likeness itself made retrieval worse (0.66 first instead of 0.71), its fourth power made it better (0.73).
        """
        return min(1.0, self.cosine + 0.5 * self.ask**4)


def find_pages(library: Library, query: Query) -> tuple[WordHit, ...]:
    """Pages by score: the 40 with the best cosine, and those of the nearest ways of asking."""
    postings = library.postings(query.terms)
    weights = query_weights(query.terms, postings)
    scores = cosine(weights, postings, library.document_count)
    best = sorted(scores, key=lambda document: (-scores[document], document))[:_SHORTLIST]
    asks = _ask_scores(library, query, postings) if query.prose else {}
    hits = []
    found = list(dict.fromkeys((*best, *asks)))
    names = library.documents(found)
    for document in found:
        page, kind = names[document]
        ask, text = asks.get(document, (0.0, ""))
        cosine_here = scores.get(document, 0.0)
        hits.append(WordHit(page, kind, cosine_here, ask, text, _telling(document, weights, postings)))
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.id)))


def query_weights(terms: Sequence[str], postings: Mapping[str, Posting]) -> dict[str, float]:
    """The query as a vector of length 1: (1 + log count) * idf for each known term."""
    counts = Counter(term for term in terms if term in postings)
    weights = {term: (1.0 + log(count)) * postings[term].idf for term, count in counts.items()}
    length = sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}


def cosine(weights: Mapping[str, float], postings: Mapping[str, Posting], documents: int = 0) -> dict[int, float]:
    """Cosine similarity by document number; documents without a common term are absent.

    Of a large knowledge base the common terms, which stand in most pages and tell little, are added only for the
    pages that the rarer ones put in front; the others keep a score that is too low.

    Args:
        weights: the query, by term.
        postings: of each of its terms.
        documents: how many documents there are; 0 makes it exact whatever their number.
    """
    terms = list(weights)
    if documents > _MANY_DOCUMENTS:
        terms.sort(key=lambda term: len(postings[term].documents))
    scores: dict[int, float] = {}
    get = scores.get
    seen = 0
    for number, term in enumerate(terms):
        posting, weight = postings[term], weights[term]
        seen += len(posting.documents)
        if documents > _MANY_DOCUMENTS and scores and seen > _MOST_POSTINGS:
            _add_to_leading(scores, terms[number:], weights, postings)
            break
        for document, value in zip(posting.documents, posting.weights, strict=True):
            scores[document] = get(document, 0.0) + weight * value
    return scores


def _add_to_leading(
    scores: dict[int, float], terms: Sequence[str], weights: Mapping[str, float], postings: Mapping[str, Posting]
) -> None:
    leading = nlargest(_LEADING, scores, key=scores.__getitem__)
    for term in terms:
        posting, weight = postings[term], weights[term]
        numbers, last = posting.documents, len(posting.documents) - 1
        for document in leading:
            place = bisect_left(numbers, document)
            if place <= last and numbers[place] == document:
                scores[document] += weight * posting.weights[place]


def _telling(document: int, weights: Mapping[str, float], postings: Mapping[str, Posting]) -> tuple[str, ...]:
    shares = []
    for term, weight in weights.items():
        posting = postings[term]
        place = bisect_left(posting.documents, document)
        if place < len(posting.documents) and posting.documents[place] == document:
            shares.append((-weight * posting.weights[place], term))
    return tuple(term for _, term in sorted(shares)[:6])


def _ask_scores(library: Library, query: Query, known: Mapping[str, Posting]) -> dict[int, tuple[float, str]]:
    """By document: likeness of the prose to its nearest way of asking, and that way of asking."""
    prose = _with_unknown(query.prose, known, library.document_count)
    scores: dict[int, float] = {}
    for term, (numbers, weights) in library.ask_postings(prose).items():
        for number, weight in zip(numbers, weights, strict=True):
            scores[number] = scores.get(number, 0.0) + prose[term] * weight
    nearest = sorted(scores, key=lambda number: (-scores[number], number))[:_NEAREST_ASKS]
    asks = library.asks(nearest)
    best: dict[int, tuple[float, str]] = {}
    for number in nearest:
        document, text = asks[number]
        best.setdefault(document, (scores[number], text))
    return best


def _with_unknown(terms: Sequence[str], postings: Mapping[str, Posting], documents: int) -> dict[str, float]:
    """The prose as a vector of length 1 in which words that no page has count as the rarest.

    So a question that is mostly about something else stays far from every way of asking.
    """
    rarest = log((1 + documents) / 1) + 1.0
    counts = Counter(term for term in terms if not term.startswith("concept:") or term in postings)
    weights = {
        term: (1.0 + log(count)) * (postings[term].idf if term in postings else rarest)
        for term, count in counts.items()
    }
    length = sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}
