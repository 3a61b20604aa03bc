"""Where a log's lines come from: a list in memory, or a file that is read as it is scrolled."""

import os
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import overload

from crashkb.tui.log_lines import split_lines
from crashkb.tui.wire import ITEM, Layout

_MOST_READ = 1_000_000
"""Bytes that are read of a stretch: what a line of many megabytes has behind them is not shown."""


class FileLines(Sequence[str]):
    """The lines of a UTF-8 file, decoded when they are shown.

    Args:
        path: the file; it is expected to stay as it is while it is shown.
        layout: where its lines are.
    """

    def __init__(self, path: str, layout: Layout) -> None:
        self._starts, self._numbers = array(ITEM), array(ITEM)
        self._starts.frombytes(layout.starts)
        self._numbers.frombytes(layout.numbers)
        self._file = Path(path).expanduser().open("rb")
        self._read = lru_cache(maxsize=8)(self._stretch)
        self.longest = layout.longest

    def __len__(self) -> int:
        return self._numbers[-1]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        stretch = bisect_right(self._numbers, index) - 1
        lines = self._read(stretch)
        place = index - self._numbers[stretch]
        return lines[place].rstrip(b"\r").decode("utf-8", "replace") if place < len(lines) else ""

    def _stretch(self, number: int) -> list[bytes]:
        start, end = self._starts[number], self._starts[number + 1]
        # not mapped: a log that is truncated while it is shown would end the program with SIGBUS
        return os.pread(self._file.fileno(), min(end - start, _MOST_READ), start).split(b"\n")

    def __del__(self) -> None:
        self._file.close()


class JoinedLines(Sequence[str]):
    """Several logs one after the other, an empty line between them."""

    def __init__(self, parts: Sequence[Sequence[str]]) -> None:
        self._parts: list[Sequence[str]] = []
        for part in parts:
            self._parts += [[""], part] if self._parts else [part]
        self._ends = list(accumulate(map(len, self._parts)))
        self.longest = max(map(longest, self._parts), default=0)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...
    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        for part, end in zip(self._parts, self._ends, strict=True):
            if 0 <= index < end:
                return part[index - end + len(part)]
        raise IndexError(index)


def longest(lines: Sequence[str]) -> int:
    """Length of the longest line, in characters (of a file in bytes)."""
    if isinstance(lines, FileLines | JoinedLines):
        return lines.longest
    return max(map(len, lines), default=0)


def file_lines(path: str, layout: Layout) -> Sequence[str]:
    """The lines of a file: read as they are shown where it can be, else those of its text."""
    if not layout.starts:
        return split_lines(layout.text.rstrip("\n"))
    lines = FileLines(layout.copy or path, layout)
    if layout.copy:
        with suppress(OSError):  # where an open file cannot be removed, the system's folder for such files keeps it
            Path(layout.copy).unlink()
    return lines
