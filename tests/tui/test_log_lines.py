"""Rows of the evidence pane."""

import pytest

from crashkb.tui.log_lines import LONGEST_SHOWN, LogLines, Mark, shown, split_lines

MARKS = (Mark(2, 3, "cause", "first"), Mark(3, 3, "other", "second"), Mark(5, 9, "benign", "beyond the end"))


def test_notes_stand_under_the_last_line_of_their_mark() -> None:
    """Several of one line under each other; a mark that ends beyond the log under its last line."""
    log = LogLines(["a", "b", "c", "d", "e"], MARKS)
    rows = [log.row(index) for index in range(log.count)]
    assert [(row.line, row.text) for row in rows] == [
        (1, "a"), (2, "b"), (3, "c"), (3, "first"), (3, "second"), (4, "d"), (5, "e"), (5, "beyond the end"),
    ]  # fmt: skip
    assert [row.mark for row in rows if not row.is_note] == ["", "cause", "cause", "", "benign"]
    assert [log.row(log.row_of(line)).line for line in range(1, 6)] == [1, 2, 3, 4, 5]
    assert not any(log.row(log.row_of(line)).is_note for line in range(1, 6))
    assert log.stops == (2, 3, 5)


def test_marks_outside_the_log_are_left_out() -> None:
    """A question has no lines."""
    assert LogLines(["a"], (Mark(7, 7, "cause", "x"), Mark(0, 0, "cause", "y"))).count == 1


def test_search_is_case_blind() -> None:
    """By words as typed."""
    log = LogLines(["CUDA out", "显存", "cuda"])
    assert log.find("cuda") == (1, 3)
    assert log.find("显存") == (2,)
    assert log.find("") == ()


@pytest.mark.parametrize(
    ("raw", "text"),
    [("a\tb", "a   b"), ("\x1b[31mred\x1b[0m\r", "red"), ("\u202eabc", "abc"), ("[b]x[/b]", "[b]x[/b]")],
)
def test_lines_are_shown_without_what_disturbs_a_terminal(raw: str, text: str) -> None:
    """And nothing of them is markup."""
    assert shown(raw) == text


def test_an_endless_line_is_cut() -> None:
    """A base64 dump on one line."""
    assert len(shown("x" * 10**6)) == LONGEST_SHOWN + 2


def test_lines_are_split_as_the_report_counts_them() -> None:
    """At line feeds; at carriage returns where there are only those."""
    assert split_lines("a\nb\rc\n") == ["a", "b\rc", ""]
    assert split_lines("a\rb") == ["a", "b"]
