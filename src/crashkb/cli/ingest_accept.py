"""`crashkb ingest accept|reject`: decide about drafts."""

import os
from pathlib import Path

import click

from crashkb.cli.ingest_common import TODAY, opened, say
from crashkb.ingest.accept import git_branch, git_commit
from crashkb.ingest.drafting import decide, refuse
from crashkb.ingest.inbox import find_draft, read_inbox
from crashkb.ingest.words import effect_lines, review_lines
from crashkb.ingest.workspace import writable_root


@click.command("accept")
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every draft that is clean.")
@click.option("--force", is_flag=True, help="Also with problems of its effect; broken pages are never accepted.")
@click.option("--commit", is_flag=True, help="Commit the new pages with git.")
@click.option("--branch", default="", help="Commit them on a new branch of this name.")
@TODAY
@click.pass_context
def accept_command(
    context: click.Context,
    names: tuple[str, ...],
    everything: bool,
    force: bool,
    commit: bool,
    branch: str,
    today: object,
) -> None:
    """Check drafts and move them into kb/ in one step each; CHANGELOG.md gets a line.

    Exit status 1 if one has problems and stays where it is.
    """
    if bool(names) == everything:
        raise click.UsageError("name the drafts, or give --all")
    root = writable_root(context.obj or (), os.environ, Path.cwd())
    drafts = list(read_inbox(root)) if everything else [find_draft(root, name) for name in names]
    refused = branched = False
    for draft in drafts:
        workspace = opened(context, today)  # anew for each: what was accepted before counts
        if branch and not branched:
            git_branch(root, branch)
            branched = True
        found, accepted = decide(workspace, draft, force=force)
        if accepted is None:
            refused = True
            say([f"{draft.name}: not accepted", *(f"  {line}" for line in review_lines(found))])
            continue
        say([f"{draft.name}: accepted", *(f"  {path}" for path in accepted.files)])
        say(f"  {line}" for line in (effect_lines(found.effect) if found.effect is not None else ()))
        say(f"  {old} is called {new}, the id was taken" for old, new in accepted.renamed)
        if commit or branch:
            say([f"  commit {git_commit(root, accepted)}"])
    context.exit(1 if refused else 0)


@click.command("reject")
@click.argument("names", nargs=-1, required=True)
@click.option("--reason", default="", help="Why, for whoever meets the same message again.")
@TODAY
@click.pass_context
def reject_command(context: click.Context, names: tuple[str, ...], reason: str, today: object) -> None:
    """Remove drafts and remember them, so that the same message is not proposed again."""
    from datetime import date

    root = writable_root(context.obj or (), os.environ, Path.cwd())
    day = today.date() if hasattr(today, "date") else date.today()
    for name in names:
        say([f"{refuse(root, name, day, reason).name}: rejected"])
