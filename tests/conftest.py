"""Tests raise what a reader raises, instead of the note that a person gets."""

from collections.abc import Iterator

import pytest

from crashkb.report import read


@pytest.fixture(autouse=True)
def _reader_errors_are_raised(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(read, "RAISE_READER_ERRORS", True)
    yield
