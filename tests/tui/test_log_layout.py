"""Where the lines of a file are, in one pass and little memory."""

import gzip
import tracemalloc
from array import array
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.report.stream import Stream
from crashkb.tui.log_layout import copied, layout_of
from crashkb.tui.log_source import file_lines
from crashkb.tui.wire import ITEM, Layout, open_logs


@pytest.mark.parametrize(
    "content",
    ["\ufeffa\nb".encode(), "a\nb".encode("utf-16"), "显存不足显存不足".encode("gb18030"), b"a\rb\rc", b"a\nb\xe6"],
)
def test_files_whose_bytes_are_not_their_lines_have_none(tmp_path: Path, content: bytes) -> None:
    """They are held as text."""
    path = tmp_path / "a.log"
    path.write_bytes(content)
    assert layout_of(str(path)) == Layout()


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """One clear sentence."""
    with pytest.raises(InputError, match="cannot read"):
        layout_of(str(tmp_path / "absent.log"))


def test_a_huge_file_is_never_held(tmp_path: Path) -> None:
    """Nor an offset for each of its lines."""
    path = tmp_path / "a.log"
    path.write_bytes(b"step fine\n" * 2_000_000)
    tracemalloc.start()
    layout = layout_of(str(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    numbers = array(ITEM)
    numbers.frombytes(layout.numbers)
    assert numbers[-1] == 2_000_000
    assert len(layout.starts) + len(layout.numbers) < 1_000_000
    assert peak < 6_000_000


def test_a_huge_packed_log_is_shown_from_a_copy(tmp_path: Path) -> None:
    """With all its lines."""
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(b"".join(b"line %d\n" % number for number in range(600_000))))
    with open_logs("", (str(path),)) as log:
        assert isinstance(log, Stream)
        layout = copied(log)
    lines = file_lines(str(path), layout)

    assert len(lines) == 600_000
    assert lines[599_999] == "line 599999"
    assert not Path(layout.copy).exists()
