"""`crashkb kb init`: make a team's own root."""

from pathlib import Path

import click

from crashkb.ingest.team import init_root


@click.command("init")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", default="", help="What the team calls it; default the folder's name.")
@click.option("--languages", type=click.Choice(["en", "zh", "en, zh"]), default="en, zh", show_default=True)
def command(folder: Path, name: str, languages: str) -> None:
    """Make a root for a team's own pages in FOLDER: README, CI workflow, commit hook, inbox."""
    for path in init_root(folder, name, languages):
        click.echo(folder / path)
