"""`crashkb list`: what the knowledge base holds."""

import os

import click

from crashkb.cli.inputs import locale_language
from crashkb.cli.opening import opened_library
from crashkb.model import PAGE_KINDS


@click.command("list")
@click.option("--kind", type=click.Choice(PAGE_KINDS), default="cause", show_default=True)
@click.option("--family", default="", help="Only causes of this family.")
@click.option("--lang", type=click.Choice(["en", "zh", "auto"]), default="auto", show_default=True)
@click.pass_context
def command(context: click.Context, kind: str, family: str, lang: str) -> None:
    """List the pages of one kind: id, a tab, title."""
    library = opened_library(context.obj)
    language = locale_language(os.environ) if lang == "auto" else lang
    if family and family not in library.families:
        raise click.UsageError(f"no family {family!r}; there are {', '.join(library.families)}")
    if kind == "signature":
        for name in library.signature_ids():
            signature = library.signature(name)
            if signature is not None:
                click.echo(f"{name}\t{signature.means_zh if language == 'zh' else signature.means}")
        return
    for page_id in library.page_ids(kind):
        page = library.page(page_id)
        if page is not None and (not family or page.family == family):
            click.echo(f"{page_id}\t{page.text(language).title}")
