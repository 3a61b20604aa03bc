"""Front-matter values: read by type, every deviation noted on its line, the readable rest kept."""

import pytest

from crashkb.kb.fields import Fields, columns, suggestion
from crashkb.kb.yaml_nodes import read_nodes
from crashkb.model import Source


def _fields(text: str) -> Fields:
    nodes, problems = read_nodes(text, "p.md", first_line=2)
    assert nodes is not None
    assert problems == ()
    return Fields(nodes, "p.md")


def _codes(fields: Fields) -> list[tuple[str, int]]:
    return [(problem.code, problem.line) for problem in fields.problems]


def test_values_of_each_type() -> None:
    fields = _fields(
        "title: 显存 in pieces\n"
        "phase: [train, serve]\n"
        "platforms:\n  - linux\n"
        "priority: high\n"
        "symptom: true\n"
        "checked: 2026-11-30\n"
        "limits:\n  one-step: torch >= 2.1\n"
        "causes:\n  a: always\n  b: x > 1\n  c:\n    - x > 1\n    - y > 1\n"
        "frameworks:\n"
    )

    assert fields.title("title") == "显存 in pieces"
    assert fields.choices("phase") == ("train", "serve")
    assert fields.choices("platforms") == ("linux",)
    assert fields.choice("priority") == "high"
    assert fields.flag("symptom") is True
    assert fields.day("checked") == "2026-11-30"
    assert fields.pairs("limits") == (("one-step", "torch >= 2.1"),)
    assert fields.conditions("causes") == (("a", ()), ("b", ("x > 1",)), ("c", ("x > 1", "y > 1")))
    assert fields.choices("frameworks") == ()
    assert fields.texts("asks") == ()
    assert fields.problems == []
    assert fields.line("causes", "b") == 13
    assert fields.line("absent") == 2


def test_a_list_with_always_in_it_always_holds() -> None:
    assert _fields("causes:\n  a:\n    - x > 1\n    - always\n").conditions("causes") == (("a", ()),)


def test_wrong_types_are_named_and_what_can_be_read_is_kept() -> None:
    fields = _fields("phase: train\nlimits: x\ntitle: [a]\nasks:\n  - a: b\n  - fine\ncauses: [a]\nsources: x\n")

    assert fields.choices("phase") == ("train",)
    assert fields.pairs("limits") == ()
    assert fields.text("title") == ""
    assert fields.texts("asks") == ("fine",)
    assert fields.conditions("causes") == ()
    assert fields.sources() == ()
    assert _codes(fields) == [("K108", 2), ("K108", 3), ("K108", 4), ("K108", 6), ("K108", 8), ("K108", 9)]


def test_values_outside_the_lists_are_left_out_with_advice() -> None:
    fields = _fields("frameworks: [pytorch, PyTorch, torch]\npriority: highest\nstatus: gone\n")

    assert fields.choices("frameworks") == ("pytorch",)
    assert fields.choice("priority") == ""
    assert fields.choice("status", "active") == "active"
    assert [problem.code for problem in fields.problems] == ["K109"] * 4
    assert "did you mean `pytorch`?" in fields.problems[0].text


@pytest.mark.parametrize("day", ["2026-2-3", "20261130", "2026-13-01", "30.11.2026", "yesterday", "2026-11-30T00:00"])
def test_dates_that_are_none(day: str) -> None:
    fields = _fields(f"checked: '{day}'\n")

    assert fields.day("checked") == ""
    assert _codes(fields) == [("K110", 2)]


def test_the_same_thing_twice_in_a_list() -> None:
    fields = _fields("causes: [a, b, a]\n")

    assert fields.identifiers("causes") == ("a", "b")
    assert _codes(fields) == [("K116", 2)]


def test_sources_of_each_form() -> None:
    fields = _fields(
        "sources:\n"
        '  - {url: "https://docs.nvidia.com/deploy/xid-errors/", checked: 2026-11-30}\n'
        '  - {thread: "pytorch/pytorch#167244", checked: 2026-11-29}\n'
        '  - {code: "pytorch/pytorch c10/cuda/CUDACachingAllocator.cpp", checked: 2026-11-28}\n'
        "  - {repro: torch_oom, checked: 2026-11-27}\n"
    )

    assert fields.sources() == (
        Source("url", "https://docs.nvidia.com/deploy/xid-errors/", "2026-11-30"),
        Source("thread", "pytorch/pytorch#167244", "2026-11-29"),
        Source("code", "pytorch/pytorch c10/cuda/CUDACachingAllocator.cpp", "2026-11-28"),
        Source("repro", "torch_oom", "2026-11-27"),
    )
    assert fields.problems == []
    assert fields.line("sources", "torch_oom") == 6


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("https://x.org", "K114"),
        ("{checked: 2026-11-30}", "K114"),
        ('{url: "https://x.org", thread: "a/b#1", checked: 2026-11-30}', "K114"),
        ("{url: x.org, checked: 2026-11-30}", "K114"),
        ("{thread: pytorch 1, checked: 2026-11-30}", "K114"),
        ("{code: one-word, checked: 2026-11-30}", "K114"),
        ('{url: "https://x.org"}', "K118"),
        ('{url: "https://x.org", checked: soon}', "K110"),
        ('{url: "https://x.org", date: 2026-11-30, checked: 2026-11-30}', "K114"),
    ],
)
def test_sources_that_are_not_of_a_documented_form(source: str, code: str) -> None:
    fields = _fields(f"sources:\n  - {source}\n")
    fields.sources()

    assert _codes(fields) == [(code, 3)]


def test_unknown_and_missing_keys() -> None:
    fields = _fields("titel: x\nfamily: memory\n")
    fields.keys(("title", "family", "phase"), ("title", "phase"), "cause")

    assert [(problem.code, problem.line, problem.text) for problem in fields.problems] == [
        ("K105", 2, "`titel` is no key of a cause page; did you mean `title`?"),
        ("K106", 2, "`title` is missing: a cause page needs it"),
        ("K106", 2, "`phase` is missing: a cause page needs it"),
    ]


def test_a_key_whose_value_is_broken_is_not_called_missing() -> None:
    nodes, _ = read_nodes("title: a: b\nfamily: memory\n", "p.md")
    assert nodes is not None
    fields = Fields(nodes, "p.md")
    fields.keys(("title", "family"), ("title", "family"), "cause")

    assert fields.problems == []
    assert fields.has("title")


def test_wide_characters_count_twice() -> None:
    assert (columns("abc"), columns("显存"), columns("：")) == (3, 4, 2)


def test_suggestions_name_what_is_close_and_nothing_else() -> None:
    assert suggestion("gpu-vram-leaks", ["gpu-vram-leak", "disk-full"]) == "; did you mean `gpu-vram-leak`?"
    assert suggestion("something", ["gpu-vram-leak"]) == ""
