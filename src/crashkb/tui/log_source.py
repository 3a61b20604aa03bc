"""Where a log's lines come from: a list in memory, or a file that is read as it is scrolled."""

import os
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import overload

from crashkb.tui.log_lines import split_lines
from crashkb.tui.wire import Layout

_ITEM = "Q"


class FileLines(Sequence[str]):
    """The lines of a UTF-8 file, decoded one by one when they are shown.

    Args:
        path: the file; it is expected to stay as it is while it is shown.
        offsets: (n + 1,) uint64, where each line begins, and one past the end.
    """

    def __init__(self, path: str, offsets: "array[int]") -> None:
        self._offsets = offsets
        self._file = Path(path).expanduser().open("rb")
        self.longest = max((after - before for before, after in pairwise(offsets)), default=0)

    def __len__(self) -> int:
        return len(self._offsets) - 1

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
        start, end = self._offsets[index], self._offsets[index + 1]
        # not mapped: a log that is truncated while it is shown would end the program with SIGBUS
        return os.pread(self._file.fileno(), end - start, start).rstrip(b"\r\n").decode("utf-8", "replace")

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


def layout_of(data: bytes) -> Layout:
    """Where the lines of a file begin, if it can be read as it is; else an empty layout."""
    body = data.rstrip(b"\n")
    if b"\n" not in body and b"\r" in body:
        return Layout(b"")
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return Layout(b"")
    if body.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) or b"\0" in body[:4096]:
        return Layout(b"")
    lengths = [len(row) + 1 for row in body.split(b"\n")]
    lengths[-1] -= 1
    return Layout(array(_ITEM, [0, *accumulate(lengths)]).tobytes())


def file_lines(path: str, layout: Layout, text: str) -> Sequence[str]:
    """The lines of a file: read one by one where it can be, else those of its text."""
    if not layout.offsets:
        return split_lines(text.rstrip("\n"))
    offsets = array(_ITEM)
    offsets.frombytes(layout.offsets)
    return FileLines(path, offsets)
