"""What is looked for in a huge text, adapted to the text as it is read.

Two choices are made again and again: by which of its words a message is looked for (the one that is rare here), and which
patterns are still worth a search: of one that was kept often enough no further place is kept, so it is dropped where
it would slow down the rest.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from crashkb.report.newlines import count_newlines
from crashkb.report.scanner import Chosen, Wanted, choose, choose_again, count_words

_BUSY = 40
"""Telling places in a block from which the choice is looked at again."""

_SAMPLE_BYTES = 131_072
"""Bytes of a block in which words are counted to choose among them."""

_MOST_CHOICES = 8
"""Times that the words to look for are chosen anew."""

_MOST_DROPS = 64
"""Times that patterns are dropped: making an automaton costs as much as scanning some megabytes."""


class Telling(NamedTuple):
    """A line with patterns on it."""

    number: int
    """0-based, in its block."""
    start: int
    end: int
    patterns: set[bytes]


class Seeker:
    """Finds the telling lines of one block after another.

    Args:
        wanted: what to look for.
        engine: what scans, one of `scanner.ENGINES`.
        is_spent: whether a pattern was kept often enough; for ever, once it is.
    """

    def __init__(self, wanted: Wanted, engine: str, is_spent: Callable[[bytes], bool]) -> None:
        self._wanted = wanted
        self._engine = engine
        self._is_spent = is_spent
        self._seen: Counter[bytes] = Counter()
        self._patterns: tuple[bytes, ...] = ()
        """All that were chosen."""
        self._chosen: Chosen | None = None
        """Those, or what is left of them. Two automata at once would be the peak of memory: nothing else holds one."""
        self._choices = 0
        self._drops = 0

    def places(self, data: bytes) -> list[int]:
        """Offsets of the telling places."""
        chosen = self._chosen or self._choose(data)
        return sorted({start for _, start in chosen.find(data)})  # engines differ in the order of equal ends

    def lines(self, data: bytes) -> tuple[list[Telling], int]:
        """(the telling lines, ascending; how many lines the block has)."""
        may_choose = self._chosen is not None and self._choices < _MOST_CHOICES
        hits = self._whole(data).find(data)
        if len(hits) > _BUSY and may_choose:
            hits = self._choose(data).find(data)
        return _by_line(data, hits, self._whole(data).patterns)

    def unspent_lines(self, data: bytes) -> list[Telling]:
        """The lines with patterns that were not dropped, ascending."""
        hits = (self._chosen or self._choose(data)).find(data)
        found, _ = _by_line(data, hits, (self._chosen or self._choose(data)).patterns)
        self.drop_spent(found)
        return found

    def drop_spent(self, found: Sequence[Telling]) -> bool:
        """Whether most of what was found is spent; it is no longer looked for by `unspent_lines` then."""
        spent = sum(all(map(self._is_spent, line.patterns)) for line in found)
        if 2 * spent <= len(found) or len(found) <= _BUSY:
            return False
        if self._drops < _MOST_DROPS:
            self._drops += 1
            self._search_for([name for name in self._patterns if not self._is_spent(name)])
        return True

    def release(self) -> None:
        """Free the automaton, which is most of what scanning holds; another search would make it anew.

        It would stay long: whoever has a seeker and what it asks for `is_spent` know each other.
        """
        self._chosen = None

    def _choose(self, data: bytes) -> Chosen:
        self._chosen = None
        self._seen.update(count_words(self._wanted, data[:_SAMPLE_BYTES]))
        self._choices += 1
        self._chosen = choose(self._wanted, self._seen, self._engine)
        self._patterns = self._chosen.patterns
        return self._chosen

    def _whole(self, data: bytes) -> Chosen:
        """All that is looked for, the dropped ones too."""
        if self._chosen is None:
            return self._choose(data)
        complete = len(self._chosen.patterns) == len(self._patterns)
        return self._chosen if complete else self._search_for(self._patterns)

    def _search_for(self, patterns: Sequence[bytes]) -> Chosen:
        self._chosen = None
        self._chosen = choose_again(patterns, self._engine)
        return self._chosen


def _by_line(data: bytes, hits: Sequence[tuple[int, int]], patterns: Sequence[bytes]) -> tuple[list[Telling], int]:
    """(the lines on which something was found, ascending; how many lines the block has).

    The line ends before each place are counted from the place before, so that every byte is looked at once.
    """
    found: list[Telling] = []
    number = position = 0
    end = -1
    for name, place in hits:
        if place < end:
            found[-1].patterns.add(patterns[name])
            continue
        start = data.rfind(b"\n", 0, place) + 1
        end = data.find(b"\n", place)
        number += count_newlines(data[position:start])
        position = start
        found.append(Telling(number, start, end, {patterns[name]}))
    return found, number + count_newlines(data[position:])
