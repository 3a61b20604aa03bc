"""`crashkb search`: pages by words."""

import os

import click

from crashkb.cli.inputs import locale_language
from crashkb.cli.opening import opened_library
from crashkb.match.by_words import find_pages
from crashkb.match.query import words_query


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--top", type=click.IntRange(1, 40), default=10, show_default=True)
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.pass_context
def command(context: click.Context, words: tuple[str, ...], top: int, lang: str) -> None:
    """Search all pages for WORDS, best first: score, kind, id, title.

    Exit status 1 if nothing was found.
    """
    library = opened_library(context.obj)
    language = locale_language(os.environ) if lang == "auto" else lang
    hits = find_pages(library, words_query(library, " ".join(words)))[:top]
    for hit in hits:
        page = library.page(hit.id)
        if page is not None:
            click.echo(f"{hit.score:.2f}\t{hit.kind}\t{hit.id}\t{page.text(language).title}")
    context.exit(0 if hits else 1)
