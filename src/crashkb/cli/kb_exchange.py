"""`crashkb kb export|import`: pages as JSON lines."""

import os
from pathlib import Path

import click

from crashkb.errors import IngestError
from crashkb.ingest.exchange import export_rows, import_files
from crashkb.ingest.incident import read_file
from crashkb.ingest.journal import commit, settle_locked
from crashkb.ingest.lock import locked
from crashkb.ingest.workspace import writable_root
from crashkb.kb.collection import read_collection
from crashkb.kb.glossary import read_root
from crashkb.resources import kb_roots


@click.command("export")
@click.option("--all", "everything", is_flag=True, help="All roots, not only the last one.")
@click.pass_context
def export_command(context: click.Context, everything: bool) -> None:
    """Print the pages as JSON lines (docs/pages-jsonl.md)."""
    roots = kb_roots(context.obj or (), os.environ, Path.cwd())
    for row in export_rows(read_collection(roots if everything else roots[-1:])):
        click.echo(row)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Also pages that are there already.")
@click.pass_context
def import_command(context: click.Context, file: Path, replace: bool) -> None:
    """Write the pages of a JSON lines FILE into the writable root, all or none. Run `crashkb kb check` afterwards."""
    root = writable_root(context.obj or (), os.environ, Path.cwd())
    languages = read_root(root, root.resolve())[0].languages
    files = import_files(read_file(file).split("\n"), str(file), languages)
    with locked(root):
        settle_locked(root)
        there = [path for path in files if (root / path).exists()]
        if there and not replace:
            raise IngestError(f"{len(there)} pages are there already ({there[0]} …); --replace overwrites them")
        commit(root, files)
    for path in files:
        click.echo(path)
