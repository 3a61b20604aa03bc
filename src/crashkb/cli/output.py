"""What a command writes to standard output, whoever reads it: a terminal, a file, `head`."""

import io
import os
import sys
from typing import NoReturn

CLOSED = 141
"""Exit status where the reader went away: what the shell tells of a program that SIGPIPE ended."""


def write(text: str) -> None:
    """Write to standard output; where its reader went away (`| head`), end quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        end_quietly()


def end_quietly() -> NoReturn:
    """End because nobody reads on: no error of ours, so nothing is said.

    Raises:
        SystemExit: always, with CLOSED.
    """
    # Python would flush again at exit and complain.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(CLOSED)


class Lines(io.StringIO):
    """Takes what is meant for standard output where that is no terminal, in its encoding."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """What the text will be encoded in."""
        return sys.stdout.encoding or "utf-8"

    def text(self) -> str:
        """All that was written, without the blanks that fill a terminal's lines."""
        return "\n".join(line.rstrip(" ") for line in self.getvalue().split("\n"))
