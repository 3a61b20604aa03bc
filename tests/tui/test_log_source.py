"""Lines of files, read as they are shown, are those of the text that was diagnosed."""

from pathlib import Path

import pytest

from crashkb.tui.log_layout import layout_of
from crashkb.tui.log_lines import split_lines
from crashkb.tui.log_source import FileLines, JoinedLines, file_lines, longest
from crashkb.tui.wire import Layout, read_logs


@pytest.mark.parametrize(
    "content",
    [
        b"a\nbb\nccc",
        "显存\n不足\r\n\nend\n\n".encode(),
        b"one line",
        b"\n\nx\n",
        b"\n\n",
        b"".join(b"line %d\n" % number for number in range(1_000)) + b"x" * 200_000 + b"\nend\n\n\n",
    ],
)
def test_a_utf8_file_is_read_as_it_is_shown(tmp_path: Path, content: bytes) -> None:
    """The same lines as splitting its text gives."""
    path = tmp_path / "a.log"
    path.write_bytes(content)
    lines = file_lines(str(path), layout_of(str(path)))
    assert isinstance(lines, FileLines)
    assert list(lines) == [line.rstrip("\r") for line in split_lines(content.decode().rstrip("\n"))]
    assert lines[-1] == list(lines)[-1]
    assert longest(lines) >= max(map(len, lines))


def test_a_file_that_is_held_as_text() -> None:
    """Its bytes are not its lines."""
    assert list(file_lines("", Layout(text="a\nb\n"))) == ["a", "b"]


def test_a_copy_is_removed_once_it_is_open(tmp_path: Path) -> None:
    """It is read on all the same."""
    path = tmp_path / "copy.log"
    path.write_text("a\nb\n")
    lines = file_lines("away", layout_of(str(path))._replace(copy=str(path)))

    assert not path.exists()
    assert list(lines) == ["a", "b"]


def test_a_file_that_shrinks_while_it_is_shown_gives_empty_lines(tmp_path: Path) -> None:
    """Logs are rotated; the chat lives on."""
    path = tmp_path / "a.log"
    path.write_bytes(b"line\n" * 1000)
    lines = file_lines(str(path), layout_of(str(path)))
    path.write_bytes(b"")
    assert lines[999] == ""


def test_several_logs_are_counted_as_they_were_diagnosed(tmp_path: Path) -> None:
    """An empty line stands between them."""
    first, second = tmp_path / "a.log", tmp_path / "b.log"
    first.write_text("a\nb\n")
    second.write_text("c\n")
    joined = JoinedLines([["a", "b"], ["c"], ["words"]])
    assert list(joined) == read_logs("words", (str(first), str(second))).split("\n")
    assert len(joined) == 6
    with pytest.raises(IndexError):
        joined[6]
