"""`crashkb kb retire|replace|merge|rename`: pages that leave, with a redirect."""

import os
from pathlib import Path

import click

from crashkb.ingest.accept import git_user
from crashkb.ingest.redirect import merge, rename, retire
from crashkb.ingest.workspace import writable_root
from crashkb.resources import kb_roots


def _root(context: click.Context) -> Path:
    return writable_root(context.obj or (), os.environ, Path.cwd())


def _below(context: click.Context) -> tuple[Path, ...]:
    return kb_roots(context.obj or (), os.environ, Path.cwd())[:-1]


def _say(files: tuple[str, ...]) -> None:
    for path in files:
        click.echo(path)


@click.command("retire")
@click.argument("old")
@click.option("--for", "new", required=True, metavar="ID", help="The page that serves instead.")
@click.option("--reason", default="")
@click.pass_context
def retire_command(context: click.Context, old: str, new: str, reason: str) -> None:
    """Retire the page OLD; asking for it leads to another, and pages that name it name the other."""
    root = _root(context)
    _say(retire(root, old, new, reason, git_user(root), _below(context)))


@click.command("replace")
@click.argument("old")
@click.argument("new")
@click.pass_context
def replace_command(context: click.Context, old: str, new: str) -> None:
    """Let the page NEW serve instead of OLD, which is retired."""
    root = _root(context)
    _say(retire(root, old, new, "", git_user(root), _below(context)))


@click.command("merge")
@click.argument("old")
@click.argument("new")
@click.pass_context
def merge_command(context: click.Context, old: str, new: str) -> None:
    """Put what OLD asks or matches into the page NEW and retire OLD; its prose is yours to bring over."""
    root = _root(context)
    _say(merge(root, old, new, git_user(root), _below(context)))


@click.command("rename")
@click.argument("old")
@click.argument("new")
@click.pass_context
def rename_command(context: click.Context, old: str, new: str) -> None:
    """Give the page OLD the id NEW; the old id stays as a redirect."""
    root = _root(context)
    _say(rename(root, old, new, git_user(root), _below(context)))
