"""Near misses: telling lines that no template matched, compared with templates' skeletons.

A framework's next release words a message a little differently; then the line is close to a template without matching
it. Only messages of fatal blocks and error lines are tried, so a long healthy log costs nothing.
"""

from functools import lru_cache

from crashkb.kb.library import Library
from crashkb.match.by_signature import judge_links
from crashkb.model import Block, Hit, Report, Value
from crashkb.text.lazy import LazyPattern
from crashkb.text.mask import mask

LEAST_SIMILARITY = 0.8
"""Below this a likeness is mere chance between log lines of the same framework."""

_MOST_LINES = 6
_LONGEST_LINE = 300
_SHORTEST_LINE = 20
_TELLING_WORDS = 4

_LONG_WORD = LazyPattern(r"[A-Za-z]{4}")


def find_near_misses(
    library: Library, report: Report, matched: set[int], facts: dict[str, tuple[Value, ...]]
) -> tuple[Hit, ...]:
    """Hits by likeness for telling lines whose raw numbers are not in `matched`.

    Similarity is 0–1: rapidfuzz's ratio of the masked line with the skeleton of the nearest template.
    """
    lines = _telling_lines(report, matched)
    if not lines:
        return ()
    from rapidfuzz import fuzz, process  # deferred: most answers have no unexplained telling line

    numbers, skeletons = _skeletons(library)
    hits: list[Hit] = []
    for number, block, text in lines:
        best = process.extractOne(mask(text).lower(), skeletons, scorer=fuzz.ratio, score_cutoff=100 * LEAST_SIMILARITY)
        if best is None or not _is_telling(best[0]):
            continue
        signature = library.signature(library.template(numbers[best[2]]).signature)
        if signature is None or (signature.places and report.blocks[block].kind not in signature.places):
            continue
        links = tuple(link._replace(strong=False) for link in judge_links(signature, (), facts))
        hits.append(Hit(signature.id, signature.role, number, number, text, (), links, block, similarity=best[1] / 100))
    return tuple(hits)


@lru_cache(maxsize=1)
def _skeletons(library: Library) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Template numbers and skeletons in lower case: making them so for each line would take longer than comparing."""
    numbers, skeletons = library.skeletons
    return numbers, tuple(map(str.lower, skeletons))


def _telling_lines(report: Report, matched: set[int]) -> list[tuple[int, int, str]]:
    """(raw number, block index, text) of the first lines of messages that nothing explains."""
    lines: list[tuple[int, int, str]] = []
    for index, block in enumerate(report.blocks):
        if not _explains_itself(block) or any(block.first <= number <= block.last for number in matched):
            continue
        for text in block.message.splitlines()[:2]:
            if _SHORTEST_LINE <= len(text) <= _LONGEST_LINE:
                lines.append((block.message_first or block.first, index, text))
        if len(lines) >= _MOST_LINES:
            break
    return lines[:_MOST_LINES]


def _is_telling(skeleton: str) -> bool:
    """Whether a likeness to it can mean something: "module ¤ has no attribute ¤" is like any such error."""
    return len(_LONG_WORD.findall(skeleton)) >= _TELLING_WORDS


def _explains_itself(block: Block) -> bool:
    return bool(block.message) and block.kind not in ("foreign-exception", "go-panic", "rust-panic", "exit-status")
