"""Whether a Windows path in the report has letters beyond ASCII: C and C++ code that opens files by narrow strings fails there.

Only Windows paths count: on Linux and macOS file names are bytes, which such code passes on.
"""

from collections.abc import Iterator, Sequence

from crashkb.model import Fact, Line
from crashkb.text.lazy import LazyPattern

# D:\模型\small\model.bin · C:/Users/张三/.cache · data\测试\small
_PATH = LazyPattern(r"(?:\b[A-Za-z]:[\\/]|\b[\w.-]{1,80}\\(?=[\w.-]{1,80}\\))[^\s\"'<>|*?:;,，。；]{1,400}")
_MOST_LINES = 2_000


def read_path_letters(lines: Sequence[Line]) -> Iterator[Fact]:
    """One fact, `path_letters`: 'non-ascii' at the first such path, else 'ascii' at the first path; none without a path."""
    plain: Fact | None = None
    for line in lines[-_MOST_LINES:]:
        if "\\" not in line.text and ":/" not in line.text:
            continue
        for match in _PATH.finditer(line.text):
            if not match.group().isascii():
                yield Fact("path_letters", "non-ascii", line.number)
                return
            plain = plain or Fact("path_letters", "ascii", line.number)
    if plain is not None:
        yield plain
