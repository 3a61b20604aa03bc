"""`crashkb triage`: diagnose many reports."""

import sys
from pathlib import Path

import click

from crashkb.ask import open_library
from crashkb.triage import find_inputs, triage


@click.command("triage")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--jsonl", "out", required=True, metavar="OUT", help="Where to write one JSON object a report; - is stdout."
)
@click.pass_context
def command(context: click.Context, inputs: tuple[str, ...], out: str) -> None:
    """Diagnose every INPUT: files, folders, globs, or .jsonl files with rows {"id", "text"}.

    Exit status 0 even where reports have no known cause; unreadable inputs become rows with an error.
    """
    library = open_library(context.obj)
    lines = triage(library, find_inputs(inputs))
    if out == "-":
        for line in lines:
            click.echo(line)
        return
    count = 0
    with Path(out).open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(line + "\n")
            count += 1
    print(f"{count} reports", file=sys.stderr)
