"""How something is said, as terms: the second tokeniser, for likeness to the ways in which people put a failure.

The search for pages (`tokens`) drops what says nothing about a crash: stop words, word forms, single letters. How
people put their trouble is made of just these ("not before", "only after", "without any"), of typing mistakes and of
word forms, so here they all stay.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from operator import add

from crashkb.text.fold import CJK, LATIN, fold, lower
from crashkb.text.lazy import LazyPattern
from crashkb.text.stem import stem

PHRASING_VERSION = "1"
"""To be raised with every change of what phrasing() returns: an index made by another version is rebuilt."""

_FRAGMENT = 4
"""Letters of a fragment. With ways of asking held out, 4 put 0.70 of causes first, 3 the same, none 0.69, 3 to 5 0.69."""

_MAX_WORD = 40
"""Of longer words (mangled names, base64) only so many letters are looked at."""

_ASCII_WORD = LazyPattern(r"[A-Za-z0-9_]+")
_WORD = LazyPattern(rf"{CJK}+|{LATIN}+")
_FIRST_CJK = "\u0250"


def phrasing(text: str) -> list[str]:
    """Return the terms of a text, in order, repeated as often as they occur. Linear in the text.

    Of a Latin word: its stem, fragments of four letters with its edges marked (#<the, #the>), and the word together
    with the one before it. Of a CJK run: every letter and every pair of neighbours.
    """
    found: list[str] = []
    before = ""
    for word in _words(text):
        if word[0] >= _FIRST_CJK:
            found += word
            found += map(add, word, word[1:])
            continue
        word = word[:_MAX_WORD]
        found += _of_word(word)
        if before:
            found.append(f"{before} {word}")
        before = word
    return found


def count_phrasing(texts: Iterable[str]) -> Counter[str]:
    """Return how often each term stands in these texts: the same terms, counted by word, which is quicker."""
    terms: list[str] = []
    words: list[str] = []
    for text in texts:
        latin: list[str] = []
        for word in _words(text):
            if word[0] >= _FIRST_CJK:
                terms += word
                terms += map(add, word, word[1:])
            else:
                latin.append(word[:_MAX_WORD])
        terms += [f"{before} {word}" for before, word in pairwise(latin)]
        words += latin
    found = Counter(terms)
    get = found.get  # asking a Counter for what it has not takes three times as long
    for word, count in Counter(words).items():
        for term in _of_word(word):
            found[term] = get(term, 0) + count
    return found


def _words(text: str) -> list[str]:
    text = lower(fold(text))
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text)


@lru_cache(maxsize=65536)
def _of_word(word: str) -> tuple[str, ...]:
    """Return the stems and fragments of one lower-case word."""
    parts = [part for part in word.split("_") if part] if "_" in word else []
    edged = f"<{word}>"
    fragments = [f"#{edged[i : i + _FRAGMENT]}" for i in range(len(edged) - _FRAGMENT + 1)]
    return (stem(word), *map(stem, parts), *fragments)
