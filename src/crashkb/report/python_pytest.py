"""Reads one failure of a pytest run: `_____ test_name _____` down to `path.py:12: SomeError`.

Format: pytest 6–9, `_pytest/_code/code.py` (`--tb=long`, the default). The `E` column may have been removed before.
With `--tb=short` and `--tb=native` a traceback stands there, which `read_traceback` reads.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Frame, Line
from crashkb.report import python_lines as grammar
from crashkb.text.lazy import LazyPattern

_MAX_LINES = 2000

# _______________________ TestModel.test_forward[cuda] _______________________
_TITLE = LazyPattern(r"_{3,200}+ (\S[^\n]{0,300}?) _{3,200}+$")
#     def test_forward(self):
_DEF = LazyPattern(r"\s{0,12}+(?:async )?def (\w{1,200}+)\(")
# ----- Captured stdout call -----     ===== short test summary info =====
_SECTION = LazyPattern(r"={3,200}+ |-{5,200}+ ?\w|-{60,200}+$")
# E       RuntimeError: mat1 and mat2 shapes cannot be multiplied
_E_COLUMN = LazyPattern(r"E {1,7}(?=\S)")


class _Entry(NamedTuple):
    """One frame of the failure."""

    start: int
    location: int
    frame: Frame
    exception: str


def read_pytest_failure(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The failure whose title is lines[start], and the index after its last location line."""
    if not _TITLE.match(lines[start].text):
        return None
    entries = _entries(lines, start)
    raised = [entry for entry in entries if entry.exception]
    if not raised:
        return None
    last = raised[-1]
    told = [(*_message(lines, entry), entry) for entry in raised]
    at, message, _ = told[-1]
    spoken = {index for first, _, entry in told for index in range(first, entry.location)}
    quoted = [
        line.number
        for index, line in enumerate(lines[start + 1 : last.location], start + 1)
        if index not in spoken and not grammar.PYTEST_END.match(line.text)
    ]
    details: tuple[tuple[str, str], ...] = (("test", _test_name(lines[start].text)),)
    if len(raised) > 1:
        details += (("cause_exception", raised[0].exception), ("cause_message", told[0][1]))
    block = Block(
        kind="python-exception",
        first=lines[start].number,
        last=lines[last.location].number,
        exception=last.exception,
        message=message,
        message_first=lines[at].number,
        message_last=lines[max(at, last.location - 1)].number,
        frames=tuple(entry.frame for entry in reversed(entries[: entries.index(last) + 1])),
        quoted_lines=tuple(quoted),
        details=details,
    )
    return block, last.location + 1


def _test_name(title: str) -> str:
    """The name in the title."""
    found = _TITLE.match(title)
    return found[1] if found else ""


def _entries(lines: Sequence[Line], start: int) -> list[_Entry]:
    """The frames of the failure in printed order."""
    entries: list[_Entry] = []
    function, begin = "", start + 1
    for position in range(start + 1, min(len(lines), start + _MAX_LINES)):
        text = lines[position].text
        if _TITLE.match(text) or _SECTION.match(text):
            break
        if found := _DEF.match(text):
            function = found[1]
        elif location := grammar.PYTEST_END.match(text):
            entries.append(_Entry(begin, position, Frame(function, location[1], int(location[2])), location[3] or ""))
            function, begin = "", position + 1
    return entries


def _message(lines: Sequence[Line], entry: _Entry) -> tuple[int, str]:
    """Index of the line where the entry's message begins, and the message; the location line if there is none."""
    for position in range(entry.location - 1, entry.start - 1, -1):
        text = _E_COLUMN.sub("", lines[position].text, count=1).strip()
        split = grammar.split_exception(text)
        if split and split[0].rpartition(".")[2] == entry.exception.rpartition(".")[2]:
            return position, _join(split[2], lines, position, entry)
        if (
            entry.exception == "AssertionError"
            and text.startswith("assert ")
            and not lines[position].text.startswith(">")
        ):
            return position, _join(text, lines, position, entry)
    return entry.location, ""


def _join(first: str, lines: Sequence[Line], position: int, entry: _Entry) -> str:
    """The message from its first words to the location line."""
    rest = [_E_COLUMN.sub("", line.text, count=1).strip() for line in lines[position + 1 : entry.location]]
    return "\n".join([first, *(text for text in rest if text != "E")]).strip()
