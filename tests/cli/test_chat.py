"""`crashkb` alone opens the chat on a terminal; elsewhere it prints help."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from crashkb.cli import chat
from crashkb.cli.main import cli


def test_without_a_terminal_there_is_help_and_no_chat() -> None:
    """For scripts and CI."""
    result = CliRunner().invoke(cli, [])
    assert result.exit_code == 0
    assert "opens the chat" in result.output


def test_on_a_terminal_the_chat_is_opened_with_the_given_roots(monkeypatch: pytest.MonkeyPatch) -> None:
    """And with a log, by its command."""
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr(chat, "open_chat", lambda *arguments: opened.append(arguments))
    monkeypatch.setattr("crashkb.cli.group.on_a_terminal", lambda: True)
    CliRunner().invoke(cli, ["--kb", "ours"])
    CliRunner().invoke(cli, ["chat", "crash.log", "--lang", "zh"])
    assert opened == [(("ours",),), ((), "crash.log", "zh")]


def test_a_log_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    """Before the screen is taken."""
    result = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", "chat", str(tmp_path / "absent.log")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 3
    assert result.stderr.startswith("crashkb: there is no file")
    assert result.stdout == ""


def test_the_first_paint_imports_no_answer_path(tmp_path: Path) -> None:
    """Neither the knowledge base nor anything heavy is loaded into the process that draws."""
    code = "import sys\nimport crashkb.cli.chat, crashkb.tui.opening\nprint(*sorted(sys.modules))\n"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    unwanted = (
        "crashkb.ask",
        "crashkb.kb.index",
        "crashkb.history",
        "sklearn",
        "numpy",
        "yaml",
        "sqlite_utils",
        "rapidfuzz",
    )
    assert [name for name in unwanted if name in loaded] == []
