"""`crashkb show`: one page of the knowledge base."""

import os

import click

from crashkb.cli.inputs import locale_language
from crashkb.cli.opening import opened_library
from crashkb.errors import InputError
from crashkb.render.page import page_markdown, signature_markdown


@click.command("show")
@click.argument("page_id", metavar="ID")
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.option("--raw", is_flag=True, help="Print the Markdown as it is.")
@click.pass_context
def command(context: click.Context, page_id: str, lang: str, raw: bool) -> None:
    """Show the page ID: a cause, signature, question, case or guide."""
    library = opened_library(context.obj)
    language = locale_language(os.environ) if lang == "auto" else lang
    page, signature = library.page(page_id), library.signature(page_id)
    if page is not None:
        text = page_markdown(library, page, language)
    elif signature is not None:
        text = signature_markdown(signature, language)
    else:
        near = library.nearest_ids(page_id)
        hint = f"; did you mean {', '.join(near)}?" if near else "; `crashkb list` shows all ids"
        raise InputError(f"no page {page_id!r}{hint}")
    if raw:
        click.echo(text)
        return
    from rich.console import Console

    from crashkb.render.rich_text import blocks

    console = Console()
    for item in blocks(text):
        console.print(item, highlight=False, markup=False, emoji=False)
