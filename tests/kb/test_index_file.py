"""The index file while it is written."""

import json
import sqlite3
from pathlib import Path

import pytest

from crashkb.kb.index_file import IndexFile


def test_rows_and_notes_are_there_when_it_is_closed(tmp_path: Path) -> None:
    """A text as it stands, other values as JSON with their letters."""
    file = IndexFile(tmp_path / "index")
    file.insert("asks", [(0, 3, "why"), (1, 3, "为什么")])
    file.note("key", "k")
    file.note("families", {"memory": ["内存"]})
    file.close()
    connection = sqlite3.connect(tmp_path / "index")
    meta = dict(connection.execute("SELECT name, value FROM meta"))

    assert connection.execute("SELECT * FROM asks").fetchall() == [(0, 3, "why"), (1, 3, "为什么")]
    assert meta["key"] == "k"
    assert "内存" in meta["families"]
    assert json.loads(meta["families"]) == {"memory": ["内存"]}


def test_a_term_stands_in_a_table_once(tmp_path: Path) -> None:
    """And is found without walking through the table."""
    file = IndexFile(tmp_path / "index")
    file.insert("terms", [("b", 1.0, b"", b""), ("a", 1.0, b"", b"")])
    file.close()
    connection = sqlite3.connect(tmp_path / "index")

    plan = connection.execute("EXPLAIN QUERY PLAN SELECT idf FROM terms WHERE term IN ('a', 'b')").fetchall()
    assert "USING INDEX" in plan[0][3]
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO terms VALUES ('a', 2.0, x'', x'')")


def test_what_ranking_needs_of_pages_is_read_without_the_pages(tmp_path: Path) -> None:
    """Each is some kilobytes long, and an answer needs the cards of a hundred."""
    IndexFile(tmp_path / "index").close()
    query = "SELECT id, kind, symptom, card FROM pages WHERE status = 'active' AND id IN ('a', 'b')"
    plan = sqlite3.connect(tmp_path / "index").execute(f"EXPLAIN QUERY PLAN {query}").fetchall()

    assert "COVERING INDEX" in plan[0][3]
