"""`python -m crashkb.evaluate.held_out`: how well profiles find a cause by ways of asking that they have not seen.

A fifth of all ways of asking is left out of the profiles at a time and asked; prints the share of causes that come
first and among the first three, by profiles alone.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log

from crashkb.ask import open_library
from crashkb.kb.documents import Wording
from crashkb.kb.profiles import make_profiles, profile_terms
from crashkb.model import Page

_FOLDS = 5


def ranks(pages: Sequence[Page], wording: Wording, folds: int = _FOLDS) -> Iterator[int]:
    """For each way of asking of the causes among these pages, held out, the rank of its cause; 1 is the first."""
    causes = [page for page in pages if page.kind == "cause"]
    for fold in range(folds):
        rows = make_profiles([_without(page, fold, folds) for page in causes], wording).rows
        postings = {term: (idf, documents, weights) for term, idf, documents, weights in rows}
        for number, page in enumerate(causes):
            for _, written in page.texts:
                for ask in written.asks[fold::folds]:
                    scores: dict[int, float] = defaultdict(float)
                    for term, count in Counter(profile_terms(ask, wording)).items():
                        idf, documents, weights = postings.get(term, (0.0, (), ()))
                        for document, weight in zip(documents, weights, strict=True):
                            scores[document] += (1.0 + log(count)) * idf * weight
                    yield 1 + sum(score > scores[number] for score in list(scores.values()))


def _without(page: Page, fold: int, folds: int) -> Page:
    kept = (
        (language, written._replace(asks=tuple(ask for at, ask in enumerate(written.asks) if at % folds != fold)))
        for language, written in page.texts
    )
    return page._replace(texts=tuple(kept))


def main() -> None:
    """Print the shares for the built-in knowledge base."""
    library = open_library()
    found = list(ranks(library.every_page(), Wording(library.concepts)))
    first, three = (sum(rank <= most for rank in found) / len(found) for most in (1, 3))
    print(f"{len(found)} ways of asking held out: {first:.3f} first, {three:.3f} among the first three")


if __name__ == "__main__":
    main()
