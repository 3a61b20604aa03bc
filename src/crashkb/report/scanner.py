"""Where any of some thousand literals stands in a large text: which literals, and with what engine.

A message is looked for by one of its words. Which one tells most depends on the text (in a training log "loss" stands on
every line), so the words are chosen by how often they occur in a stretch of the text itself.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ahocorasick_rs import BytesAhoCorasick, Implementation

Find = Callable[[bytes], Sequence[tuple[int, int]]]
"""(number of the pattern, offset of its first byte) of every place in a block, ascending by its last byte."""

ENGINES = ("auto", "ahocorasick", "hyperscan")


_EVERYWHERE = 100
"""Times in a sample from which a word tells nothing: "inf" stands in every "INFO". Triggers are always looked for."""


_STRETCH = 16_384
"""Bytes that are searched at a time: a text may be so full of places that those of a block take several megabytes."""


class Wanted(NamedTuple):
    """What to look for, in lower case."""

    triggers: tuple[str, ...]
    """Each of these."""
    messages: tuple[tuple[str, ...], ...] = ()
    """By message, words that all stand in it, most telling first: one of them is looked for."""


class Chosen(NamedTuple):
    """The patterns that were chosen for a text, and what finds them."""

    patterns: tuple[bytes, ...]
    find: Find


def choose(wanted: Wanted, seen: Mapping[bytes, int], engine: str = "auto") -> Chosen:
    """For each message its rarest word, unless even that one is everywhere; ready to search.

    Args:
        wanted: what to look for.
        seen: how often each word occurs in what is known of the text; absent ones do not.
        engine: one of ENGINES; 'auto' is hyperscan where it is installed (`pip install crashkb[fast]`). Both find the
            same.
    """
    patterns = {trigger.encode() for trigger in wanted.triggers}
    for words in wanted.messages:
        rarest = min((word.encode() for word in words), key=lambda word: seen.get(word, 0))
        if seen.get(rarest, 0) <= _EVERYWHERE:
            patterns.add(rarest)
    ordered = tuple(sorted(patterns))
    return Chosen(ordered, _engine(ordered, engine))


def choose_again(patterns: Sequence[bytes], engine: str = "auto") -> Chosen:
    """Some of the patterns that were chosen before, ready to search."""
    return Chosen(tuple(patterns), _engine(patterns, engine))


def count_words(wanted: Wanted, block: bytes) -> Counter[bytes]:
    """How often every word of every message stands in a block."""
    words = sorted({word.encode() for message in wanted.messages for word in message})
    if not words:
        return Counter()
    automaton = BytesAhoCorasick(words, implementation=Implementation.ContiguousNFA)
    return Counter(words[found[0]] for found in automaton.find_matches_as_indexes(block.lower(), overlapping=True))


def _engine(patterns: Sequence[bytes], engine: str) -> Find:
    if not patterns:
        return lambda block: ()
    if engine == "hyperscan" or (engine == "auto" and _has_hyperscan()):
        return _hyperscan(patterns)
    return _ahocorasick(patterns)


def _ahocorasick(patterns: Sequence[bytes]) -> Find:
    # The DFA takes 20 ms and some megabytes to build and is then twice as fast as the others.
    automaton = BytesAhoCorasick(
        [pattern.translate(_FOLDED) for pattern in patterns], implementation=Implementation.DFA
    )
    doubtful = {number: pattern for number, pattern in enumerate(patterns) if not pattern.isascii()}

    def find(block: bytes) -> Sequence[tuple[int, int]]:
        if len(block) <= _STRETCH:
            return find_in(block)
        found: list[tuple[int, int]] = []
        first = 0
        while first < len(block):
            cut = block.find(b"\n", first + _STRETCH) + 1 or len(block)
            found += [(number, first + start) for number, start in find_in(block[first:cut])]
            first = cut
        return found

    def find_in(block: bytes) -> Sequence[tuple[int, int]]:
        if block.isascii():
            return [place[:2] for place in automaton.find_matches_as_indexes(block.lower(), overlapping=True)]
        found = automaton.find_matches_as_indexes(block.translate(_FOLDED), overlapping=True)
        return [
            (number, start)
            for number, start, end in found
            if number not in doubtful or block[start:end].lower() == doubtful[number]
        ]

    return find


_FOLDED = bytes(byte if byte < 128 else 128 + byte % 32 for byte in bytes(range(256)).lower())
"""Lower case, and bytes beyond ASCII (Chinese letters) as one of 32: an automaton over the 130 different bytes that
messages have takes 23 MB, over these half of it. What it finds of such letters is compared with the text."""


def _has_hyperscan() -> bool:
    try:
        import hyperscan  # noqa: F401  # deferred: optional, and only huge texts need it
    except ImportError:
        return False
    return True


def _hyperscan(patterns: Sequence[bytes]) -> Find:
    import hyperscan  # deferred: as above

    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    database.compile(
        expressions=list(patterns),
        ids=list(range(len(patterns))),
        elements=len(patterns),
        flags=[hyperscan.HS_FLAG_CASELESS] * len(patterns),
        literal=True,
    )
    database.scratch = hyperscan.Scratch(database)
    lengths = [len(pattern) for pattern in patterns]

    def find(block: bytes) -> Sequence[tuple[int, int]]:
        places: list[tuple[int, int]] = []

        def note(number: int, _start: int, end: int, _flags: int, _context: Any) -> None:
            places.append((number, end - lengths[number]))

        database.scan(block, match_event_handler=note)
        return places

    return find
