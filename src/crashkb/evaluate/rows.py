"""Labelled reports: JSON lines with a text and the causes that a labeller accepted."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.errors import InputError


class Row(NamedTuple):
    """One labelled report."""

    id: str
    text: str
    cause: str = ""
    """The labeller's cause; empty for a report that has none (a negative)."""
    also_ok: tuple[str, ...] = ()
    lang: str = ""
    kind: str = ""

    @property
    def accepted(self) -> frozenset[str]:
        """All causes that count as right."""
        return frozenset((self.cause, *self.also_ok)) - {""}


def read_rows(paths: Iterable[Path]) -> tuple[Row, ...]:
    """The rows of these files, in order.

    Raises:
        InputError: a file cannot be read, or a line is not a row; the message names file and line.
    """
    rows: list[Row] = []
    for path in paths:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {path}: {error}") from error
        rows.extend(_row(line, path, number) for number, line in enumerate(lines, 1) if line.strip())
    return tuple(rows)


def _row(line: str, path: Path, number: int) -> Row:
    try:
        data: dict[str, Any] = json.loads(line)
        return Row(
            id=str(data["id"]),
            text=_text(data["text"]),
            cause=str(data.get("cause") or ""),
            also_ok=tuple(str(item) for item in data.get("also_ok") or ()),
            lang=str(data.get("lang") or ""),
            kind=str(data.get("kind") or ""),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path}:{number}: not a row with id and text ({error})") from error


def _text(value: object) -> str:
    """The text of a row.

    Raises:
        TypeError: it is no text; the word "None" must not be diagnosed.
    """
    if not isinstance(value, str):
        raise TypeError(f"text is {type(value).__name__}, not a string")
    return value
