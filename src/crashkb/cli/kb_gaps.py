"""`crashkb kb gaps|stats`: what to write next, and how the knowledge base does."""

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import click

from crashkb.cli.ingest_common import say
from crashkb.cli.opening import opened_library
from crashkb.history import History
from crashkb.ingest.gaps import Gap, find_gaps, unanswered_rows
from crashkb.ingest.stats import Stats, stats
from crashkb.ingest.workspace import history_file, history_gaps, read_turns
from crashkb.proof import bounds


@click.command("gaps")
@click.argument("triaged", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--top", type=click.IntRange(1, 200), default=20, show_default=True)
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write the texts of each cluster here.")
@click.pass_context
def gaps_command(context: click.Context, triaged: tuple[Path, ...], top: int, save: Path | None) -> None:
    """Cluster what was not answered, or to nobody's help, in the local history and in TRIAGED outputs.

    Most frequent first, each with an id: `crashkb ingest --from-gap ID` drafts a page from all its logs (with
    `--triaged FILE` for each output named here). --save writes each cluster's logs into a folder of its own.
    """
    inputs = history_gaps(history_file(os.environ))
    for path in triaged:
        found, missing = unanswered_rows(path)
        inputs += found
        if missing:
            click.echo(f"{path}: the texts of {missing} rows are not found; run this where triage ran", err=True)
    gaps = find_gaps(opened_library(context.obj or ()), inputs)[:top]
    for number, gap in enumerate(gaps, 1):
        say([f"{number}. {gap.id} {gap.times}× {gap.kind or 'question'}: {gap.line[:160]}"])
        say([f"   {', '.join(gap.names[:8])}"])
        if save is not None:
            _save(save / f"{number:02}", gap)
    if not gaps:
        say(["no gaps: everything asked here was answered"])


def _save(folder: Path, gap: Gap) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index, text in enumerate(gap.texts, 1):
        (folder / f"{index}.log").write_text(text, encoding="utf-8", newline="\n")


@click.command("stats")
@click.pass_context
def stats_command(context: click.Context) -> None:
    """Show coverage, hits, success and age."""
    path = history_file(os.environ)
    causes: dict[str, tuple[int, int]] = {}
    steps: dict[str, dict[str, tuple[int, int]]] = {}
    if path is not None:
        history = History(path)
        causes = history.cause_outcomes()
        steps = {cause: history.step_outcomes(cause) for cause in causes}
        history.close()
    found = stats(opened_library(context.obj or ()), read_turns(path), causes, date.today(), steps)
    say(_stats_lines(found))


def _stats_lines(found: Stats) -> Iterator[str]:
    yield ", ".join(f"{count} {kind}" for kind, count in sorted(found.pages.items()))
    yield f"causes without a signature: {len(found.without_signature)}"
    yield from (f"  {name}" for name in found.without_signature)
    yield f"history: {', '.join(f'{count} {name}' for name, count in sorted(found.verdicts.items())) or 'none'}"
    for row in found.causes[:20]:
        yield f"  {row.id}: shown {row.shown}, {_success('right', row.right, row.judged)}"
        yield from (f"    {step.id}: {_success('fixed it', step.fixed, step.judged)}" for step in row.steps)
    yield f"causes never given here: {found.never}"
    yield f"pages last checked more than a year ago: {len(found.stale)}"
    yield from (f"  {name}" for name in found.stale)


def _success(what: str, good: int, judged: int) -> str:
    """`right 3 of 4 (75 %; surely more than 30 %)`"""
    if not judged:
        return "not judged"
    return f"{what} {good} of {judged} ({good / judged:.0%}; surely at least {bounds(good, judged)[0]:.0%})"
