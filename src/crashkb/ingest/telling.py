"""The telling lines of an incident: what its fatal blocks, error lines and error-level log lines say.

Lines that no signature explains come first; a line that a signature of the knowledge base already reads tells little
that is new.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from crashkb.kb.library import Library
from crashkb.match.by_signature import find_hits
from crashkb.match.rank import fatal_index
from crashkb.match.searched import searched
from crashkb.model import Block, Hit, Report

_MOST_MESSAGE_LINES = 12
_MOST_LINES = 40

# "error:", "failed", "cannot", "FATAL": what plain log lines say when something is wrong
_ALARM = re.compile(
    r"(?i)\b(?:error|errors|fail|failed|failure|fatal|cannot|can't|could not|unable|invalid|unsupported|not (?:supported|found)"
    r"|missing|ran out|denied|refused|timed? ?out|abort(?:ed)?|exception|corrupt(?:ed)?|mismatch|exceed(?:s|ed)?|overflow|wrong|lost)\b|错误|失败|无法"
)

# repro.py:12: UserWarning: Your input ran out of data
_WARNING = re.compile(r"\w{0,40}Warning: |(?i:\bwarn(?:ing)?\b)|警告")


# gromit.Err: sprocket 3 lost, KafkaTimeout: …, my_tool::load: …
_NAMED = re.compile(r"\s{0,8}(?:\w{1,60}(?:\.|::|_)\w[\w.:]{0,80}|\w{0,40}[a-z][A-Z]\w{0,40}): \S")


class TellingLine(NamedTuple):
    """One line that may say what went wrong."""

    number: int
    """1-based raw line."""
    text: str
    """The clean line."""
    before: str
    """The clean searched line before it, '' for the first."""
    weight: float
    """0–1: how much its place says."""
    explained: str = ""
    """Id of a specific signature that already reads it, else ''."""


def telling_lines(library: Library, report: Report) -> tuple[TellingLine, ...]:
    """The telling lines of a report, most telling place first.

    Args:
        library: whose signatures tell what is explained already.
        report: the incident, read.
    """
    text = searched(report)
    hits = find_hits(library, report, text)
    clean = {number: text.text[text.start_of(i) : text.end_of(i)] for i, number in enumerate(text.numbers)}
    before = dict(zip(text.numbers[1:], text.numbers, strict=False))
    found: dict[int, TellingLine] = {}
    for number, weight in _weighted(report, clean):
        if number not in clean or not clean[number].strip():
            continue
        explained = _explained(hits, number)
        line = TellingLine(
            number, clean[number], clean.get(before.get(number, 0), ""), weight * (0.3 if explained else 1.0), explained
        )
        if number not in found or found[number].weight < line.weight:
            found[number] = line
    ranked = sorted(found.values() or _sentences(report), key=lambda line: (-line.weight, line.number))
    return tuple(ranked[:_MOST_LINES])


def _sentences(report: Report) -> list[TellingLine]:
    """Alarming lines that read like prose but begin with a program's name for the error."""
    return [
        TellingLine(line.number, line.text, "", 0.3)
        for line in report.lines
        if line.number in report.prose_lines and _NAMED.match(line.text) and _ALARM.search(line.text)
    ]


def _weighted(report: Report, clean: dict[int, str]) -> Iterator[tuple[int, float]]:
    """(raw line, weight of its place) of every candidate."""
    main = fatal_index(report)
    inside: set[int] = set()
    for index, block in enumerate(report.blocks):
        base = 1.0 if index == main else 0.8 if block.fatal else 0.6
        inside.update(range(block.first, block.last + 1))
        yield from ((number, base * share) for number, share in _message_lines(block, clean))
    for line in report.lines:
        if line.number in inside or line.number in report.prose_lines:
            continue
        if line.level in ("E", "F"):
            yield line.number, 0.7
        elif _ALARM.search(line.text):
            yield line.number, 0.5
        elif _WARNING.search(line.text):
            yield line.number, 0.4


def _message_lines(block: Block, clean: dict[int, str]) -> Iterator[tuple[int, float]]:
    """Lines of a block's message, the first and the last of it before the middle; then alarming lines of the block."""
    first = block.message_first or block.first
    last = max(first, block.message_last)
    for number in range(first, min(last, first + _MOST_MESSAGE_LINES) + 1):
        yield number, 1.0 if number == first else 0.85
    for number in range(block.first, block.last + 1):
        if not first <= number <= last and number not in block.quoted_lines and _ALARM.search(clean.get(number, "")):
            yield number, 0.5


def _explained(hits: Sequence[Hit], number: int) -> str:
    for hit in hits:
        if hit.role == "specific" and hit.first <= number <= hit.last:
            return hit.signature
    return ""
