"""What of an input is a log, and what a path."""

from pathlib import Path

from crashkb.tui.attachment import Attachment, brief, is_log, path_of, unified, whole_text


def test_three_lines_or_a_long_line_are_a_log() -> None:
    """Words one may want to edit are not."""
    assert is_log("a\nb\nc")
    assert is_log("x" * 401)
    assert not is_log("why does it crash\n")
    assert not is_log("a\nb")


def test_terminals_send_carriage_returns() -> None:
    """Lines are lines."""
    assert unified("a\rb\r\nc\n") == "a\nb\nc\n"


def test_only_existing_files_are_paths(tmp_path: Path) -> None:
    """A log line with a slash is none."""
    path = tmp_path / "a b.log"
    path.write_text("x")
    assert path_of(f'"{path}"') == str(path)
    assert path_of("/no/such/file.log") == ""
    assert path_of(str(tmp_path)) == ""
    assert path_of("it's broken") == ""
    assert path_of("x" * 5000) == ""
    assert path_of("\0") == ""


def test_logs_come_before_words() -> None:
    """So that line numbers are those of the log."""
    items = [Attachment("a\nb\n"), Attachment("", "/x.log")]
    assert whole_text(items, " why? ") == ("a\nb\n\nwhy?", ("/x.log",))
    assert whole_text([], "why?") == ("why?", ())


def test_a_title_is_the_first_telling_line_without_controls() -> None:
    """Cut to a length."""
    assert brief("\n\n  a\x1b[1m   b\n c") == "a b"
    assert brief("x" * 100, 10) == "x" * 9 + "…"
    assert brief("") == ""
    assert brief("=====\n==7==ERROR: heap-use-after-free") == "==7==ERROR: heap-use-after-free"
    assert brief("=====\n-----") == "====="
