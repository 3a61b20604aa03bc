"""Folding: one spelling for one character, lines and places kept."""

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.text.fold import fold, lower


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("错误：（显存）", "错误:(显存)"),
        ("ＣＵＤＡ　ｅｒｒｏｒ", "CUDA error"),
        ("ﬁle…", "file..."),
        ("e\u0301", "é"),
        ("‘x’ “y”", "‘x’ “y”"),
        ("plain ASCII\n\tstays", "plain ASCII\n\tstays"),
    ],
)
def test_full_width_forms_become_plain_and_case_stays(text: str, folded: str) -> None:
    """What Chinese input methods and PDF viewers do to a log line is undone."""
    assert fold(text) == folded


@given(st.text())
def test_folding_is_nfkc_and_line_by_line_gives_the_same(text: str) -> None:
    """Line numbers stay true."""
    assert fold(text) == unicodedata.normalize("NFKC", text)

    assert fold(text).split("\n") == [fold(line) for line in text.split("\n")]


@given(st.text())
def test_lower_keeps_every_character_at_its_place(text: str) -> None:
    """So that a place found in lower-case text is a place in the text."""
    assert len(lower(text)) == len(text)
    assert lower("İSTANBUL Error") == "istanbul error"


def test_a_pile_of_accents_folds_in_linear_time() -> None:
    """Plain normalize() sorts the accents of one letter by insertion: 160,000 of them take 13 s."""
    pile = "a" + "\u0301\u0316" * 80_000
    begun = time.process_time()
    folded = fold(pile)
    assert time.process_time() - begun < 2.0
    assert len(folded) >= 100_000
