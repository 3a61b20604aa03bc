"""Logs, issues and tables become masked incidents with a source; bad ones are refused in clear words."""

import json
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.ingest.incident import from_csv, from_files, from_issue, from_texts


def test_secrets_are_masked_and_told(tmp_path: Path) -> None:
    """What was masked is listed without the secret."""
    log = tmp_path / "crash.log"
    log.write_bytes("File /home/alice/run.py\r\nmail bob@corp.com\r\n".encode("utf-16"))
    incident = from_files([log])
    assert incident.texts == ("File /home/user/run.py\nmail user@example.com\n",)
    assert [item.kind for item in incident.found] == ["email", "user"]
    assert incident.source == ("repro", "crash.log")


def test_an_issue_keeps_title_and_thread(tmp_path: Path) -> None:
    """Markdown by its first heading and link, JSON as GitHub's API has it, with the comments."""
    issue = tmp_path / "issue.md"
    issue.write_text("# Boom on start\nhttps://github.com/o/r/issues/12\n```\nBoomError: x\n```\n", encoding="utf-8")
    assert from_issue(issue)[:3:2] == ("Boom on start", ("thread", "o/r#12"))
    data = {
        "title": "T",
        "body": "BoomError: y",
        "html_url": "https://github.com/o/r/issues/3",
        "comments": [{"body": "same"}],
    }
    issue = tmp_path / "issue.json"
    issue.write_text(json.dumps(data), encoding="utf-8")
    incident = from_issue(issue)
    assert incident.source == ("thread", "o/r#3")
    assert "BoomError: y" in incident.texts[0] and "same" in incident.texts[0]


def test_rows_of_a_table_are_incidents(tmp_path: Path) -> None:
    """Rows with the same value in `incident` are one incident's logs."""
    table = tmp_path / "t.csv"
    table.write_text('id,text,incident\n1,"a failed\nb",x\n2,c failed,x\n3,d failed,y\n', encoding="utf-8")
    assert [incident.texts for incident in from_csv(table)] == [("a failed\nb", "c failed"), ("d failed",)]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [("e.log", " \n", "is empty"), ("x.json", "{", "not valid JSON"), ("t.csv", "a,b\n1,2\n", "no column")],
)
def test_what_cannot_be_used_is_refused_by_name(tmp_path: Path, name: str, content: str, said: str) -> None:
    """One clear line that names the file."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=said) as error:
        if name.endswith(".json"):
            from_issue(path)
        elif name.endswith(".csv"):
            list(from_csv(path))
        else:
            from_files([path])
    assert name in str(error.value)


def test_a_folder_and_nothing_are_refused(tmp_path: Path) -> None:
    """Neither is a log."""
    with pytest.raises(InputError, match="folder"):
        from_files([tmp_path])
    with pytest.raises(InputError, match="nothing"):
        from_texts([])
