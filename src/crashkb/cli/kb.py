"""`crashkb kb`: look after the knowledge base."""

import importlib
from datetime import date
from pathlib import Path

import click

from crashkb.ask import open_library
from crashkb.cli.kb_repro import command as repro_command
from crashkb.cli.progress import Line
from crashkb.evaluate.selfcheck import read_quiet, selfcheck
from crashkb.ingest.journal import settle
from crashkb.kb.check import check
from crashkb.kb.collection import read_collection
from crashkb.model import Problem
from crashkb.resources import data_dir, kb_roots

LATER = {
    "init": "kb_team:command",
    "retire": "kb_pages:retire_command",
    "replace": "kb_pages:replace_command",
    "merge": "kb_pages:merge_command",
    "rename": "kb_pages:rename_command",
    "gaps": "kb_gaps:gaps_command",
    "stats": "kb_gaps:stats_command",
    "export": "kb_exchange:export_command",
    "import": "kb_exchange:import_command",
}
"""Subcommand → module of this room and its command there, imported when it is named."""


class KbGroup(click.Group):
    """A group whose further subcommands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Those of this module first."""
        return [*super().list_commands(ctx), *LATER]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name."""
        if cmd_name not in LATER:
            return super().get_command(ctx, cmd_name)
        module, _, name = LATER[cmd_name].partition(":")
        found = getattr(importlib.import_module(f"crashkb.cli.{module}"), name)
        assert isinstance(found, click.Command)
        return found


@click.group("kb", cls=KbGroup)
def command() -> None:
    """Look after the knowledge base."""


@command.command("check")
@click.option("--static", is_flag=True, help="Only the rules of the pages themselves, not what they answer.")
@click.option(
    "--quiet-logs",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of further logs on which nothing may be known.",
)
@click.pass_context
def check_command(context: click.Context, static: bool, quiet_logs: tuple[Path, ...]) -> None:
    """Check every page: format, languages, links, templates, and what samples and questions are answered with.

    Exit status 1 if a problem was found; warnings (W…) don't count.
    """
    import os

    roots = kb_roots(context.obj, os.environ, Path.cwd())
    for root in roots:
        settle(root)  # what a killed `ingest accept` left half done
    line = Line()
    collection = read_collection(roots, progress=lambda count: line.show(f"{count:,} pages read"))
    problems = list(check(collection, date.today()))
    broken = any(problem.code.startswith("K") for problem in problems)
    if not static and not broken:
        library = open_library(context.obj)
        folders = (data_dir() / "logs" / "healthy", data_dir() / "logs" / "foreign", *quiet_logs)
        problems.extend(selfcheck(library, [text for folder in folders for text in read_quiet(folder)], line.show))
    line.clear()
    for problem in problems:
        click.echo(_line(problem))
    counted = sum(problem.code.startswith("K") for problem in problems)
    pages = f"{len(collection.pages)} pages, {len(collection.signatures)} signatures"
    click.echo(f"{pages}: {counted} problems, {len(problems) - counted} warnings")
    context.exit(1 if counted else 0)


command.add_command(repro_command)


def _line(problem: Problem) -> str:
    where = f"{problem.path}:{problem.line}" if problem.line else problem.path
    return f"{where}: {problem.code} {problem.text}"
