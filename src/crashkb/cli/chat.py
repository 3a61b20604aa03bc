"""`crashkb chat`: the chat in a terminal; also what `crashkb` alone opens there."""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from crashkb.cli.inputs import locale_language
from crashkb.errors import InputError
from crashkb.resources import data_dir, state_dir


@click.command("chat")
@click.argument("file", required=False, default="", metavar="[FILE]")
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.pass_context
def command(context: click.Context, file: str, lang: str) -> None:
    """Open the chat, with the log FILE in its box if one is given."""
    open_chat(context.obj, file, "" if lang == "auto" else lang)


def open_chat(roots: Sequence[str], file: str = "", language: str = "") -> None:
    """Run the chat until it is left.

    Args:
        roots: `--kb` folders.
        file: a log to begin with, or ''.
        language: 'en', 'zh', or '' for what was chosen last, else the locale's.

    Raises:
        InputError: the file does not exist.
    """
    from crashkb.tui.app import CrashkbApp  # deferred: all other commands do without Textual
    from crashkb.tui.engine import Engine
    from crashkb.tui.record import Recorder

    if file and not Path(file).is_file():
        raise InputError(f"there is no file {file}")
    recorder = Recorder(state_dir(os.environ))
    spoken = language or recorder.setting("language") or locale_language(os.environ)
    app = CrashkbApp(
        engine=Engine(roots),
        pages=Engine(roots),
        recorder=recorder,
        language=spoken,
        folder=Path.cwd(),
        example_log=data_dir() / "logs" / "examples" / "torch-cuda-oom.log",
        first=file,
    )
    app.run()
