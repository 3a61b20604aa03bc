"""Concepts: words of both languages that mean one thing."""

import pytest

from crashkb.model import Concept
from crashkb.text.concepts import Concepts
from crashkb.text.tokens import tokens

GLOSSARY = Concepts(
    (
        Concept("vram", ("显存", "VRAM", "GPU memory", "GPU 内存", "video memory")),
        Concept("memory", ("memory", "内存")),
        Concept("oom", ("out of memory", "OOM", "爆显存", "内存不足")),
        Concept("crash", ("crash", "闪退", "崩溃")),
        Concept("op", ("op", "operator", "算子")),
        Concept("leak", ("memory leak", "内存泄漏")),
        Concept("dump", ("core dump",)),
    )
)


def _concepts(text: str) -> list[str]:
    return GLOSSARY.expand(text, tokens(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("显存还剩很多", ["concept:vram"]),
        ("the VRAM is full", ["concept:vram"]),
        ("App闪退了", ["concept:crash"]),
        ("it crashed, crashes again", ["concept:crash", "concept:crash"]),
        ("unsupported operators", ["concept:op"]),
        ("nothing of that kind", []),
        ("", []),
    ],
)
def test_a_word_of_either_language_gives_its_concept_once_per_place(text: str, expected: list[str]) -> None:
    """Inflected forms count, as the tokeniser stems them."""
    assert _concepts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPU memory is full", ["concept:vram"]),
        ("爆显存", ["concept:oom"]),
        ("内存泄漏", ["concept:leak"]),
        ("out of memory", ["concept:oom"]),
    ],
)
def test_the_longest_word_wins_over_those_inside_it(text: str, expected: list[str]) -> None:
    """GPU memory is not memory, 爆显存 not just 显存."""
    assert _concepts(text) == expected


@pytest.mark.parametrize(
    "text", ["out-of-memory", "Out Of Memory", "out\n of  memory", "CUDA_ERROR_OUT_OF_MEMORY", "ｏｕｔ of memory"]
)
def test_phrases_are_found_however_their_words_are_joined(text: str) -> None:
    """Hyphen, underscore, line break and full-width letters count as one space."""
    assert "concept:oom" in _concepts(text)


def test_spaces_between_chinese_and_latin_do_not_matter() -> None:
    """People write both."""
    assert _concepts("GPU内存满了") == _concepts("GPU 内存满了") == ["concept:vram"]


def test_latin_phrases_stand_at_word_boundaries_but_may_be_inflected() -> None:
    """ "memory leaks" is a memory leak, "core dumpling" no core dump."""
    assert _concepts("memory leaks") == ["concept:leak"]
    assert _concepts("core dumped") == ["concept:dump"]
    assert _concepts("core dumpling") == []
    assert _concepts("score dump") == []
    assert _concepts("floppy topology") == []


def test_parts_of_identifiers_count() -> None:
    """FlexOp has an op in it."""
    assert _concepts("FlexOp") == ["concept:op"]


def test_an_empty_glossary_finds_nothing() -> None:
    """A root may have no glossary."""
    assert Concepts(()).expand("显存 OOM", tokens("显存 OOM")) == []
