"""The ordered table of block readers: who is asked first when several know a line's trigger.

A reader is tried on a line where one of its triggers stands, and on no other; so its triggers must
be literal, lower-case and as rare as possible. Of the readers tried on one line the first in the
table that recognises it takes the block. Shapes that quote others stand before those they quote
(a sanitizer report before the stack it prints), one-line shapes stand last.

To add a reader: write ``report/<name>.py`` with ``READERS_HERE`` and put it into the table.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crashkb.model import Block, Line
from crashkb.report import (
    android,
    apple,
    build,
    exits,
    foreign,
    java,
    kernel,
    libfuzzer,
    native,
    oneline,
    python,
    sanitizer,
    valgrind,
    windows,
)


class Reader(NamedTuple):
    """One shape of block."""

    name: str
    triggers: tuple[str, ...]
    """Lower-case literals of which one must stand on the line where `read` is tried."""
    read: Callable[[Sequence[Line], int], tuple[Block, int] | None]
    """(lines, index of the line) → the block and the index behind its last line, or None."""


_MODULES = (
    sanitizer, libfuzzer, valgrind, apple, android, java, python, windows, kernel, native, foreign, build, exits, oneline,
)  # fmt: skip

READERS: tuple[Reader, ...] = tuple(Reader(*entry) for module in _MODULES for entry in module.READERS_HERE)
"""All readers, in the order in which they are tried."""
