"""What keeps a team's pages from answering: told wherever the knowledge base is opened, for the rest of it works.

Looked for when the index is built and kept in it. The built-in pages are checked before they are published, so only
later roots are looked at, and of the built-in ones only names are needed.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from crashkb.kb.check import check, is_warning
from crashkb.kb.collection import Collection, read_collection
from crashkb.kb.parsed import ParsedPages
from crashkb.model import Problem, Signature

NAME = "broken"
"""Of the entry in the index's table `meta`."""

_MOST = 200


def note_broken(roots: Sequence[Path], index: Path, parsed: ParsedPages) -> None:
    """Write the first broken rule of each page of later roots into an index file that was just built.

    Args:
        roots: those of the index.
        index: the file, not yet in use.
        parsed: pages as they were parsed for the index.
    """
    if len(roots) < 2:
        return
    problems = first_of_each(broken_pages(read_collection(roots, parsed), roots[1:]))
    # without the roots' own places: an index serves every root of the same content
    lines = [
        (number, line.removeprefix(f"{root.as_posix().rstrip('/')}/"))
        for line, problem in zip(problem_lines(problems), problems, strict=True)
        for number, root in enumerate(roots)
        if problem.path.startswith(f"{root.as_posix().rstrip('/')}/")
    ]
    with closing(sqlite3.connect(index)) as connection:
        connection.execute("INSERT INTO meta (name, value) VALUES (?, ?)", (NAME, json.dumps(lines[:_MOST])))
        connection.commit()


def broken_pages(collection: Collection, roots: Sequence[Path]) -> tuple[Problem, ...]:
    """The broken rules of the pages below these roots, warnings left out.

    Args:
        collection: everything that was read.
        roots: whose pages are looked at; of other pages only the names count.
    """
    prefixes = tuple(f"{root.as_posix().rstrip('/')}/" for root in roots)
    signatures = {
        name: item if collection.marks[name].path.startswith(prefixes) else _bare(item)
        for name, item in collection.signatures.items()
    }
    found = check(collection._replace(signatures=signatures))
    return tuple(item for item in found if item.path.startswith(prefixes) and not is_warning(item))


def _bare(signature: Signature) -> Signature:
    """Without what was tried when the page was published, and with what it captures, which a team's page may name.

    As `reads`, templates stand in nobody's way: a team may well have the same message.
    """
    reads = (*signature.templates, *signature.reads)
    return signature._replace(
        samples=(), near_misses=(), reads=reads, with_fragments=(), without_fragments=(), templates=()
    )


def first_of_each(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """One problem a file: that of the lowest code, for the others often follow from it."""
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        by_file.setdefault(problem.path, []).append(problem)
    return tuple(min(found, key=lambda item: (item.line == 0, item.code, item.line)) for found in by_file.values())


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    """Each problem as `file:line: code what is wrong`."""
    return [
        f"{item.path}:{item.line}: {item.code} {item.text}" if item.line else f"{item.path}: {item.code} {item.text}"
        for item in problems
    ]
