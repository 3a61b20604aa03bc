"""The command line: exit statuses, errors, and input of any kind."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crashkb.cli.main import COMMANDS, cli
from crashkb.errors import CrashkbError, InputError, LibraryError, PageError

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"


def invoke(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, arguments, input=stdin)


def program(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )


def test_every_error_class_is_a_crashkb_error_with_exit_status_3() -> None:
    """One place prints them."""
    for error in (InputError, PageError, LibraryError):
        assert issubclass(error, CrashkbError)
        assert error("x").exit_code == 3


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help(command: str) -> None:
    """With a first sentence."""
    result = invoke(command, "--help")

    assert result.exit_code == 0
    assert len(result.output) > 80


def test_exit_status_0_for_known_or_unsure_and_1_for_unknown() -> None:
    """The contract."""
    assert invoke("ask", "-", stdin=OOM).exit_code == 0
    assert invoke("ask", "讲个笑话").exit_code == 1


def test_exit_status_2_for_wrong_usage() -> None:
    """click's own."""
    assert invoke("ask", "--no-such-option").exit_code == 2
    assert invoke("ask", "--json", "--markdown", "x").exit_code == 2
    assert invoke("no-such-command").exit_code == 2


def bad_inputs(folder: Path) -> dict[str, tuple[list[str], bytes]]:
    empty, binary = folder / "empty.log", folder / "core.log"
    empty.write_text("")
    binary.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(5000))
    return {
        "a folder": (["ask", str(folder)], b""),
        "a missing file": (["ask", str(folder / "absent.log")], b""),
        "an empty file": (["ask", str(empty)], b""),
        "a binary": (["ask", str(binary)], b""),
        "empty input": (["ask", "-"], b""),
        "a root without kb": (["--kb", str(folder), "ask", "x"], b""),
        "an unknown page": (["show", "no-such-page"], b""),
    }


def test_what_cannot_be_used_gives_one_clear_line_and_status_3(tmp_path: Path) -> None:
    """Never a traceback, nothing on stdout."""
    for name, (arguments, stdin) in bad_inputs(tmp_path).items():
        result = program(*arguments, stdin=stdin)
        assert result.returncode == 3, name
        assert result.stdout == b"", name
        assert result.stderr.startswith(b"crashkb: "), name
        assert result.stderr.count(b"\n") == 1, name


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_one_clear_line(tmp_path: Path) -> None:
    """Not readable."""
    path = tmp_path / "secret.log"
    path.write_text(OOM)
    path.chmod(0)

    assert program("ask", str(path)).returncode == 3


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.binary(max_size=300), st.binary(max_size=60).map(lambda part: part + OOM.encode() + part)))
def test_any_bytes_give_an_answer_or_a_crashkb_error(stdin: bytes) -> None:
    """Nothing else escapes."""
    result = invoke("ask", "--json", "-", stdin=stdin)

    if result.exception is not None and not isinstance(result.exception, SystemExit):
        assert isinstance(result.exception, CrashkbError)
    else:
        assert json.loads(result.output)["verdict"] in ("known", "unsure", "unknown")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "gb18030", "utf-8-sig"])
def test_other_encodings_are_read(encoding: str) -> None:
    """As PowerShell and old Chinese tools write them."""
    text = "显存明明够，为什么还报错？\n" + OOM
    data = json.loads(invoke("ask", "--json", "-", stdin=text.encode(encoding)).output)

    assert data["language"] == "zh"
    assert data["causes"][0]["evidence"][0]["line"] == 2


def test_a_damaged_index_that_may_not_be_removed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a cache folder of another user: one line that says what to do, no traceback."""
    from crashkb.cli import main

    index = tmp_path / "crashkb" / "index-0.sqlite"
    index.parent.mkdir()
    index.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "unlink", refuse)
    assert str(index) in main._in_words(sqlite3.DatabaseError("database disk image is malformed"))
