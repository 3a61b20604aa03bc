"""Which lines hold any of many literal words, found in one pass."""

from collections.abc import Iterator, Sequence

from ahocorasick_rs import AhoCorasick

from crashkb.model import Line


def lines_with(automaton: AhoCorasick, lines: Sequence[Line]) -> Iterator[tuple[int, list[int]]]:
    """Yield (index of a line, numbers of the patterns that stand on it, repeated as found), ascending.

    Args:
        automaton: Over lower-case patterns without line breaks; matches may overlap.
        lines: Clean lines; their case does not count.
    """
    lowered = [line.text.lower() for line in lines]
    index, end = 0, len(lowered[0]) if lowered else 0
    patterns: list[int] = []
    for pattern, start, _ in automaton.find_matches_as_indexes("\n".join(lowered), overlapping=True):
        if start > end:
            if patterns:
                yield index, patterns
                patterns = []
            while start > end:
                index += 1
                end += 1 + len(lowered[index])
        patterns.append(pattern)
    if patterns:
        yield index, patterns
