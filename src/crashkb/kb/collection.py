"""All pages of one or several roots, read: the knowledge base before it is indexed."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import LibraryError
from crashkb.kb.compat import Table, read_tables
from crashkb.kb.files import PageFiles, find_pages
from crashkb.kb.freshness import kb_files
from crashkb.kb.glossary import Root, read_families, read_glossary, read_root
from crashkb.kb.page import read_page
from crashkb.kb.parsed import ParsedPages, mark_of
from crashkb.kb.reading import Marks, Reading
from crashkb.kb.signature_page import read_signature
from crashkb.model import Concept, Family, Page, Problem, Signature


class Collection(NamedTuple):
    """A knowledge base, read. Where roots overlay, the later root's page, family, concept or table counts."""

    pages: dict[str, Page]
    """Cause, qa, case and guide pages by id."""
    signatures: dict[str, Signature]
    families: dict[str, Family]
    concepts: tuple[Concept, ...]
    tables: dict[str, Table]
    problems: tuple[Problem, ...]
    """What was found in reading, page by page; `crashkb.kb.check` finds the rest."""
    version: str
    """Short hash of all files that were read."""
    roots: tuple[Path, ...]
    marks: dict[str, Marks]
    """Lines by page or signature id."""


def read_collection(
    roots: Sequence[Path], parsed: ParsedPages | None = None, progress: Callable[[int], None] | None = None
) -> Collection:
    """Read every page, table and list of these roots; the later root wins by page.

    Pages with problems are kept where they could be read far enough.

    Args:
        roots: folders that hold kb/ (and perhaps data/compat/).
        parsed: pages as they were parsed before; used where their files are unchanged, and brought up to date.
        progress: told how many pages are read.

    Raises:
        LibraryError: there is no root, or one has no kb/.
    """
    if not roots:
        raise LibraryError("no knowledge base: no folder with kb/ was given")
    parsed = parsed or ParsedPages()
    parts = [_read_root(root, parsed, progress or (lambda count: None)) for root in roots]
    parsed.save()
    pages: dict[str, Page] = {}
    signatures: dict[str, Signature] = {}
    marks: dict[str, Marks] = {}
    for part in parts:
        for page_id, reading in part.readings.items():
            pages.pop(page_id, None)  # the later root may have made a signature of what was a page
            signatures.pop(page_id, None)
            if reading.page is not None:
                pages[page_id] = reading.page
            if reading.signature is not None:
                signatures[page_id] = reading.signature
            marks[page_id] = reading.marks
    return Collection(
        pages,
        signatures,
        families={name: family for part in parts for name, family in part.families.items()},
        concepts=tuple({name: concept for part in parts for name, concept in part.concepts.items()}.values()),
        tables={name: table for part in parts for name, table in part.tables.items()},
        problems=tuple(problem for part in parts for problem in part.problems),
        version=_version(roots),
        roots=tuple(roots),
        marks=marks,
    )


class _Part(NamedTuple):
    """One root, read."""

    readings: dict[str, Reading]
    families: dict[str, Family]
    concepts: dict[str, Concept]
    tables: dict[str, Table]
    problems: tuple[Problem, ...]


def _read_root(root: Path, parsed: ParsedPages, progress: Callable[[int], None]) -> _Part:
    if not (root / "kb").is_dir():
        raise LibraryError(f"{root} has no kb/ folder, so it is no knowledge base")
    top = root.resolve()
    about, problems = read_root(root, top)
    families, family_problems = read_families(root, top)
    concepts, glossary_problems = read_glossary(root, top)
    tables, table_problems = read_tables(root, top)
    found, file_problems = find_pages(root)
    problems += family_problems + glossary_problems + table_problems + file_problems
    readings: dict[str, Reading] = {}
    gathered = list(problems)
    for number, files in enumerate(found):
        progress(number)
        reading = _read_parsed(files, root, top, about, parsed)
        gathered += reading.problems
        if files.id in readings:
            first = readings[files.id].marks.path
            gathered.append(
                Problem("K401", files.path.as_posix(), 0, f"the id `{files.id}` is that of {first} too: rename one")
            )
        else:
            readings[files.id] = reading
    return _Part(readings, families, concepts, tables, tuple(gathered))


def _read_parsed(files: PageFiles, root: Path, top: Path, about: Root, parsed: ParsedPages) -> Reading:
    name = str(files.path.absolute())
    mark = mark_of([path for path in (files.path, files.zh) if path is not None], str(top), about, files)
    reading = parsed.get(name, mark)
    if reading is None:
        reading = _read_one(files, root, top, about)
        parsed.put(name, mark, reading)
    return reading


def _read_one(files: PageFiles, root: Path, top: Path, about: Root) -> Reading:
    if files.kind == "signature":
        return read_signature(files.path, root, top, files.folder)
    return read_page(files.path, files.zh, files.kind, root, top, about.languages, files.folder)


def _version(roots: Sequence[Path]) -> str:
    """Twelve hexadecimal digits over the names and contents of everything under kb/ and data/compat/ that counts."""
    digest = hashlib.sha256()
    for name, entry in kb_files(roots):
        try:
            content = Path(entry.path).read_bytes() if entry.is_file() else b""
        except OSError:
            content = b""
        digest.update(f"{name}\0{len(content)}\n".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:12]
