"""Labelled rows."""

from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.evaluate.rows import read_rows


def test_a_row_without_a_cause_accepts_nothing(tmp_path: Path) -> None:
    """Negatives are rows whose set of accepted causes is empty."""
    file = tmp_path / "rows.jsonl"
    file.write_text(
        '{"id": "n1", "text": "???", "why_negative": "vague"}\n\n{"id": "p1", "text": "x", "cause": "a", "also_ok": ["b"]}\n'
    )

    negative, positive = read_rows([file])

    assert negative.accepted == frozenset()
    assert positive.accepted == {"a", "b"}


@pytest.mark.parametrize("line", ["{", "[]", '{"id": "x"}', '{"id": "x", "text": "y", "also_ok": 3}'])
def test_a_broken_row_is_named_with_file_and_line(line: str, tmp_path: Path) -> None:
    """The message says where to look."""
    file = tmp_path / "rows.jsonl"
    file.write_text('{"id": "a", "text": "b"}\n' + line + "\n")

    with pytest.raises(InputError, match=r"rows\.jsonl:2: "):
        read_rows([file])


def test_a_missing_file_is_an_input_error(tmp_path: Path) -> None:
    """Not a traceback."""
    with pytest.raises(InputError, match="cannot read"):
        read_rows([tmp_path / "absent.jsonl"])
