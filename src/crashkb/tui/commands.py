"""Slash commands: the same things that keys do, by name."""

from typing import NamedTuple

from crashkb.tui.words import word

COMMANDS = (
    "open",
    "evidence",
    "why",
    "browse",
    "history",
    "unknowns",
    "drafts",
    "new",
    "copy",
    "export",
    "wrong",
    "lang",
    "theme",
    "help",
    "quit",
)
"""In the order in which a newcomer needs them."""

_ALSO = {
    "exit": "quit",
    "q": "quit",
    "unknown": "unknowns",
    "draft": "drafts",
    "language": "lang",
    "reasoning": "why",
    "clear": "new",
    "h": "help",
    "?": "help",
    "pages": "browse",
}


class Command(NamedTuple):
    """A command with what follows it."""

    name: str
    argument: str


def command_of(said: str) -> Command | None:
    """The command that a line is, or None: a path or a log line may begin with a slash too."""
    line = said.strip()
    if not line.startswith("/") or "\n" in line:
        return None
    name, _, argument = line[1:].partition(" ")
    name = _ALSO.get(name.lower(), name.lower())
    return Command(name, argument.strip()) if name in COMMANDS else None


def suggestions(typed: str, language: str) -> tuple[tuple[str, str], ...]:
    """(command, what it does) of those that a beginning may become."""
    if not typed.startswith("/") or " " in typed or "\n" in typed:
        return ()
    return tuple((f"/{name}", word(language, f"c-{name}")) for name in COMMANDS if name.startswith(typed[1:].lower()))
