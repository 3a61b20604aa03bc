"""`crashkb triage`: diagnose many reports."""

import json
from pathlib import Path

import click

from crashkb.ask import OpenLibrary
from crashkb.cli.opening import opened_library
from crashkb.cli.progress import Counter
from crashkb.errors import InputError
from crashkb.triage.output import Output, read_rows
from crashkb.triage.report import to_html, to_markdown, to_text
from crashkb.triage.run import ENGINES, Plan, diagnose
from crashkb.triage.summary import Summary, summarise


@click.command("triage")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--jsonl", "out", metavar="OUT", help="Write one JSON object a report to OUT; - is stdout.")
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FILE",
    help="Write a report (.html, .md, else text; may be repeated).",
)
@click.option("--since", metavar="DAY", default="", help="List what was first seen on this day (2026-11-30) or later.")
@click.option("--resume", is_flag=True, help="Keep the rows in OUT and do only what is missing.")
@click.option("--engine", type=click.Choice(ENGINES), default="auto", show_default=True)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; default one a core.")
@click.option(
    "--scheduler", metavar="ADDR", default="", help="A Dask scheduler (tcp://host:8786); implies --engine dask."
)
@click.pass_context
def command(
    context: click.Context,
    inputs: tuple[str, ...],
    out: str | None,
    reports: tuple[str, ...],
    since: str,
    resume: bool,
    engine: str,
    jobs: int | None,
    scheduler: str,
) -> None:
    """Diagnose every INPUT: files, folders, globs, or .jsonl files with rows {"id", "text"}, packed or not.

    Rows may tell "time", "device" and "version" too. Without --jsonl - a report is printed. Exit status 0 even where
    reports have no known cause; unreadable inputs become rows with an error.
    """
    if resume and (out is None or out == "-"):
        raise click.UsageError("--resume needs --jsonl OUT: the rows that are finished")
    _refuse_overwriting(inputs, [name for name in (out, *reports) if name and name != "-"], resume=resume)
    library = opened_library(context.obj)
    plan = Plan(context.obj, "dask" if scheduler else engine, jobs or 0, scheduler)
    output = Output(Path(out), resume=resume) if out and out != "-" else None
    summary = Summary()
    count = Counter("reports", output.taken_up if output else 0)
    for rows in diagnose(library, inputs, plan, output, [Path(name) for name in reports]):
        count.add(len(rows))
        if out == "-":
            for row in rows:
                click.echo(row)
        if output is None:
            for row in rows:
                summary.add(json.loads(row))
    count.done()
    if output is not None:
        output.close()
        summary = summarise(read_rows(output.path))
    _write(library, summary, reports, since, to_terminal=out != "-")


def _refuse_overwriting(inputs: tuple[str, ...], outputs: list[str], *, resume: bool) -> None:
    """Outputs must not be what is read: opening one for writing would empty it.

    Raises:
        click.UsageError: an output is an input, or an existing file in an input folder.
    """
    for name in outputs:
        target = Path(name)
        if not target.exists():
            continue
        for given in (Path(text) for text in inputs):
            same = given.is_file() and given.samefile(target)
            inside = given.is_dir() and given.resolve() in target.resolve().parents and not resume
            if same or inside:
                raise click.UsageError(f"{name} is among what is to be read; write to another place")


def _write(library: OpenLibrary, summary: Summary, reports: tuple[str, ...], since: str, *, to_terminal: bool) -> None:
    """The report to every file that was named, and to the terminal."""

    def title_of(name: str) -> str:
        page = library.page(name)
        return page.text("en").title if page else name

    writers = {".html": to_html, ".htm": to_html, ".md": to_markdown}
    for name in reports:
        written = writers.get(Path(name).suffix.lower(), to_text)(summary, title_of, since)
        try:
            Path(name).write_text(written, encoding="utf-8", errors="replace")
        except OSError as error:
            raise InputError(f"cannot write {name}: {error.strerror or error}") from error
    if to_terminal:
        click.echo(to_text(summary, title_of, since), nl=False)
