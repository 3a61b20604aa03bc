"""A page file is split into front matter and body; lines stay those of the file."""

from pathlib import Path

import pytest

from crashkb.kb.reading import Marks, open_page


def _write(folder: Path, text: str) -> Path:
    path = folder / "page.md"
    path.write_text(text, encoding="utf-8")
    return path


def test_front_matter_and_body_keep_their_lines(tmp_path: Path) -> None:
    opened, problems = open_page(_write(tmp_path, "---\ntitle: x\nfamily: y\n---\n\nText\n---\n"), tmp_path.resolve())

    assert problems == ()
    assert opened is not None
    assert (opened.body, opened.body_line) == ("\nText\n---\n", 5)
    assert opened.fields.line("family") == 3
    assert opened.fields.line("absent") == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "first line"),
        ("# Title\n", "first line"),
        ("\n---\ntitle: x\n---\n", "first line"),
        ("---\ntitle: x\n", "second `---` line"),
        ("----\ntitle: x\n----\n", "first line"),
    ],
)
def test_front_matter_that_is_not_there(text: str, words: str, tmp_path: Path) -> None:
    opened, problems = open_page(_write(tmp_path, text), tmp_path.resolve())

    assert opened is None
    assert [problem.code for problem in problems] == ["K101"]
    assert words in problems[0].text


def test_front_matter_that_is_no_mapping_gives_nothing(tmp_path: Path) -> None:
    opened, problems = open_page(_write(tmp_path, "---\n- a\n---\n"), tmp_path.resolve())

    assert opened is None
    assert [(problem.code, problem.line) for problem in problems] == [("K108", 2)]


def test_marks_fall_back_to_the_key_and_then_to_the_front_matter() -> None:
    marks = Marks("p.md", {("", ""): 1, ("causes", ""): 4, ("causes", "a"): 5})

    assert [marks.line("causes", "a"), marks.line("causes", "b"), marks.line("role")] == [5, 4, 1]
