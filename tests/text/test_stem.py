"""Stemming: inflected forms meet, different words stay apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.text.stem import stem


@pytest.mark.parametrize(
    "forms",
    [
        "crash crashes crashed crashing",
        "allocate allocates allocated allocating allocation allocations",
        "release releases released releasing",
        "fail fails failed failing",
        "stop stops stopped stopping",
        "quantize quantized quantizing quantization",
        "library libraries",
        "apply applies applied applying",
        "process processes processed processing",
        "use uses used using",
        "kernel kernels",
        "device devices",
        "embed embedding embeddings",
        "exceed exceeds exceeded exceeding",
        "cache caches cached caching",
        "index indexes indices indexed indexing",
        "leak leaks leaked leaking",
        "map maps mapped mapping",
    ],
)
def test_the_forms_of_one_word_have_one_stem(forms: str) -> None:
    """A question says crashes, a page crashed."""
    assert len({stem(word) for word in forms.split()}) == 1


@pytest.mark.parametrize(
    "word",
    [
        "loss",
        "bus",
        "status",
        "axis",
        "string",
        "need",
        "speed",
        "feed",
        "gpu",
        "oom",
        "float32",
        "显存",
        "alias",
        "keras",
        "ping",
    ],
)
def test_words_that_only_look_inflected_stay(word: str) -> None:
    """The ending belongs to the word."""
    assert stem(word) == word


def test_different_words_stay_apart() -> None:
    """Each pair would lead to another cause."""
    for one, other in (
        ("driver", "drive"),
        ("thread", "three"),
        ("build", "built in"),
        ("master", "mast"),
        ("number", "numb"),
    ):
        assert stem(one) != stem(other)


@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=30))
def test_a_stem_is_never_empty_nor_longer_than_its_word(word: str) -> None:
    """A few irregular forms aside, a stem begins as its word does."""
    assert 1 <= len(stem(word)) <= len(word) + 1
    assert stem(word)[0] == word[0] or word in ("was", "went")
