"""Version and code tables: data/compat/<name>.tsv → Table."""

import re
from pathlib import Path
from typing import NamedTuple

from crashkb.kb.files import is_id, read_text
from crashkb.model import Problem


class Table(NamedTuple):
    """A table of versions or codes."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """Each as long as `columns`; an empty cell means that it does not apply."""
    source: str
    """Where the figures come from; several sources are joined by '; '."""
    checked: str
    """ISO date of the last check."""


# # checked: 2026-11-30
_COMMENT = re.compile(r"#\s*(source|checked):\s*(\S.*)")

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def read_tables(root: Path, top: Path) -> tuple[dict[str, Table], tuple[Problem, ...]]:
    """The tables of a root by name; none where it has no data/compat.

    Args:
        root: the folder that holds data/compat/.
        top: the same, resolved; a file that resolves to a place outside is refused.
    """
    tables: dict[str, Table] = {}
    problems: tuple[Problem, ...] = ()
    for path in sorted((root / "data" / "compat").glob("*.tsv")):
        text, found = read_text(path, top)
        problems += found
        if not is_id(path.stem):
            problems += (
                Problem("K006", path.as_posix(), 0, f"`{path.stem}` is no id: lower-case words joined by `-`"),
            )
        if text is not None:
            tables[path.stem], found = read_table(text, path.stem, path.as_posix())
            problems += found
    return tables, problems


def read_table(text: str, name: str, path: str) -> tuple[Table, tuple[Problem, ...]]:
    """One table.

    Args:
        text: tab-separated columns, the first line that is no comment holds their names; `# source: …` and
            `# checked: YYYY-MM-DD` lines, any other `#` line is a remark.
        name: the table's name.
        path: the file as problems shall name it.
    """
    problems: list[Problem] = []
    notes: dict[str, list[str]] = {"source": [], "checked": []}
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, ...]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            if match := _COMMENT.fullmatch(line.rstrip()):
                notes[match[1]].append(match[2])
            continue
        if not line.strip():
            continue
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if not columns:
            columns = cells
            if len(set(cells)) < len(cells) or not all(cells):
                problems.append(Problem("K603", path, number, "column names should differ and not be empty"))
        elif len(cells) != len(columns):
            problems.append(
                Problem("K603", path, number, f"{len(cells)} columns, but the first line names {len(columns)}")
            )
        else:
            rows.append(cells)
    if not rows:
        problems.append(Problem("K603", path, 0, "the table has no rows"))
    dates = [date for date in notes["checked"] if _DATE.fullmatch(date)]
    if not notes["source"] or not dates:
        problems.append(Problem("K604", path, 0, "say `# source: …` and `# checked: YYYY-MM-DD` above the table"))
    table = Table(name, columns, tuple(rows), "; ".join(notes["source"]), max(dates, default=""))
    return table, tuple(problems)


def in_language(table: Table, language: str) -> Table:
    """The table as that language shows it.

    A column `<name>_zh` is the Chinese twin of `<name>`: in Chinese its cells stand in the place of the twin's
    (which stays where a cell is empty), in English it is left out.
    """
    shown = [
        column for column in table.columns if column.removesuffix("_zh") not in table.columns or column[-3:] != "_zh"
    ]
    sources = {column: table.columns.index(column) for column in shown}
    twins = {column: table.columns.index(f"{column}_zh") for column in shown if f"{column}_zh" in table.columns}
    rows = tuple(
        tuple((language == "zh" and column in twins and row[twins[column]]) or row[sources[column]] for column in shown)
        for row in table.rows
    )
    return table._replace(columns=tuple(shown), rows=rows)
