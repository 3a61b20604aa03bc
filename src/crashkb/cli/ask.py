"""`crashkb ask`: diagnose one log or answer one question."""

import os

import click

from crashkb.ask import ask, open_library
from crashkb.cli.inputs import locale_language, open_input
from crashkb.render.view import view


@click.command("ask")
@click.argument("words", nargs=-1, metavar="[FILE|-|TEXT...]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown, for an issue or a chat.")
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.option("--top", type=click.IntRange(1, 10), default=3, show_default=True, help="Candidates shown when unsure.")
@click.option("--explain", is_flag=True, help="Show how every score came about.")
@click.pass_context
def command(
    context: click.Context,
    words: tuple[str, ...],
    as_json: bool,
    as_markdown: bool,
    lang: str,
    top: int,
    explain: bool,
) -> None:
    """Diagnose a log (FILE, or - for standard input) or answer a question (TEXT).

    Exit status: 0 known or unsure, 1 no known cause, 2 wrong usage, 3 an error of crashkb's.
    """
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    with open_input(words) as text:
        library = open_library(context.obj)
        answer = ask(library, text, language=lang, locale_language=locale_language(os.environ))
    shown = view(library, answer, top)
    # The outputs are imported where they are chosen: rich alone costs as much as the rest of a JSON answer.
    if as_json:
        from crashkb.render.json_answer import to_json

        click.echo(to_json(library, answer, shown, explain=explain))
    elif as_markdown:
        from crashkb.render.markdown import to_markdown

        click.echo(to_markdown(answer, shown), nl=False)
    else:
        from rich.console import Console

        from crashkb.render.terminal import print_answer

        print_answer(Console(), answer, shown, explain=explain)
    context.exit(1 if answer.verdict == "unknown" else 0)
