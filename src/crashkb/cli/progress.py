"""Progress on a terminal: one line on standard error that is gone when the work is done."""

import sys
import time
from typing import Protocol, TextIO

_EVERY = 0.2
"""Seconds between two prints."""


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes:
        """At most `size` bytes."""


class Line:
    """A line that is written over; nothing where the output is no terminal."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self.shown = self._out.isatty()
        self._last = time.monotonic()
        self._width = 0

    def show(self, text: str) -> None:
        """Write the text, unless one was written a moment ago."""
        if self.shown and time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            self._write(text)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._write("")
            self._out.write("\r")
            self._out.flush()
            self._width = 0

    def _write(self, text: str) -> None:
        self._out.write("\r" + text.ljust(self._width))
        self._out.flush()
        self._width = len(text)


class Meter:
    """A file whose reading shows how far it is and how fast.

    Args:
        file: what is read.
        size: its size in bytes, 0 if unknown.
        done: bytes that were read already.
        out: where to show it; default standard error.
    """

    def __init__(self, file: _Readable, size: int, done: int = 0, out: TextIO | None = None) -> None:
        self._file = file
        self._size = size
        self._done = done
        self._start = time.monotonic()
        self._line = Line(out)

    def read(self, size: int, /) -> bytes:
        """The file's next bytes."""
        data = self._file.read(size)
        if self._line.shown:
            self._done += len(data)
            if data:
                self._line.show(self._text())
            else:
                self._line.clear()
        return data

    def _text(self) -> str:
        rate = self._done / 1e6 / max(1e-3, time.monotonic() - self._start)
        whole = f" of {self._size / 1e6:,.0f} MB ({self._done / self._size:.0%})" if self._size else " MB"
        return f"read {self._done / 1e6:,.0f}{whole}, {rate:,.0f} MB/s"


class Counter:
    """So many of something, and how many a second.

    Args:
        what: the plural of what is counted.
        before: how many there were before this run.
        out: where to show it; default standard error.
    """

    def __init__(self, what: str, before: int = 0, out: TextIO | None = None) -> None:
        self._what = what
        self._before = before
        self._count = 0
        self._start = time.monotonic()
        self._line = Line(out)

    def add(self, count: int) -> None:
        """So many more."""
        self._count += count
        if self._line.shown:
            rate = self._count / max(1e-3, time.monotonic() - self._start)
            self._line.show(f"{self._before + self._count:,} {self._what}, {rate:,.0f}/s")

    def done(self) -> None:
        """No more come."""
        self._line.clear()
