"""`crashkb kb gaps|stats`: what to write next, and how the knowledge base does."""

import os
from datetime import date
from pathlib import Path

import click

from crashkb.ask import open_library
from crashkb.cli.ingest_common import say
from crashkb.history import History
from crashkb.ingest.gaps import find_gaps, unanswered_rows, unanswered_turns
from crashkb.ingest.stats import stats
from crashkb.ingest.workspace import read_turns
from crashkb.resources import state_dir


def _history() -> Path | None:
    state = state_dir(os.environ)
    return state / "history.sqlite" if state is not None and (state / "history.sqlite").is_file() else None


@click.command("gaps")
@click.argument("triaged", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--top", type=click.IntRange(1, 200), default=20, show_default=True)
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write the texts of each cluster here.")
@click.pass_context
def gaps_command(context: click.Context, triaged: tuple[Path, ...], top: int, save: Path | None) -> None:
    """Cluster what could not be answered, in the local history and in TRIAGED outputs, most frequent first.

    With --save each cluster's logs stand in one folder: `crashkb ingest FOLDER/01/*` makes a draft of the first.
    """
    inputs = unanswered_turns(read_turns(_history()))
    for path in triaged:
        inputs += unanswered_rows(path)
    found = find_gaps(open_library(context.obj or ()), inputs)[:top]
    for number, gap in enumerate(found, 1):
        say([f"{number}. {gap.times}× {gap.kind or 'question'}: {gap.line[:160]}", f"   {', '.join(gap.names[:8])}"])
        if save is not None:
            folder = save / f"{number:02}"
            folder.mkdir(parents=True, exist_ok=True)
            for index, text in enumerate(gap.texts, 1):
                (folder / f"{index}.log").write_text(text, encoding="utf-8", newline="\n")
    if not found:
        say(["no gaps: everything asked here was answered"])


@click.command("stats")
@click.pass_context
def stats_command(context: click.Context) -> None:
    """Show coverage, hits, success and age."""
    history = _history()
    turns = read_turns(history)
    outcomes: dict[str, tuple[int, int]] = {}
    if history is not None:
        opened = History(history)
        outcomes = opened.cause_outcomes()
        opened.close()
    found = stats(open_library(context.obj or ()), turns, outcomes, date.today())
    say([", ".join(f"{count} {kind}" for kind, count in sorted(found.pages.items()))])
    say(
        [
            f"causes without a signature: {len(found.without_signature)}",
            *(f"  {name}" for name in found.without_signature),
        ]
    )
    say([f"history: {', '.join(f'{count} {name}' for name, count in sorted(found.verdicts.items())) or 'none'}"])
    say(
        f"  {row.id}: shown {row.shown}, right {row.right} of {row.judged} (success about {row.success:.0%})"
        for row in found.causes[:20]
    )
    say([f"causes never given here: {found.never}", f"pages last checked more than a year ago: {len(found.stale)}"])
    say(f"  {name}" for name in found.stale)
