"""Progress on a terminal."""

import io

import pytest

from crashkb.cli import progress
from crashkb.cli.progress import Meter


class Terminal(io.StringIO):
    """Text output that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def read_all(out: io.StringIO) -> bytes:
    meter = Meter(io.BytesIO(b"x" * 3_000_000), 3_000_000, out=out)
    parts = []
    while data := meter.read(1_000_000):
        parts.append(data)
    return b"".join(parts)


def test_on_a_terminal_size_share_and_rate_are_shown_and_then_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, written over."""
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    out = Terminal()

    assert len(read_all(out)) == 3_000_000
    assert "read 2 of 3 MB (67%), " in out.getvalue()
    assert "MB/s" in out.getvalue()
    assert "\n" not in out.getvalue()
    assert out.getvalue().rstrip(" ").endswith("\r") or out.getvalue().endswith("\r")


def test_elsewhere_nothing_is_shown() -> None:
    """A pipe gets no control characters."""
    out = io.StringIO()

    assert len(read_all(out)) == 3_000_000
    assert out.getvalue() == ""
