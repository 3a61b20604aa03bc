"""TF-IDF, held to scikit-learn's."""

import random
from collections import Counter

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from crashkb.kb.inverted import Collected, Vocabulary
from crashkb.kb.tfidf import rarities, weighed


@pytest.mark.parametrize("most_held", [10**6, 90])
def test_weights_are_scikit_learns(most_held: int) -> None:
    """In one stretch and in many; an empty document among them."""
    chance = random.Random(2)
    documents = [[f"t{int(chance.paretovariate(0.6)) % 300}" for _ in range(chance.randrange(80))] for _ in range(60)]
    documents[3] = []
    model = TfidfVectorizer(analyzer=list, sublinear_tf=True, norm="l2", smooth_idf=True)
    matrix = model.fit_transform(documents).toarray()
    counts = Collected(Vocabulary(), most_held=most_held)
    for document in documents:
        counts.add(Counter(document))
    compared = 0
    stretches = list(weighed(counts, rarities(counts)))
    counts.close()
    for entries, idf, weights in stretches:
        first = 0
        for term, value, size in zip(entries.terms, idf.tolist(), entries.sizes.tolist(), strict=True):
            column = model.vocabulary_[term]
            assert value == pytest.approx(model.idf_[column], abs=1e-12)
            last = first + size
            assert weights[first:last] == pytest.approx(matrix[entries.documents[first:last], column], abs=1e-12)
            first, compared = last, compared + size

    assert compared == (matrix > 0).sum()
