"""The pasted log as rows of the evidence pane: its lines, and under marked ones a row that says what was found there."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from crashkb.chat import Diagnosis
from crashkb.model import Evidence
from crashkb.render.fill import plain

LONGEST_SHOWN = 4_000
"""Characters of a line that are shown; a line of megabytes is no text to read."""

_TAB = 4


class Mark(NamedTuple):
    """A stretch of lines that tells something."""

    first: int
    """1-based line number."""
    last: int
    kind: str
    """'cause' for the first cause, 'other' for another, 'benign' for what is harmless."""
    note: str
    """Which signature, what it captured, for which cause it speaks."""


class Row(NamedTuple):
    """One row: a line of the log, or the note under it."""

    line: int
    """1-based number of the line, or of the line above the note."""
    text: str
    mark: str
    """Kind of the mark that covers it, '' for none."""
    is_note: bool


class LogLines:
    """A log with marks.

    Args:
        lines: the raw lines.
        marks: what was found in it, in any order.
    """

    def __init__(self, lines: Sequence[str], marks: Iterable[Mark] = ()) -> None:
        self.lines = lines
        self.marks = tuple(
            sorted((mark for mark in marks if 0 < mark.first <= len(lines)), key=lambda m: (m.last, m.first))
        )
        self._note_rows = [min(mark.last, len(lines)) + index for index, mark in enumerate(self.marks)]

    @property
    def count(self) -> int:
        """Number of rows."""
        return len(self.lines) + len(self.marks)

    @property
    def stops(self) -> tuple[int, ...]:
        """First lines of the marks, in order, each once."""
        return tuple(sorted({mark.first for mark in self.marks}))

    def row_of(self, line: int) -> int:
        """0-based row of a 1-based line."""
        before = sum(1 for mark in self.marks if min(mark.last, len(self.lines)) < line)
        return line - 1 + before

    def row(self, index: int) -> Row:
        """The row of that 0-based index."""
        notes = bisect_left(self._note_rows, index)
        if notes < len(self._note_rows) and self._note_rows[notes] == index:
            mark = self.marks[notes]
            return Row(min(mark.last, len(self.lines)), mark.note, mark.kind, True)
        line = index - notes + 1
        return Row(line, shown(self.lines[line - 1]), self._mark_at(line), False)

    def _mark_at(self, line: int) -> str:
        kinds = {mark.kind for mark in self.marks if mark.first <= line <= mark.last}
        return next((kind for kind in ("cause", "other", "benign") if kind in kinds), "")

    def find(self, words: str) -> tuple[int, ...]:
        """1-based numbers of the lines that hold the words, upper and lower case alike."""
        wanted = words.lower()
        return tuple(number for number, line in enumerate(self.lines, 1) if wanted in line.lower()) if wanted else ()


def shown(line: str) -> str:
    """A raw line as it is shown: no control sequences, tabs as spaces, not endless."""
    text = plain(line[:LONGEST_SHOWN]).rstrip("\r\n")
    if "\t" in text:
        text = text.expandtabs(_TAB)
    return text + " …" if len(line) > LONGEST_SHOWN else text


def split_lines(text: str) -> list[str]:
    """The lines as the report counts them: at line feeds (at carriage returns, where there are no line feeds)."""
    if "\r" in text and "\n" not in text:
        return text.split("\r")
    return text.split("\n")


def marks_of(diagnosis: Diagnosis, language: str) -> tuple[Mark, ...]:
    """What a diagnosis found in the log."""
    found: dict[tuple[int, int, str], Mark] = {}
    for mark, signature in _all_marks(diagnosis, language):
        found.setdefault((mark.first, mark.last, signature), mark)
    return tuple(found.values())


def _all_marks(diagnosis: Diagnosis, language: str) -> Iterator[tuple[Mark, str]]:
    answer, view = diagnosis.answer, diagnosis.views[language]
    for index, cause in enumerate(answer.causes[:5]):
        for item in cause.evidence:
            if item.first and (item.strong or index == 0):
                kind = "cause" if index == 0 else "other"
                yield (
                    Mark(item.first, item.last, kind, _note(item, diagnosis.title(cause.id, language))),
                    item.signature,
                )
    for line, title, _ in view.others:
        yield Mark(line, line, "other", f"→ {title}"), ""
    for hit in answer.benign:
        means = next((means for line, means in view.benign if line == hit.first), hit.signature)
        yield Mark(hit.first, hit.last, "benign", f"○ {plain(means)}"), hit.signature


def _note(item: Evidence, title: str) -> str:
    captured = [f"{capture.name} = {plain(capture.text)[:60]}" for capture in item.captures[:4]]
    parts = [item.signature, *captured, *([f"×{item.times}"] if item.times > 1 else [])]
    return f"▲ {' · '.join(part for part in parts if part)} → {title}"
