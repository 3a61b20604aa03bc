"""Slash commands."""

from crashkb.tui.commands import COMMANDS, command_of, suggestions
from crashkb.tui.words import WORDS


def test_a_command_and_what_follows_it() -> None:
    """Also by other names that people try."""
    assert command_of("/open a b.log") == ("open", "a b.log")
    assert command_of(" /EXIT ") == ("quit", "")


def test_paths_and_log_lines_are_no_commands() -> None:
    """They begin with a slash too."""
    for said in ("/usr/bin/python: No module named torch", "/tmp/crash.log", "open", "/", "/help\nme", "//"):
        assert command_of(said) is None, said


def test_every_command_says_what_it_does() -> None:
    """In the list that a slash opens."""
    assert [name for name in COMMANDS if f"c-{name}" not in WORDS] == []
    assert [name for name, _ in suggestions("/e", "en")] == ["/evidence", "/export"]
    assert suggestions("/open x", "en") == () == suggestions("hello", "en")
