"""What terminals send and Textual does not expect."""

from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from crashkb.tui.rough_input import STAND_IN, PasteGuard, install, with_escapes

LOG = "\x1b[31mred\x1b[0m \x1b]0;evil\x07 \x11 \x1b\x1b end"
TYPED = f"a\x1b[A\x1b[200~{LOG}\x1b[201~b\x1b[B"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_escapes_inside_a_paste_are_replaced_and_those_of_keys_are_not(size: int) -> None:
    """However the text is cut; nothing of a key waits for what comes next."""
    guard = PasteGuard()
    pieces = [TYPED[start : start + size] for start in range(0, len(TYPED), size)]
    safe = "".join(map(guard, pieces))
    assert safe == f"a\x1b[A\x1b[200~{LOG.replace(chr(27), STAND_IN)}\x1b[201~b\x1b[B"
    assert guard("\x1b") == "\x1b"


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_a_pasted_coloured_log_arrives_whole_and_presses_no_keys(size: int) -> None:
    """Textual alone takes unknown sequences for keys, Ctrl+Q among them."""
    install()
    install()
    parser = XTermParser()
    found: list[Any] = []
    for start in range(0, len(TYPED), size):
        found += parser.feed(TYPED[start : start + size])
    assert [with_escapes(event.text) for event in found if isinstance(event, events.Paste)] == [LOG]
    assert [event.key for event in found if isinstance(event, events.Key)] == ["a", "up", "b", "down"]


def test_bytes_that_are_no_utf_8_do_not_end_the_program() -> None:
    """A file of another encoding, or of none, sent to the terminal."""
    install()
    drivers = pytest.importorskip("textual.drivers.linux_driver")
    decode = drivers.getincrementaldecoder("utf-8")().decode
    assert decode(b"a\xff\xc3") + decode(b"\xa9") == "a\ufffd\xe9"
