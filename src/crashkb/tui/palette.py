"""The command palette: the slash commands once more, in the screen's language."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from textual.app import SystemCommand
from textual.command import CommandPalette

from crashkb.tui.commands import COMMANDS
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp

ACTIONS: Mapping[str, str] = {
    "evidence": "side('evidence')",
    "why": "side('reasoning')",
    "browse": "app.browse",
    "history": "app.history",
    "unknowns": "app.unknowns",
    "drafts": "app.drafts",
    "new": "new",
    "copy": "copy_answer",
    "export": "export",
    "wrong": "wrong",
    "lang": "app.language",
    "theme": "app.theme",
    "help": "app.help",
    "quit": "app.quit",
}
"""What a command does, as an action of the chat screen."""


def system_commands(app: "CrashkbApp") -> Iterable[SystemCommand]:
    """All commands that need no argument, and what they do."""
    for name in COMMANDS:
        if name in ACTIONS:

            async def run(action: str = ACTIONS[name]) -> None:
                await app.run_action(action, default_namespace=app.chat)

            yield SystemCommand(f"/{name}", word(app.language, f"c-{name}"), run)


def palette(language: str) -> CommandPalette:
    """The palette itself."""
    return CommandPalette(id="--command-palette", placeholder=word(language, "palette"))
