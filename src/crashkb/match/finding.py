"""Template matches in a report's lines: prefilter, words, pattern.

One pass of a multi-pattern automaton over the lower-cased text finds candidate lines; only there the template's
pattern runs, in a window of a few lines (a template space may match a line break). Work is linear in the text: each
(template, line text) pair is tried once, and equal matches are counted instead of kept.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from crashkb.kb.library import Library, StoredTemplate
from crashkb.kb.template import Match, find, stand_in_order, words_of
from crashkb.match.searched import Searched
from crashkb.text.fold import lower

_WINDOW_LINES = 3
"""How many line breaks a message may hold before and behind the line that has the anchor."""

_MOST_PER_SIGNATURE = 40
"""Distinct matches kept of one signature; a log that repeats one with ever new figures stays small."""


_STRETCH = 16_384
"""Characters that are searched for anchors at a time."""


class Found(NamedTuple):
    """One template match on its way to a hit."""

    stored: StoredTemplate
    match: Match
    first: int
    """Index of the searched line where the match begins."""
    last: int
    times: int = 1
    """How many lines in the same block have the same text."""


def find_matches(library: Library, text: Searched) -> list[Found]:
    """Every template match; a line that repeats in the same block (or outside) is counted, not tried again."""
    found: list[Found] = []
    tried: dict[tuple[int, int, str], int] = {}
    kept: dict[int, int] = {}
    lowered = lower(text.text)
    for number, line in _candidates(library, text, lowered):
        own = text.text[text.start_of(line) : text.end_of(line)]
        key = (number, text.blocks[line], own)
        seen = tried.get(key, -2)
        if seen >= 0:
            found[seen] = found[seen]._replace(times=found[seen].times + 1)
        if seen > -2 or kept.get(number, 0) >= _MOST_PER_SIGNATURE:
            continue
        start, end = text.start_of(max(0, line - _WINDOW_LINES)), text.end_of(line + _WINDOW_LINES)
        stored = library.template(number)
        # Looking for its words first saves compiling most patterns that cannot match.
        fits = stand_in_order(words_of(stored.template), lowered, start, end)
        match = _find_on(stored, text, line, start, end) if fits else None
        if match is None:
            # Not remembered: the same line may match where other lines stand around it.
            continue
        kept[number] = kept.get(number, 0) + 1
        tried[key] = len(found)
        found.append(Found(stored, match, text.line_at(match.start), text.line_at(max(match.start, match.end - 1))))
    return found


def _find_on(stored: StoredTemplate, text: Searched, line: int, start: int, end: int) -> Match | None:
    """The first match that touches the line with the anchor."""
    position = start
    line_start, line_end = text.start_of(line), text.end_of(line)
    for _ in range(_WINDOW_LINES * 2 + 2):
        match = find(stored.template, text.text, position, end)
        if match is None or match.start > line_end:
            return None
        if match.end > line_start:
            return match
        position = match.end
    return None


def _candidates(library: Library, text: Searched, lowered: str) -> Iterable[tuple[int, int]]:
    """(template number, searched line index) for every anchor seen, each pair once, in order of lines."""
    automaton = library.anchors
    if automaton is None:
        return
    possible: dict[int, tuple[int, ...]] = {}
    seen: set[int] = set()
    current = -1
    for first, end in _stretches(lowered):
        places = automaton.find_matches_as_indexes(lowered[first:end], overlapping=True)
        possible.update(_possible(library, {place[0] for place in places} - possible.keys(), lowered))
        for pattern, start, _ in places:
            if not possible[pattern]:
                continue
            line = text.line_at(first + start)
            if line != current:  # all places of a line come together
                current = line
                seen.clear()
            if pattern in seen:
                continue
            seen.add(pattern)
            for number in possible[pattern]:
                yield number, line


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of stretches of whole lines: all anchors of a text made to be full of them fill the memory."""
    start = 0
    while start < len(text):
        end = text.find("\n", start + _STRETCH)
        end = end + 1 if end >= 0 else len(text)
        yield start, end
        start = end


def _possible(library: Library, patterns: Iterable[int], lowered: str) -> dict[int, tuple[int, ...]]:
    """By anchor, its templates of which every word stands somewhere in the text: of those of "loss" hardly one, maybe none."""
    numbers = {pattern: library.templates_of_anchor(pattern) for pattern in patterns}
    stored = library.templates({number for group in numbers.values() for number in group})
    stands = cache(lowered.__contains__)  # many templates share words, and the text may be long
    fitting = {number for number, item in stored.items() if all(map(stands, item.template.anchors))}
    return {pattern: tuple(number for number in group if number in fitting) for pattern, group in numbers.items()}
