"""Concepts: 显存, VRAM and "GPU memory" are one thing, whichever the page says and whichever the person."""

from collections.abc import Iterator

from ahocorasick_rs import AhoCorasick

from crashkb.model import Concept
from crashkb.text.fold import CJK, fold, lower
from crashkb.text.lazy import LazyPattern
from crashkb.text.tokens import tokens

PREFIX = "concept:"
"""Begins every concept token, so that none can be taken for a word."""

# Sample: the space in "GPU 内存", which people write or leave out
_BESIDE_CJK = LazyPattern(rf" (?:(?<={CJK} )|(?={CJK}))")
# Sample: "s" of "memory leaks", "ed" of "core dumped"
_INFLECTION = LazyPattern(r"(?:s|es|ed|ing)?(?![0-9a-z])")
# Sample: "oom", "delegate": found by its stem among the tokens, hence in identifiers and inflected forms too
_PLAIN_WORD = LazyPattern(r"[a-z]{2,40}")


Prepared = tuple[dict[str, str], dict[str, str]]
"""Stem of a single Latin word to concept token, and phrase or CJK word to concept token."""


class Concepts:
    """A glossary, ready to say which concepts a text speaks of.

    Args:
        concepts: the glossary entries; a word stands in one entry only.
        prepared: the `prepared` of another object, in place of entries.

    Attributes:
        prepared: what was made of the entries, for an index to store: making it anew costs 10 ms.
    """

    def __init__(self, concepts: tuple[Concept, ...] = (), prepared: Prepared | None = None) -> None:
        self._by_token, phrases = prepared or _prepare(concepts)
        self.prepared: Prepared = (self._by_token, phrases)
        self._phrases = list(phrases)
        self._tokens = list(phrases.values())
        self._inside: dict[int, list[str]] = {}
        self._automaton = AhoCorasick(list(phrases)) if phrases else None

    def expand(self, text: str, tokens_of_text: list[str]) -> list[str]:
        """Return one concept token for each glossary word in the text.

        Phrases and CJK words are looked for in the text, where the longest wins over those inside it; single Latin
        words are looked for among the tokens, but for those inside a phrase that was found.

        Args:
            text: the text as it stands.
            tokens_of_text: its tokens, as `tokens` gave them.
        """
        normal = _normal(text)
        found = []
        covered: set[str] = set()
        for number in self._longest(normal):
            found.append(self._tokens[number])
            covered.update(self._tokens_inside(number))
        by_token = self._by_token
        if not by_token.keys().isdisjoint(tokens_of_text):
            found += [by_token[token] for token in tokens_of_text if token in by_token and token not in covered]
        return found

    def _tokens_inside(self, number: int) -> list[str]:
        """Return the tokens of a phrase; they are made once."""
        known = self._inside.get(number)
        if known is None:
            known = self._inside[number] = tokens(self._phrases[number])
        return known

    def _longest(self, normal: str) -> Iterator[int]:
        """Yield the numbers of phrases from left to right: at each place the longest, none inside another."""
        if self._automaton is None:
            return
        matches = self._automaton.find_matches_as_indexes(normal, overlapping=True)
        whole = [match for match in matches if _stands_alone(normal, match[1], match[2])]
        done = 0
        for number, start, end in sorted(whole, key=lambda match: (match[1], -match[2])):
            if start >= done:
                yield number
                done = end


def _prepare(concepts: tuple[Concept, ...]) -> Prepared:
    by_token: dict[str, str] = {}
    phrases: dict[str, str] = {}
    for concept in concepts:
        for word in map(_normal, concept.words):
            stems = tokens(word)
            if _PLAIN_WORD.fullmatch(word) and stems:
                by_token.setdefault(stems[0], PREFIX + concept.id)
            elif word:
                phrases.setdefault(word, PREFIX + concept.id)
    return by_token, phrases


def _normal(text: str) -> str:
    """Return the text with one space for whatever may stand between the words of a phrase: "out_of-memory", "GPU \\n memory"."""
    plain = " ".join(lower(fold(text)).replace("_", " ").replace("-", " ").split())
    return plain if plain.isascii() else _BESIDE_CJK.sub("", plain)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] cuts no Latin word in two; an ending such as -s or -ing may follow."""
    if _is_latin(text[start]) and start and _is_latin(text[start - 1]):
        return False
    return not _is_latin(text[end - 1]) or _INFLECTION.match(text, end) is not None


def _is_latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()
