"""Families, glossary and what a root says about itself."""

from pathlib import Path

import pytest

from crashkb.kb.glossary import Root, read_families, read_glossary, read_root
from crashkb.model import Concept, Family
from small_kb import SMALL, Edit, copy_small

ROOT = Path(__file__).resolve().parents[2]


def test_families_have_a_title_in_each_language() -> None:
    families, problems = read_families(SMALL, SMALL.resolve())

    assert problems == ()
    assert families["memory"] == Family("memory", "Memory", "内存与显存")


def test_the_families_that_come_with_crashkb_are_in_order() -> None:
    families, problems = read_families(ROOT, ROOT)

    assert problems == ()
    assert len(families) == 15
    assert all(family.title and family.title_zh for family in families.values())


def test_concepts_keep_their_words() -> None:
    concepts, problems = read_glossary(SMALL, SMALL.resolve())

    assert problems == ()
    assert concepts["vram"] == Concept("vram", ("VRAM", "GPU memory", "显存"))


def test_a_word_in_two_concepts_is_found_whatever_its_case(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit("kb/glossary.yaml", "op, operator", "op, Vram, operator"))

    problems = read_glossary(root, root.resolve())[1]

    assert [(problem.code, problem.line) for problem in problems] == [("K602", 3)]
    assert "on line 1, in `vram`" in problems[0].text


@pytest.mark.parametrize(
    ("path", "text", "codes"),
    [
        ("kb/families.yaml", "Memory: {title: a, title_zh: b}\n", ["K117"]),
        ("kb/families.yaml", "memory: Memory\n", ["K108"]),
        ("kb/families.yaml", "memory: {title: Memory}\n", ["K106"]),
        ("kb/families.yaml", "memory: {title: a, title_zh: b, colour: red}\n", ["K105"]),
    ],
)
def test_families_that_are_not_of_the_documented_form(path: str, text: str, codes: list[str], tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(path, "", text))

    assert [problem.code for problem in read_families(root, root.resolve())[1]] == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [("vram: VRAM\n", ["K108"]), ("vram: []\n", ["K107"]), ("Vram: [a]\n", ["K117"]), ("vram: {a: b}\n", ["K108"])],
)
def test_concepts_that_are_not_of_the_documented_form(text: str, codes: list[str], tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit("kb/glossary.yaml", "", text))

    assert [problem.code for problem in read_glossary(root, root.resolve())[1]] == codes


def test_a_root_without_these_files_has_none_and_speaks_both_languages(tmp_path: Path) -> None:
    assert read_families(tmp_path, tmp_path) == ({}, ())
    assert read_glossary(tmp_path, tmp_path) == ({}, ())
    assert read_root(tmp_path, tmp_path) == (Root("", ("en", "zh")), ())


@pytest.mark.parametrize("languages", [("en",), ("zh",), ("en", "zh")])
def test_a_root_declares_its_languages_and_name(languages: tuple[str, ...], tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit("kb/root.yaml", "", f"name: ours\nlanguages: [{', '.join(languages)}]\n"))

    assert read_root(root, root.resolve()) == (Root("ours", languages), ())
