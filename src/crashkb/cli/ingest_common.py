"""What the subcommands of `crashkb ingest` share: options, and opening the writable root."""

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import click

from crashkb.cli.opening import tell_broken
from crashkb.ingest.workspace import Workspace, open_workspace

TODAY = click.option(
    "--today", type=click.DateTime(["%Y-%m-%d"]), default=None, hidden=True, help="The day that sources are dated with."
)


def opened(context: click.Context, today: object) -> Workspace:
    """The workspace of the command line's roots; broken pages are told."""
    day = today.date() if hasattr(today, "date") else date.today()
    workspace = open_workspace(context.obj or (), os.environ, Path.cwd(), day)
    tell_broken(workspace.broken)
    return workspace


def say(lines: Iterable[str]) -> None:
    """Print lines that may quote pasted text: without terminal controls."""
    for line in lines:
        click.echo("".join(letter if letter.isprintable() or letter == "\t" else "�" for letter in line))
