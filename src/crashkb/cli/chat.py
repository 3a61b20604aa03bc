"""`crashkb chat`: the chat in a terminal; also what `crashkb` alone opens there."""

import os
from collections.abc import Sequence

import click

from crashkb.cli.inputs import locale_language


@click.command("chat")
@click.argument("file", required=False, default="", metavar="[FILE]")
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.pass_context
def command(context: click.Context, file: str, lang: str) -> None:
    """Open the chat, with the log FILE in its box if one is given."""
    open_chat(context.obj, file, "" if lang == "auto" else lang)


def open_chat(roots: Sequence[str], file: str = "", language: str = "") -> None:
    """Run the chat until it is left; '' is the language chosen last, else the locale's."""
    from crashkb.tui import opening  # deferred: all other commands do without Textual

    opening.open_chat(roots, file, language, locale_language(os.environ))
