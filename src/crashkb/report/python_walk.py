"""Walks over the frames of one Python traceback to its exception.

What stands between the frames is told apart here: echoed source, markers and gaps belong to the traceback; a few lines
of something else (another rank, a log record, "…") are stepped over where a frame follows. Formats: see python_lines.
"""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Frame, Line
from crashkb.report import python_lines as grammar
from crashkb.report.python_message import read_message, shape

_FOREIGN = 4
"""Lines of something else that may stand between two frames of one traceback."""
_FOREIGN_RANKS = 64
"""The same where they carry another rank's or container's tag."""

_LINES_BEFORE = 8


class Part(NamedTuple):
    """One traceback of a chain."""

    exception: str
    message: str
    first: int
    """Index of the exception's line; equals `end` where it was cut off."""
    end: int
    """Index after its last line."""
    frames: tuple[Frame, ...]
    """In printed order."""
    quoted: tuple[int, ...]
    inner: tuple[str, str] | None
    """(type, message) of an exception embedded in the message."""
    has_header: bool


class Walk:
    """Walks over the frames of one traceback to its exception."""

    def __init__(self, lines: Sequence[Line], start: int, expected: str, base: int, has_header: bool = False) -> None:
        """Prepares a walk.

        Args:
            lines: The report.
            start: Index of the first line after the header.
            expected: Exception type that an IPython header named, else ''.
            base: Indentation of the header.
            has_header: Whether there was a header.
        """
        self.lines = lines
        self.position = start
        self.expected = expected
        self.base = base
        self.has_header = has_header
        self.tag = lines[start - 1].tag if has_header else lines[start].tag if start < len(lines) else ""
        self.before = _program_output(lines, start - has_header)
        self.frames: list[Frame] = []
        self.quoted: list[int] = []

    def run(self) -> Part:
        """The traceback; its exception is '' or the header's word where it was cut off."""
        after_frame = False
        while self.position < len(self.lines):
            line = self.lines[self.position]
            text = line.text
            if self.tag and line.tag and line.tag != self.tag:
                if not self._skip_ranks():
                    break
            elif frame := grammar.read_frame(text):
                self.frames.append(frame)
                after_frame = True
            elif self._is_echo(text):
                self._echo(line)
                after_frame = False
            elif found := self._exception(text):
                return self._finish(found)
            elif after_frame and not self.expected and not grammar.is_chain(text):
                self.quoted.append(line.number)  # a paste that lost its indentation
                after_frame = False
            elif not self._skip_foreign():
                break
            self.position += 1
        return self._indented_exception() or self._part(self.expected, "", self.position, (), (), None)

    def _indented_exception(self) -> Part | None:
        """The traceback whose last line, taken for source, is its exception: forums and mails indent anew."""
        last = self.position - 1
        if not self.quoted or not self.frames or self.expected or self.lines[last].number != self.quoted[-1]:
            return None
        found = grammar.split_exception(self.lines[last].text.strip())
        if found is None or not grammar.is_error_name(found[0]):
            return None
        self.quoted.pop()
        self.position = last
        return self._finish(found)

    def _is_echo(self, text: str) -> bool:
        """Whether the line shows source, points at it or stands for what was left out."""
        if not self.frames and not self.expected:
            return grammar.is_gap(text)
        if self.expected and grammar.is_numbered(text):
            return True
        return grammar.indent(text) > self.base + 1 or grammar.is_gap(text) or grammar.is_marker(text)

    def _echo(self, line: Line) -> None:
        """Notes an echoed line; IPython's arrow tells the line number of the frame above."""
        self.quoted.append(line.number)
        if self.frames and not self.frames[-1].line and (number := grammar.arrow_line(line.text)):
            self.frames[-1] = self.frames[-1]._replace(line=number)

    def _exception(self, text: str) -> tuple[str, str, str] | None:
        """The parts of the exception's own line, or None."""
        found = grammar.split_exception(text.strip())
        if found is None:
            return None
        name, _, message = found
        if self.expected:
            right = name.rpartition(".")[2] == self.expected.rpartition(".")[2]
            return found if right or (message and grammar.is_error_name(name)) else None
        return found if grammar.may_be_error_name(name, bool(message)) else None

    def _skip_foreign(self) -> bool:
        """Steps before the next frame if only a few lines of something else stand between."""
        for position in range(self.position + 1, min(len(self.lines), self.position + 1 + _FOREIGN)):
            text = self.lines[position].text
            if grammar.is_chain(text) or grammar.HEADER in text:
                return False
            if grammar.read_frame(text) or (self.expected and grammar.arrow_line(text)):
                self.position = position - 1
                return True
        return False

    def _skip_ranks(self) -> bool:
        """Steps before the next line that carries this traceback's tag."""
        for position in range(self.position + 1, min(len(self.lines), self.position + 1 + _FOREIGN_RANKS)):
            if self.lines[position].tag == self.tag:
                self.position = position - 1
                return True
        return False

    def _finish(self, found: tuple[str, str, str]) -> Part:
        """The traceback with its message."""
        name, wrapped, first = found
        base = grammar.indent(self.lines[self.position].text)
        message = read_message(self.lines, self.position, first, base, self.before)
        inner = message.inner or ((wrapped, message.text) if wrapped else None)
        return self._part(name, message.text, message.end, message.frames, message.quoted, inner)

    def _part(
        self,
        exception: str,
        message: str,
        end: int,
        frames: tuple[Frame, ...],
        quoted: tuple[int, ...],
        inner: tuple[str, str] | None,
    ) -> Part:
        """Puts the traceback together."""
        return Part(
            exception=exception,
            message=message,
            first=self.position,
            end=end,
            frames=(*self.frames, *frames),
            quoted=(*self.quoted, *quoted),
            inner=inner,
            has_header=self.has_header,
        )


def _program_output(lines: Sequence[Line], begin: int) -> dict[str, str]:
    """The lines with figures that the program printed before its traceback, by shape; none if that was a traceback."""
    before = [line.text for line in lines[max(0, begin - _LINES_BEFORE) : begin]]
    if any(grammar.HEADER in text or grammar.is_chain(text) or grammar.read_frame(text) for text in before):
        return {}
    return {found: text for text in before if (found := shape(text)) != text and not text[:1].isspace()}
