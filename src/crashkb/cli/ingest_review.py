"""`crashkb ingest list|show|check|edit`: look at drafts."""

import os
from pathlib import Path

import click

from crashkb.cli.ingest_common import TODAY, opened, say
from crashkb.errors import CrashkbError
from crashkb.ingest.accept import read_files
from crashkb.ingest.inbox import find_draft, read_inbox
from crashkb.ingest.review import review
from crashkb.ingest.words import review_lines
from crashkb.ingest.workspace import writable_root


@click.command("list")
@click.pass_context
def list_command(context: click.Context) -> None:
    """List the drafts: name, a tab, what it is, a tab, title."""
    for draft in read_inbox(writable_root(context.obj or (), os.environ, Path.cwd())):
        say([f"{draft.name}\t{draft.action}\t{draft.title}"])


@click.command("show")
@click.argument("name")
@click.pass_context
def show_command(context: click.Context, name: str) -> None:
    """Show the files of a draft."""
    draft = find_draft(writable_root(context.obj or (), os.environ, Path.cwd()), name)
    for path, text in read_files(draft).items():
        say([f"--- {draft.folder / path}", *text.rstrip("\n").split("\n")])


@click.command("check")
@click.argument("names", nargs=-1)
@TODAY
@click.pass_context
def check_command(context: click.Context, names: tuple[str, ...], today: object) -> None:
    """Check drafts (all without NAMES): every rule on their pages, and their effect on the whole knowledge base.

    Exit status 1 if a problem was found.
    """
    workspace = opened(context, today)
    drafts = [find_draft(workspace.root, name) for name in names] or list(read_inbox(workspace.root))
    corpus = workspace.corpus() if drafts else None
    clean = True
    for draft in drafts:
        assert corpus is not None
        say([draft.name])
        found = review(workspace.library, draft.folder, corpus, workspace.today)
        say(f"  {line}" for line in review_lines(found))
        clean = clean and found.clean
    if not drafts:
        say(["no drafts"])
    context.exit(0 if clean else 1)


@click.command("edit")
@click.argument("name")
@TODAY
@click.pass_context
def edit_command(context: click.Context, name: str, today: object) -> None:
    """Open the files of a draft in $EDITOR, one after the other, and check it when they are saved."""
    workspace = opened(context, today)
    draft = find_draft(workspace.root, name)
    files = sorted(path for path in (draft.folder / "kb").rglob("*.md") if path.is_file())
    if not files:
        raise CrashkbError(f"{draft.folder / 'kb'} holds no pages")
    click.edit(filename=[str(path) for path in files])
    found = review(workspace.library, draft.folder, workspace.corpus(), workspace.today)
    say(review_lines(found))
    context.exit(0 if found.clean else 1)
