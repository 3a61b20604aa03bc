"""What terminals send and Textual does not expect: bytes that are no UTF-8, and escape sequences inside a paste.

Textual ends the program at the first, and takes the second for keys that were pressed: a coloured log would lose its lines,
and one made for it could press Ctrl+Q.
"""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

_BEGIN, _END = "\x1b[200~", "\x1b[201~"

STAND_IN = "\ue01b"
"""Stands for an escape inside a paste until it has passed Textual; a letter that no log holds."""


class PasteGuard:
    """Replaces escapes inside a paste, however the terminal's text is cut into pieces."""

    def __init__(self) -> None:
        self._is_inside = False
        self._held = ""
        """Of a paste: what may become its end with the next piece."""
        self._passed = ""
        """Outside: the last letters, which may become a beginning with the next piece; an Esc key cannot wait for it."""

    def __call__(self, data: str) -> str:
        """The next piece, safe."""
        out = []
        data, self._held = self._held + data, ""
        while data:
            part, data = self._inside(data) if self._is_inside else self._outside(data)
            out.append(part)
        return "".join(out)

    def _outside(self, data: str) -> tuple[str, str]:
        known = self._passed + data
        start = known.find(_BEGIN)
        if start < 0:
            self._passed = known[1 - len(_BEGIN) :]
            return data, ""
        self._is_inside = True
        end = start + len(_BEGIN) - len(self._passed)
        self._passed = ""
        return data[:end], data[end:]

    def _inside(self, data: str) -> tuple[str, str]:
        part, end, rest = data.partition(_END)
        if end:
            self._is_inside = False
        else:
            part, self._held = _without_beginning_of(_END, part)
        return part.replace("\x1b", STAND_IN) + end, rest


def _without_beginning_of(mark: str, text: str) -> tuple[str, str]:
    """The text, and what at its end may become the mark."""
    for length in range(len(mark) - 1, 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length], text[-length:]
    return text, ""


def with_escapes(pasted: str) -> str:
    """The paste as it was."""
    return pasted.replace(STAND_IN, "\x1b")


def install() -> None:
    """Let Textual read such input; once, before the chat runs."""
    from textual import _xterm_parser as parsing

    parser: Any = parsing.XTermParser
    if not hasattr(parser, "crashkb_feed"):
        parser.crashkb_feed = parser.feed
        parser.feed = _guarded(parser.feed)
    _let_decode()


def _guarded(feed: Callable[[Any, str], Iterable[Any]]) -> Callable[[Any, str], Iterable[Any]]:
    def guarded(self: Any, data: str) -> Iterable[Any]:
        guard = self.__dict__.setdefault("crashkb_guard", PasteGuard())
        safe = guard(data)
        return feed(self, safe) if safe or not data else ()  # nothing at all would mean the end of the input

    return guarded


def _let_decode() -> None:
    """Bytes that are no UTF-8 become a sign of their own; Windows' consoles give letters, not bytes."""
    for name in ("linux_driver", "web_driver"):
        with suppress(ImportError):
            driver: Any = import_module(f"textual.drivers.{name}")
            driver.getincrementaldecoder = lambda encoding: partial(getincrementaldecoder(encoding), errors="replace")
