"""What is written, and to whom."""

import pytest

from crashkb.cli.output import Lines, write


def test_lines_end_with_their_last_letter() -> None:
    """Blank ones stay."""
    lines = Lines()
    lines.write("a  \n\n  b \n")
    assert lines.text() == "a\n\n  b\n"


def test_a_text_is_written_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    """And at once."""
    write("答案\n")
    assert capsys.readouterr().out == "答案\n"
