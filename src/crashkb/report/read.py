"""Pasted text to Report: the one way into this room."""

from collections.abc import Iterator, Sequence
from functools import cache

from ahocorasick_rs import AhoCorasick

from crashkb.model import Block, Line, Report
from crashkb.report.boilerplate import is_boilerplate
from crashkb.report.facts import read_facts
from crashkb.report.prefilter import lines_with
from crashkb.report.prose import language_of, split_prose
from crashkb.report.readers import READERS, Reader
from crashkb.report.scrub import LINE_LIMIT, scrub

RAISE_READER_ERRORS = False
"""Tests set this: an exception inside a reader is then raised instead of noted."""

_SAID_ONCE = frozenset({"error-line", "exit-status"})
"""Kinds of block of which a repetition tells nothing new: only the first is kept."""


def read_report(text: str, numbers: Sequence[int] = ()) -> Report:
    """What a pasted text holds: clean lines, blocks, prose, facts.

    Args:
        text: Anything a person pasted; no text makes this fail.
        numbers: Raw 1-based line number of each line of the text, where the text is an excerpt.

    Returns:
        The report. Its line numbers are 1-based in `text` (or those given); boilerplate outside blocks is left out
        of its lines; its notes say what could not be read.
    """
    return read_lines(scrub(text, numbers))


def read_lines(lines: tuple[Line, ...]) -> Report:
    """The report of clean lines, as `scrub` makes them."""
    blocks, notes = find_blocks(lines)
    blocks = _with_cut_rows(blocks, lines)
    lines = _without_boilerplate(lines, blocks)
    prose, prose_lines = split_prose(lines, blocks)
    facts = read_facts(lines, blocks, prose)
    cut = [str(line.number) for line in lines if len(line.text) > LINE_LIMIT]
    if cut:
        notes += (f"read only the first {LINE_LIMIT} characters of line {', '.join(cut[:5])}",)
    return Report(lines, blocks, prose, prose_lines, facts, language_of(prose), notes)


def find_blocks(lines: Sequence[Line]) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """The blocks of the lines, in order and without overlap, and notes on what went wrong.

    Every line is searched once for the triggers of all readers; only where one stands is its
    reader tried, in table order, and reading goes on behind the block it found.
    """
    blocks: list[Block] = []
    notes: dict[str, None] = {}
    said: set[tuple[str, str, str]] = set()
    reached = last = 0
    for index, mask in _candidates(lines):
        if index < reached:
            continue
        for number, reader in enumerate(READERS):
            if not mask >> number & 1:
                continue
            found = _try(reader, lines, index, notes)
            if found is None:
                continue
            block, end = found
            reached = max(end, index + 1)
            key = (block.kind, block.exception, block.message)
            if block.kind not in _SAID_ONCE or key not in said:
                said.add(key)
                blocks.append(block._replace(first=max(block.first, last + 1)))
                last = max(last, block.last)
            break
    return tuple(blocks), tuple(notes)


def _with_cut_rows(blocks: tuple[Block, ...], lines: Sequence[Line]) -> tuple[Block, ...]:
    """The blocks with the further rows of a last line that a terminal had cut."""
    ends = {line.number: line.wraps[-1][1] for line in lines if line.wraps}
    if not ends:
        return blocks
    return tuple(
        block._replace(
            last=ends.get(block.last, block.last), message_last=ends.get(block.message_last, block.message_last)
        )
        for block in blocks
    )


def _try(reader: Reader, lines: Sequence[Line], index: int, notes: dict[str, None]) -> tuple[Block, int] | None:
    """The reader's block at that line; its own failure becomes a note and costs that block only."""
    try:
        return reader.read(lines, index)
    except Exception as error:
        if RAISE_READER_ERRORS:
            raise
        notes[f"reader {reader.name} failed at line {lines[index].number}: {type(error).__name__}"] = None
        return None


def _candidates(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Yield (index of a line, bit mask of the readers whose trigger stands on it), ascending."""
    automaton, masks = _triggers()
    for index, triggers in lines_with(automaton, lines):
        mask = 0
        for trigger in triggers:
            mask |= masks[trigger]
        yield index, mask


def trigger_words() -> tuple[str, ...]:
    """What all readers look for, in lower case."""
    return tuple(dict.fromkeys(trigger for reader in READERS for trigger in reader.triggers))


@cache
def _triggers() -> tuple[AhoCorasick, tuple[int, ...]]:
    """The automaton over all triggers, and for each trigger the bit mask of its readers."""
    masks: dict[str, int] = {}
    for number, reader in enumerate(READERS):
        for trigger in reader.triggers:
            masks[trigger] = masks.get(trigger, 0) | 1 << number
    return AhoCorasick(list(masks)), tuple(masks.values())


def _without_boilerplate(lines: tuple[Line, ...], blocks: Sequence[Block]) -> tuple[Line, ...]:
    """The lines that are not furniture; inside blocks all of them."""
    waiting = iter(blocks)
    block = next(waiting, None)
    kept: list[Line] = []
    for line in lines:
        while block is not None and line.number > block.last:
            block = next(waiting, None)
        if (block is not None and line.number >= block.first) or not is_boilerplate(line.text):
            kept.append(line)
    return tuple(kept)
