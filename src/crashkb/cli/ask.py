"""`crashkb ask`: diagnose one log or answer one question."""

import click

from crashkb.cli.answering import answer
from crashkb.cli.plain import Asked


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

    Exit status: 0 known or unsure, 1 no known cause, 2 wrong usage, 3 an error of crashkb's, or the end of the input is
    missing (the answer is of what could be read).
    """
    if as_json and as_markdown:
        raise click.UsageError("--json and --markdown exclude each other")
    context.exit(answer(Asked(words, context.obj, as_json, as_markdown, lang, top, explain)))
