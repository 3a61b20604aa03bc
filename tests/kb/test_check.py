"""The static check as a whole: every code can be provoked, and names the right line in helpful words."""

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from broken_pages import BROKEN, Break
from crashkb.kb.check import check, is_warning, main
from crashkb.kb.collection import read_collection
from crashkb.kb.problem_codes import CODES
from small_kb import FRAGMENTED_ZH, GUIDE, SMALL, Edit, copy_small

TODAY = date(2026, 12, 1)

ELSEWHERE = {"K001", "K003", "K004", "K301", "K901", "K902", "K903", "K904", "K905"}
"""Codes that need more than a changed text: tested in test_files.py, test_collection.py, test_selfcheck.py and below."""


def test_the_small_knowledge_base_has_no_problem() -> None:
    assert check(read_collection([SMALL]), TODAY) == ()


@pytest.mark.parametrize("broken", BROKEN, ids=[f"{item.code}-{number}" for number, item in enumerate(BROKEN)])
def test_a_broken_page_gives_its_problem_on_its_line(broken: Break, tmp_path: Path) -> None:
    """The message is the expected one, and the line it names holds what is wrong."""
    root = copy_small(tmp_path, *broken.edits)

    problems = check(read_collection([root]), TODAY)

    path = root / broken.path
    found = [item for item in problems if item.code == broken.code and item.path == path.as_posix()]
    assert any(broken.words in problem.text for problem in found), problems
    lines = ["", *path.read_text(encoding="utf-8").split("\n")]
    assert any(broken.at in lines[problem.line] for problem in found), found


def test_every_code_is_provoked_by_a_broken_page() -> None:
    assert {broken.code for broken in BROKEN} | ELSEWHERE == set(CODES)


def test_a_missing_chinese_page_is_a_problem(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    (root / FRAGMENTED_ZH).unlink()

    (problem,) = check(read_collection([root]), TODAY)

    assert (problem.code, problem.text) == ("K301", "there is no gpu-vram-fragmented.zh.md beside it")


def test_many_problems_are_all_reported_at_once(tmp_path: Path) -> None:
    """Nothing stops at the first: three broken pages and three kinds of fault give all of theirs."""
    edits = [
        edit for broken in BROKEN if broken.code in ("K109", "K112", "K406", "K506", "K602") for edit in broken.edits
    ]
    root = copy_small(tmp_path, *edits)

    codes = {problem.code for problem in check(read_collection([root]), TODAY)}

    assert codes == {"K109", "K112", "K406", "K506", "K602"}


def test_dates_are_held_against_the_day_that_is_given(tmp_path: Path) -> None:
    collection = read_collection([SMALL])

    assert check(collection, None) == ()
    assert {problem.code for problem in check(collection, date(2026, 11, 1))} == {"K119"}
    assert {problem.code for problem in check(collection, date(2028, 1, 1))} == {"W701"}


def test_the_order_is_by_path_line_and_code(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path, *(edit for broken in BROKEN if broken.code in ("K109", "K602") for edit in broken.edits)
    )

    problems = check(read_collection([root]), TODAY)

    assert list(problems) == sorted(problems, key=lambda problem: (problem.path, problem.line, problem.code))


def test_warnings_do_not_fail_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = copy_small(tmp_path, Edit(GUIDE, "checked: 2026-11-30", "checked: 2020-01-01"))

    status = main([str(root)])

    assert status == 0
    assert capsys.readouterr().out.endswith("0 problems and 1 warnings in 7 pages and 4 signatures\n")


def test_main_prints_one_problem_a_line_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = copy_small(tmp_path, Edit(GUIDE, "title: Reading", "titel: Reading"))

    status = main([str(root)])

    lines = capsys.readouterr().out.splitlines()
    assert status == 1
    assert f"{root}/{GUIDE}:2: K105 `titel` is no key of a guide page; did you mean `title`?" in lines


def test_main_says_in_one_line_that_a_folder_is_no_knowledge_base(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 3
    assert "has no kb/ folder" in capsys.readouterr().err


def test_the_module_runs_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "crashkb.kb.check", str(SMALL)], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_a_warning_is_known_by_its_letter() -> None:
    problems = check(read_collection([SMALL]), date(2028, 1, 1))

    assert all(is_warning(problem) for problem in problems)


def test_what_pages_and_file_names_hold_cannot_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copy_small(tmp_path, Edit(GUIDE, "checked: 2026-11-30", 'checked: "\\e[2J"'))
    (root / "kb/qa/\x1b]0;owned\x07.md").write_text("x")
    (root / "kb/qa/name\udcff.md").write_text("x")

    assert main([str(root)]) == 1
    printed = capsys.readouterr().out

    assert "\x1b" not in printed
    assert "K110 `checked`: `\\u001b[2J` is no date" in printed
    assert "name\\udcff.md:0: K006" in printed
