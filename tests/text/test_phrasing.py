"""Phrasing: small words, word forms and misspelt words stay comparable, in both languages."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.text.phrasing import count_phrasing, phrasing
from crashkb.text.stem import stem


def _common(one: str, other: str) -> set[str]:
    return set(phrasing(one)) & set(phrasing(other))


@pytest.mark.parametrize("word", ["not", "only", "without", "after", "before"])
def test_small_words_stay(word: str) -> None:
    """They tell "only after the update" from "before the update"."""
    assert stem(word) in phrasing(f"it fails {word} the update")


def test_word_pairs_keep_their_order() -> None:
    """ "no gpu" is not "gpu no"."""
    assert "no gpu" in phrasing("there is no GPU")
    assert "no gpu" not in phrasing("GPU? no")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("segmentaton", "segmentation"), ("initialise", "initialize"), ("multigpu", "multi-gpu"), ("cudnn8", "cudnn")],
)
def test_misspelt_and_joined_words_share_fragments(written: str, meant: str) -> None:
    """At least one piece of four letters."""
    assert any(term.startswith("#") for term in _common(written, meant))


def test_chinese_comes_as_letters_and_pairs() -> None:
    """So that a word turned round still shares its letters."""
    assert phrasing("显存不够") == ["显", "存", "不", "够", "显存", "存不", "不够"]
    assert {"显", "存"} <= _common("显存", "存显")


def test_full_width_and_case_do_not_matter() -> None:
    """People type both."""
    assert phrasing("ＧＰＵ 显存") == phrasing("gpu 显存")


@given(st.text(max_size=200))
def test_any_text_gives_bounded_terms(text: str) -> None:
    """Never more terms than a few for each letter."""
    terms = phrasing(text)

    assert all(terms)
    assert len(terms) <= 8 * len(text) + 8


def test_a_long_blob_costs_a_word() -> None:
    """Base64 and mangled names are cut."""
    assert len(phrasing("a" * 100_000)) < 60


@given(st.lists(st.text(st.sampled_from("ab _.-显存不È3٣\n"), max_size=30), max_size=4))
def test_terms_counted_at_once_are_those_of_each_text(texts: list[str]) -> None:
    """Word pairs do not span two texts."""
    assert count_phrasing(texts) == Counter(term for text in texts for term in phrasing(text))
