"""Spelling: slips are led back to words of the knowledge base, nothing else is touched."""

import subprocess
import sys

import pytest

from crashkb.text.spelling import MAX_WORDS, correct

VOCABULARY = [
    "allocat",
    "batch",
    "crash",
    "delegat",
    "driver",
    "kernel",
    "memory",
    "model",
    "modul",
    "quantiz",
    "tensor",
    "显存",
]


@pytest.mark.parametrize(
    ("slip", "word"),
    [
        ("memroy", "memory"),
        ("memmory", "memory"),
        ("tesnor", "tensor"),
        ("kernal", "kernel"),
        ("crahs", "crash"),
        ("modle", "model"),
        ("quantizz", "quantiz"),
        ("alocat", "allocat"),
    ],
)
def test_a_slip_is_led_back_to_the_word(slip: str, word: str) -> None:
    """One wrong, missing, doubled or swapped letter."""
    assert correct([slip], VOCABULARY) == [word]


@pytest.mark.parametrize(
    "token", ["crash", "crush", "clash", "显村", "oom", "smi", "emory", "kubernet", "conv2d", "concept:vram"]
)
def test_known_short_foreign_and_far_words_stay(token: str) -> None:
    """Another first letter, fewer than five letters, digits, CJK, or simply another word."""
    assert correct([token], VOCABULARY) == [token]


def test_order_and_repetition_are_kept_and_at_most_ten_words_are_looked_up() -> None:
    """A pasted log may hold thousands of unknown words."""
    assert correct(["memroy", "显存", "memroy", "batch"], VOCABULARY) == ["memory", "显存", "memory", "batch"]

    noise = [f"q{letter * 5}" for letter in "abcdefghij"]
    assert len(noise) == MAX_WORDS
    assert correct([*noise, "memroy"], VOCABULARY)[-1] == "memroy"
    assert correct([*noise[1:], "memroy"], VOCABULARY)[-1] == "memory"


def test_the_nearest_word_wins_and_ties_go_by_the_alphabet() -> None:
    """Answers must not depend on the order of the index."""
    assert (
        correct(["mokelx"], ["model", "mokela", "mokelb"])
        == correct(["mokelx"], ["mokelb", "mokela", "model"])
        == ["mokela"]
    )


def test_rapidfuzz_is_loaded_only_when_a_word_is_unknown() -> None:
    """Its import would slow every start."""
    program = (
        "import sys; from crashkb.text.spelling import correct; correct(['memory'], ['memory']);"
        "before = 'rapidfuzz' in sys.modules; correct(['memroy'], ['memory']); print(before, 'rapidfuzz' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
