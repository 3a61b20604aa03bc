"""Logs that go with a question: pasted ones, and files named by their path."""

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from crashkb.render.fill import plain
from crashkb.tui.wire import Glance, lines_of

SLOW_PASTE_CHARACTERS = 1_000_000
"""From here on a terminal's paste takes noticeable time (about 0.6 s a megabyte), and /open does not."""

_LONGEST_TYPED = 400
"""Characters up to which a paste of one or two lines goes into the box, to be edited."""

_MOST_LINES_TYPED = 2
_LONGEST_PATH = 4096


class Attachment(NamedTuple):
    """A log beside the question."""

    text: str
    """The pasted text; '' for a file, which the worker reads by itself."""
    path: str = ""
    glance: Glance | None = None
    """What it looks like, once the worker has told."""

    @property
    def lines(self) -> int:
        """How many lines it has; 0 for a file that was not looked at yet."""
        if self.glance is not None:
            return self.glance.lines
        return lines_of(self.text)


def is_log(pasted: str) -> bool:
    """Whether a paste is a log, to be shown as a chip, rather than words to be edited."""
    text = pasted.strip("\r\n")
    return text.count("\n") >= _MOST_LINES_TYPED or text.count("\r") >= _MOST_LINES_TYPED or len(text) > _LONGEST_TYPED


def unified(pasted: str) -> str:
    """The paste with line feeds: terminals send carriage returns for them."""
    return pasted.replace("\r\n", "\n").replace("\r", "\n")


def path_of(said: str) -> str:
    """The existing file that the words name (typed, dragged in, quoted, escaped, or as file:// link), or ''."""
    words = said.strip()
    if not words or "\n" in words or len(words) > _LONGEST_PATH:
        return ""
    for candidate in _spellings(words):
        try:
            path = Path(candidate).expanduser()
            if path.is_file() and (os.sep in candidate or "." in candidate or candidate.startswith("~")):
                return str(path)
        except (OSError, ValueError, RuntimeError):
            continue
    return ""


def _spellings(words: str) -> list[str]:
    found = [words]
    if words.startswith("file://"):
        found.append(unquote(urlsplit(words).path))
    try:
        parts = shlex.split(words)
    except ValueError:
        return found
    return [*found, *parts] if len(parts) == 1 else found


def whole_text(attachments: Sequence[Attachment], said: str) -> tuple[str, tuple[str, ...]]:
    """(text, paths) to diagnose: logs first, so that their line numbers are those an editor shows, then the words."""
    words = said.strip()
    parts = [item.text.rstrip("\n") for item in attachments if not item.path]
    paths = tuple(item.path for item in attachments if item.path)
    return "\n\n".join([*parts, words] if words else parts), paths


_BRIEF = re.compile(r"\s+")


def brief(text: str, length: int = 60) -> str:
    """The first line of a text that has words, not only a ruler of signs, cut to a length."""
    lines = [line for line in text.splitlines() if line.strip()]
    line = next((line for line in lines if any(letter.isalpha() for letter in line)), lines[0] if lines else "")
    line = plain(_BRIEF.sub(" ", line).strip())
    return line if len(line) <= length else line[: length - 1] + "…"
