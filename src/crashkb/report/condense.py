"""A huge paste cut down to the stretches that can tell something, with the raw line numbers kept.

A log of a hundred megabytes holds a few telling places. Its beginning and end are kept, and a window around every line
that has a trigger or an anchor, each of which counts only a few times. The rest is never made into Line objects, so
memory and time stay those of one multi-pattern scan.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

WHOLE_BYTES = 4_000_000
"""Texts up to this many characters are read whole."""

_HEAD_LINES = 200
_TAIL_LINES = 600
_BEFORE = 40
_AFTER = 60
_TIMES = 6
"""How many places of one pattern are kept."""

_MOST_LINES = 30_000
_LONG_LINE = 20_000
_AROUND = 1_000
_MOST_PIECES = 20


class Condensed(NamedTuple):
    """The kept lines of a text."""

    text: str
    numbers: tuple[int, ...]
    """Raw 1-based line number of each kept line; empty if the text was kept whole."""
    note: str = ""


def condense(text: str, automata: Sequence[AhoCorasick]) -> Condensed:
    """The text itself if it is small, else its telling stretches.

    Args:
        text: the raw text.
        automata: what to look for, in lower case (block triggers, signature anchors).
    """
    if len(text) <= WHOLE_BYTES:
        return Condensed(text, ())
    rows = text.split("\n")
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    offsets = _places(text, automata)
    places = [bisect_right(starts, offset) - 1 for offset in offsets]
    kept = _windows(places, len(rows))
    inside: dict[int, list[int]] = {}
    for offset, place in zip(offsets, places, strict=True):
        inside.setdefault(place, []).append(offset - starts[place])
    kept_rows = [_shorten(rows[index], inside.get(index, [])) for index in kept]
    note = f"the text has {len(rows):,} lines; {len(kept):,} of them around telling places were read"
    return Condensed("\n".join(kept_rows), tuple(index + 1 for index in kept), note)


def _places(text: str, automata: Sequence[AhoCorasick]) -> list[int]:
    """Offsets of patterns, at most a few for each, searched in chunks so that memory stays small."""
    places: set[int] = set()
    for automaton in automata:
        counts: dict[int, int] = {}
        for first in range(0, len(text), WHOLE_BYTES):
            chunk = text[first : first + WHOLE_BYTES + 200].lower()
            for pattern, start, _ in automaton.find_matches_as_indexes(chunk, overlapping=True):
                count = counts.get(pattern, 0)
                if count < _TIMES:
                    counts[pattern] = count + 1
                    places.add(first + start)
    return sorted(places)


def _windows(places: Sequence[int], count: int) -> list[int]:
    keep = set(range(min(_HEAD_LINES, count)))
    keep.update(range(max(0, count - _TAIL_LINES), count))
    for place in places:
        if len(keep) > _MOST_LINES:
            break
        keep.update(range(max(0, place - _BEFORE), min(count, place + _AFTER)))
    return sorted(keep)


def _shorten(row: str, offsets: Sequence[int]) -> str:
    """A line of many megabytes is no message: its beginning, and what stands around its telling places."""
    if len(row) <= _LONG_LINE:
        return row
    pieces, end = [row[:_AROUND]], _AROUND
    for offset in offsets[:_MOST_PIECES]:
        start = max(end, offset - _AROUND)
        if start < offset + _AROUND:
            end = offset + _AROUND
            pieces.append(row[start:end])
    return " ".join(pieces)
