"""The root of the command line for click: commands are loaded when they are used."""

import importlib
import sys
from typing import Any

import click

from crashkb.cli.main import COMMANDS
from crashkb.cli.output import end_quietly


class LazyGroup(click.Group):
    """A group that imports a command only when it is named (or listed in --help)."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = importlib.import_module(module).command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click itself would call a reader that went away (`| head`) a failure."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            end_quietly()


@click.command(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--kb",
    "roots",
    multiple=True,
    metavar="DIR",
    help="Lay the knowledge base in DIR over the built-in one (may be given several times).",
)
@click.version_option(package_name="crashkb", prog_name="crashkb")
@click.pass_context
def cli(context: click.Context, roots: tuple[str, ...]) -> None:
    """Tell why an AI framework crashed, from a curated knowledge base, without a language model.

    Alone, on a terminal, it opens the chat. Examples:

    \b
      crashkb
      crashkb ask crash.log
      adb logcat -d | crashkb ask -
      crashkb ask "why CUDA out of memory with half the card free"
    """
    context.obj = roots
    if context.invoked_subcommand is None:
        if not on_a_terminal():
            click.echo(context.get_help())
            return
        from crashkb.cli import chat  # deferred: commands do without it

        chat.open_chat(roots)


def on_a_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
