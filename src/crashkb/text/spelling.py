"""Words that the knowledge base does not know, led back to words that it does: memroy → memory."""

from collections.abc import Iterator, Sequence

MIN_LETTERS = 5
MAX_WORDS = 10
MIN_SIMILARITY = 0.83
"""One slip in six letters or more, two in twelve; in five letters only two neighbours that changed places."""


def correct(tokens: Sequence[str], vocabulary: Sequence[str]) -> list[str]:
    """Return the tokens with unknown Latin words of five letters or more replaced by the likeliest known one.

    At most ten different words are looked up, the rest stay. A known word must begin with the same letter. Of
    several equally near ones the first of the alphabet is taken.
    """
    known = set(vocabulary)
    unknown = [token for token in dict.fromkeys(tokens) if token not in known and _is_word(token)][:MAX_WORDS]
    if not unknown:
        return list(tokens)
    buckets = _buckets(vocabulary, {word[0] for word in unknown})
    better = {word: _nearest(word, buckets) for word in unknown}
    return [better.get(token) or token for token in tokens]


def _is_word(token: str) -> bool:
    return len(token) >= MIN_LETTERS and token.isascii() and token.isalpha()


def _buckets(vocabulary: Sequence[str], initials: set[str]) -> dict[tuple[str, int], list[str]]:
    """Return the words of the vocabulary by first letter and length, for those letters."""
    buckets: dict[tuple[str, int], list[str]] = {}
    for word in vocabulary:
        if word[:1] in initials and _is_word(word):
            buckets.setdefault((word[0], len(word)), []).append(word)
    return buckets


def _nearest(word: str, buckets: dict[tuple[str, int], list[str]]) -> str | None:
    # Imported here because most queries are spelt right, and the import costs as much as half an interpreter start.
    from rapidfuzz.distance import OSA

    best: tuple[float, str] | None = None
    for candidate in _candidates(word, buckets):
        similarity = OSA.normalized_similarity(word, candidate)
        slip = sorted(word) == sorted(candidate) and OSA.distance(word, candidate) == 1
        if (similarity >= MIN_SIMILARITY or slip) and (best is None or (-similarity, candidate) < best):
            best = -similarity, candidate
    return best[1] if best else None


def _candidates(word: str, buckets: dict[tuple[str, int], list[str]]) -> Iterator[str]:
    """Yield the known words with the same first letter whose length alone does not rule them out."""
    for length in range(len(word) - 2, len(word) + 3):
        yield from buckets.get((word[0], length), ())
