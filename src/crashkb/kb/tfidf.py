"""TF-IDF as scikit-learn's TfidfVectorizer computes it: term counts dampened by their logarithm, rows of length 1.

Said here once more because importing scikit-learn takes longer than all the rest of building an index (docs/adr/0006).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from crashkb.kb.inverted import Collected, Inverted, lengths_of


def rarities(counts: Collected) -> Any:
    """(n_terms,) float64 idf, smoothed as if one more document held every term once."""
    return np.log((1 + counts.documents) / (1 + counts.sizes())) + 1.0


def weighed(counts: Collected, idf: Any) -> Iterator[tuple[Inverted, Any, Any]]:
    """Stretch by stretch of the vocabulary: entries, their terms' idf, and (n,) the entries' weights.

    Args:
        counts: the documents.
        idf: (n_terms,) as `rarities` has it for these documents or for those that the terms come from.
    """

    def weigh(entries: Inverted) -> Any:
        return (1.0 + np.log(entries.amounts)) * own(entries).repeat(entries.sizes)

    def own(entries: Inverted) -> Any:
        return idf[entries.first : entries.first + len(entries.terms)]

    lengths = lengths_of(counts, weigh)
    lengths[lengths == 0.0] = 1.0
    for entries in counts.blocks():
        yield entries, own(entries), weigh(entries) / lengths[entries.documents]
