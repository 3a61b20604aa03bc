"""What the screen says, in both languages."""

import re

from crashkb.model import BLOCK_KINDS
from crashkb.tui.words import BLOCK_WORDS, WORDS, block_words, likelihood, word

_HOLE = re.compile(r"\{[^}]*\}")


def test_both_languages_say_the_same_with_the_same_values() -> None:
    """No hole is forgotten, nothing is left untranslated but what is the same word."""
    for name, (english, chinese) in WORDS.items():
        assert sorted(set(_HOLE.findall(english))) == sorted(set(_HOLE.findall(chinese))), name
        assert english and chinese, name


def test_every_kind_of_block_has_a_name() -> None:
    """For the chip of a log."""
    assert set(BLOCK_WORDS) == set(BLOCK_KINDS)
    assert block_words("zh", "python-exception") == "Python 异常"
    assert block_words("en", "") == ""


def test_confidence_in_words_rises_with_the_number() -> None:
    """Known begins with very likely."""
    assert [likelihood("en", value) for value in (0.1, 0.3, 0.6, 0.8, 0.97)] == [
        "unlikely", "possible", "likely", "very likely", "almost certain",
    ]  # fmt: skip
    assert word("zh", "lines", count=1284) == "1,284 行"
