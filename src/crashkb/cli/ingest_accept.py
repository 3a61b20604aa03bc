"""`crashkb ingest accept|reject`: decide about drafts."""

import os
from pathlib import Path

import click

from crashkb.cli.ingest_common import TODAY, opened, say
from crashkb.ingest.accept import accept, git_branch, git_commit, git_user
from crashkb.ingest.inbox import find_draft, read_inbox, reject
from crashkb.ingest.lock import locked
from crashkb.ingest.review import review
from crashkb.ingest.words import review_lines
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
    if branch:
        git_branch(root, branch)
    refused = False
    for draft in drafts:
        workspace = opened(context, today)  # anew for each: what was accepted before counts
        found = review(workspace.library, draft.folder, workspace.corpus(), workspace.today)
        if found.problems or not (found.clean or force):
            refused = True
            say([f"{draft.name}: not accepted", *(f"  {line}" for line in review_lines(found))])
            continue
        accepted = accept(root, draft, workspace.taken, git_user(root), workspace.mark)
        say([f"{draft.name}: accepted", *(f"  {path}" for path in accepted.files)])
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
    with locked(root):
        for name in names:
            draft = find_draft(root, name)
            reject(root, draft, day, reason)
            say([f"{draft.name}: rejected"])
