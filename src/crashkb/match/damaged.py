"""Messages that a scanner or a hurried hand spoilt: O for 0, 1 for l, blanks lost or added.

Where nothing specific was found, lines and templates are compared as bare letters and digits, with those that look alike
made equal. A match is a near miss: it orders the causes, but never makes one *known*.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from crashkb.kb.library import Library
from crashkb.match.by_signature import judge_links
from crashkb.model import PROSE, Hit, Report, Signature, Value
from crashkb.text.fold import fold, lower
from crashkb.text.mask import MARK
from crashkb.text.tokens import tokens

SIMILARITY = 0.85
"""Of a damaged message: worth a little less than one that is printed as it should be."""

_MOST_LINES = 200
_LONGEST_LINE = 2_000
_LEAST_RUN = 12
"""Letters that the longest run of a template must have, and …"""
_LEAST_ALL = 18
"""… all of them together: shorter ones stand in any text."""

_LEAST_NEAR, _MOST_NEAR = 24, 400
"""Letters of a line, and of a template, that are compared by likeness."""
_LEAST_LIKENESS = 88
"""Of 100: about one letter in eight may be wrong."""
_MOST_TRIED = 8
"""Lines compared by likeness: each costs some 4 ms."""
_SHOWN = 300

# What looks alike on a screenshot: 0 O o · 1 l I i | ! · 5 S · 8 B
_ALIKE = str.maketrans("01i|5", "ollls")
# Not compiled here: most answers need neither, and compiling takes 1 ms of a cold start.
_HOLE = r"\{[a-z][a-z0-9_]{0,40}:[a-z]{2,10}\}"
_OTHER = r"[^a-z0-9¤\u3400-\u9fff]+"


class _Bare(NamedTuple):
    """A template without its looks."""

    number: int
    longest: str
    """Its longest literal run."""
    all: str
    """All its runs together."""


class _Place(NamedTuple):
    """A template found."""

    number: int
    line: int
    """Index of the line."""
    similarity: float
    strong: bool = True
    """Whether its first cause counts as that message's, else only as one of several."""


def find_damaged(
    library: Library, report: Report, hits: Sequence[Hit], facts: dict[str, tuple[Value, ...]]
) -> tuple[Hit, ...]:
    """Near hits for damaged lines; none where a specific message was found as it should be, or the report is long.

    By likeness only where nothing at all was found: it is the weakest of all signs.
    """
    if len(report.lines) > _MOST_LINES or any(hit.role in ("specific", "benign") for hit in hits):
        return ()
    lines = [bare(line.text) for line in report.lines]
    found = _hits(library, report, _matches(lines, library), facts)
    if found or hits:
        return found
    # A misread letter makes a word that no page has. Lines of known words alone need not be compared: it costs 4 ms each.
    lines = [
        line if _has_unknown_word(library, own.text) else "" for line, own in zip(lines, report.lines, strict=True)
    ]
    return _hits(library, report, _nearest(lines, library), facts)


def _has_unknown_word(library: Library, text: str) -> bool:
    words = set(tokens(text[:_MOST_NEAR]))
    return len(library.postings(words)) < len(words)


def _hits(
    library: Library, report: Report, places: Iterable[_Place], facts: dict[str, tuple[Value, ...]]
) -> tuple[Hit, ...]:
    """One hit for each signature that may stand where it was found."""
    found: dict[str, Hit] = {}
    for number, index, similarity, strong in places:
        signature = library.signature(library.template(number).signature)
        if signature is None or signature.id in found or not _may_stand(signature, report, index):
            continue
        line = report.lines[index]
        found[signature.id] = Hit(
            signature=signature.id,
            role=signature.role,
            first=line.number,
            last=line.number,
            text=" ".join(line.text.split())[:_SHOWN],
            links=tuple(link if strong else link._replace(strong=False) for link in judge_links(signature, (), facts)),
            block=_block_of(report, line.number),
            similarity=similarity,
        )
    return tuple(sorted(found.values(), key=lambda hit: (hit.first, hit.signature)))


def bare(text: str) -> str:
    """Letters and digits of the text alone, those that look alike made equal: `CUDA 0ut of memory` is `cudaoutofmemory`."""
    return re.sub(_OTHER, "", lower(fold(text[:_LONGEST_LINE]))).translate(_ALIKE)


@lru_cache(maxsize=1)
def _templates(library: Library) -> tuple[list[_Bare], AhoCorasick]:
    """The templates that say enough to be known without their looks, and an automaton over their longest runs."""
    numbers, skeletons = library.skeletons
    found = []
    for number, skeleton in zip(numbers, skeletons, strict=True):
        runs = [bare(part) for part in skeleton.split(MARK)]
        longest, together = max(runs, key=len), "".join(runs)
        if len(longest) >= _LEAST_RUN and len(together) >= _LEAST_ALL:
            found.append(_Bare(number, longest, together))
    return found, AhoCorasick([template.longest for template in found])


def _matches(lines: Sequence[str], library: Library) -> Iterator[_Place]:
    """Templates whose runs stand in order on a line (a message may go on below)."""
    templates, automaton = _templates(library)
    seen: set[int] = set()
    for index, line in enumerate(lines):
        for which, _, _ in automaton.find_matches_as_indexes(line, overlapping=True):
            if which in seen:
                continue
            seen.add(which)
            # The skeleton has lost quoted names and figures; the words as written must stand there too.
            written = _runs(library, templates[which].number)
            if _in_order(written, "".join(lines[max(0, index - 1) : index + 2])):
                yield _Place(templates[which].number, index, SIMILARITY)
            else:
                seen.discard(which)


def _nearest(lines: Sequence[str], library: Library) -> Iterator[_Place]:
    """The template that a line almost holds, for the first lines: letters mistaken for others that do not look alike."""
    telling = [index for index, line in enumerate(lines) if _LEAST_NEAR <= len(line) <= _MOST_NEAR]
    if not telling:
        return
    from rapidfuzz import fuzz, process  # deferred: most answers have no damaged line

    templates = [template for template in _templates(library)[0] if len(template.all) >= _LEAST_NEAR]
    letters = [template.all for template in templates]
    for index in telling[:_MOST_TRIED]:
        best = process.extractOne(lines[index], letters, scorer=fuzz.partial_ratio, score_cutoff=_LEAST_LIKENESS)
        if best is None or len(best[0]) > len(lines[index]):
            continue
        number = templates[best[2]].number
        likeness = fuzz.partial_ratio(lines[index], "".join(_runs(library, number)))
        if likeness >= _LEAST_LIKENESS:
            yield _Place(number, index, SIMILARITY * likeness / 100, strong=False)


def _runs(library: Library, number: int) -> list[str]:
    """The literal runs of a template as written."""
    return [run for part in re.split(_HOLE, library.template(number).template.text) if (run := bare(part))]


def _in_order(runs: Sequence[str], text: str) -> bool:
    position = 0
    for run in runs:
        position = text.find(run, position)
        if position < 0:
            return False
        position += len(run)
    return True


def _may_stand(signature: Signature, report: Report, index: int) -> bool:
    """Whether the signature may stand there; one that needs company or a line of its own is left out."""
    if signature.whole_line or signature.with_signatures or signature.with_fragments:
        return False
    return signature.places != (PROSE,) or report.lines[index].number in report.prose_lines


def _block_of(report: Report, number: int) -> int:
    return next((at for at, block in enumerate(report.blocks) if block.first <= number <= block.last), -1)
