"""`crashkb kb repro`: run the shipped reproductions again and find wordings that changed."""

import json
import os
from pathlib import Path

import click

from crashkb.ask import open_library
from crashkb.errors import InputError, LibraryError
from crashkb.evaluate.repro import Repro, make_environment, missing_needs, read_repros, run
from crashkb.resources import cache_dir, data_dir


@click.command("repro")
@click.argument("names", nargs=-1, metavar="[NAME|CAUSE]...")
@click.option("--list", "show_list", is_flag=True, help="List the reproductions: name, cause, environment, seconds.")
@click.option("--all", "everything", is_flag=True, help="Run all of them (installs several GB).")
@click.option("--environment", multiple=True, help="Run those of this environment (may be given several times).")
@click.option("--latest", is_flag=True, help="With today's releases instead of the recorded ones: finds drift.")
@click.pass_context
def command(
    context: click.Context,
    names: tuple[str, ...],
    show_list: bool,
    everything: bool,
    environment: tuple[str, ...],
    latest: bool,
) -> None:
    """Run reproductions by NAME or CAUSE in throw-away environments and compare with what was recorded.

    Exit status 1 if one drifted or ends otherwise.
    """
    folder = data_dir() / "repros"
    if not folder.is_dir():
        raise LibraryError("the reproductions are part of the source checkout, not of the installed package")
    repros = read_repros(folder, names)
    if environment:
        repros = tuple(repro for repro in repros if repro.environment in environment)
    if show_list:
        for repro in repros:
            click.echo(f"{repro.name}\t{repro.cause}\t{repro.environment}\t{repro.seconds:.1f}")
        return
    if not (names or everything or environment):
        raise click.UsageError("give names or causes, --environment NAME, --all or --list")
    context.exit(1 if _run_all(context.obj, repros, folder, latest) else 0)


def _run_all(roots: tuple[str, ...], repros: tuple[Repro, ...], folder: Path, latest: bool) -> int:
    """Run them, print a line each; returns how many are not as recorded."""
    environments = json.loads((folder / "environments.json").read_text(encoding="utf-8"))
    place = cache_dir(os.environ)
    if place is None:
        raise InputError("set HOME or XDG_CACHE_HOME: the environments need a folder")
    library = open_library(roots)
    bad = 0
    for repro in repros:
        lacks = missing_needs(repro)
        if lacks:
            click.echo(f"skipped\t{repro.name}\tneeds {lacks}")
            continue
        done = run(library, repro, make_environment(repro.environment, place / "repros", environments, latest=latest))
        click.echo(f"{done.result}\t{done.name}\t{done.why}")
        bad += done.result != "same"
    click.echo(f"{len(repros)} reproductions, {bad} not as recorded")
    return bad
