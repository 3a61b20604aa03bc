"""What of a report is searched by words: the prose and the fatal block's message, type and frames.

Picking the message out of a traceback instead of searching all of it was worth 18 points of retrieval in
measurements on labelled reports.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.kb.library import Library
from crashkb.match.searched import is_spoken
from crashkb.model import Block, Hit, Report
from crashkb.text.negation import without_negated
from crashkb.text.phrasing import phrasing
from crashkb.text.spelling import correct
from crashkb.text.tokens import tokens

MOST_TERMS = 200
_MOST_FRAMES = 6
_MOST_LOG_LINES = 12
_MESSAGE_CHARACTERS = 2_000
_PROSE_CHARACTERS = 4_000
_PHRASED_PROSE_CHARACTERS = 1_500
_PHRASED_CRASH_CHARACTERS = 400
"""As good as all of it in measurements on labelled reports, and each character costs a term."""


class Query(NamedTuple):
    """Tokens of a word query."""

    prose: tuple[str, ...]
    """Tokens of what the person wrote, spelling corrected, glossary concepts added."""
    crash: tuple[str, ...]
    """Tokens of the fatal block."""
    phrasing: tuple[str, ...] = ()
    """Terms of both as a profile has them: how it is put, not only what it is about."""

    @property
    def terms(self) -> tuple[str, ...]:
        """All of them, at most MOST_TERMS, prose first."""
        return (self.prose + self.crash)[:MOST_TERMS]


def main_block(report: Report) -> Block | None:
    """The first fatal block, else the first block."""
    for block in report.blocks:
        if block.fatal:
            return block
    return report.blocks[0] if report.blocks else None


def make_query(library: Library, report: Report, hits: Sequence[Hit] = ()) -> Query:
    """The word query of a report in which these signatures were found."""
    prose = spoken_text(report)
    words = correct_unknown(library, tokens(prose))
    block = main_block(report)
    crash = crash_text(report, block)
    crash_words = tokens(crash)
    spoken = words + library.concepts.expand(prose, words)
    printed = crash_words + library.concepts.expand(crash, crash_words)
    put = _phrased(library, report, block, hits)
    return Query(tuple(spoken), tuple(printed), (*phrasing(put), *library.concepts.expand(put, tokens(put))))


def _phrased(library: Library, report: Report, block: Block | None, hits: Sequence[Hit]) -> str:
    """What is compared with profiles: the prose, and what was printed; without the messages that signatures explain.

    A block in which such a message stands is explained as a whole. One that only names a symptom ("Segmentation
    fault") leaves its frames to be compared.
    """
    explained = {number for hit in hits for number in range(hit.first, hit.last + 1)}
    named = {hit.first for hit in hits if hit.role != "benign" and _names_a_cause(library, hit)}
    prose = without_negated(report.prose[:_PROSE_CHARACTERS])
    if block is None:
        own = report.prose_lines | explained
        lines = [line.text for line in report.lines if line.number not in own]
        printed = "\n".join(lines[-_MOST_LOG_LINES:])
    else:
        printed = "" if any(block.first <= first <= block.last for first in named) else crash_text(report, block)
    for hit in hits:
        prose, printed = prose.replace(hit.text, " "), printed.replace(hit.text, " ")
    return prose[:_PHRASED_PROSE_CHARACTERS] + "\n" + printed[:_PHRASED_CRASH_CHARACTERS]


def _names_a_cause(library: Library, hit: Hit) -> bool:
    """Whether it decides for a cause that is more than a symptom."""
    cards = library.cards(link.cause for link in hit.links if link.strong)
    return any(not card.symptom for card in cards.values())


def spoken_text(report: Report) -> str:
    """What the person wrote, without what they rule out ("not a memory issue").

    A short paste without any prose counts as asked ("pytorch OOM with 8 GB free").
    """
    if report.prose:
        return without_negated(report.prose[:_PROSE_CHARACTERS])
    return without_negated("\n".join(line.text for line in report.lines)) if is_spoken(report) else ""


def words_query(library: Library, text: str) -> Query:
    """The word query of plain words."""
    words = correct_unknown(library, tokens(text))
    concepts = library.concepts.expand(text, words)
    return Query((*words, *concepts), (), (*phrasing(text[:_PHRASED_PROSE_CHARACTERS]), *concepts))


def crash_text(report: Report, block: Block | None) -> str:
    """Exception type, message and top frames of the block; without a block, the most telling plain lines."""
    if block is None:
        lines = [line.text for line in report.lines if line.number not in report.prose_lines]
        return "\n".join(lines[-_MOST_LOG_LINES:])[:_MESSAGE_CHARACTERS]
    frames = " ".join(frame.function for frame in block.frames[:_MOST_FRAMES])
    causes = " ".join(value for name, value in block.details if name in _MESSAGE_DETAILS)
    return "\n".join((block.exception, block.message[:_MESSAGE_CHARACTERS], causes[:_MESSAGE_CHARACTERS], frames))


_MESSAGE_DETAILS = ("cause_exception", "cause_message", "root_exception", "root_message")


def correct_unknown(library: Library, words: list[str]) -> list[str]:
    """The words with misspelt ones replaced by the nearest word of the knowledge base."""
    known = library.postings(words)
    unknown = [word for word in dict.fromkeys(words) if word not in known and word.isascii() and len(word) >= 5]
    replaced: dict[str, str] = {}
    for word in unknown[:10]:
        candidates = library.vocabulary(word[0], len(word) - 2, len(word) + 2)
        better = correct([word], candidates)
        if better and better[0] != word:
            replaced[word] = better[0]
    return [replaced.get(word, word) for word in words]
