"""All pages of one or several roots, read: the knowledge base before it is indexed.

All at once (`read_collection`), for checks that look from one page to the others; or frames first and then page by page
(`read_frames`, `standing_files`, `read_files`), for an index of more pages than fit into memory.
"""

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
    parsed = parsed or ParsedPages()
    frames = read_frames(roots)
    pages: dict[str, Page] = {}
    signatures: dict[str, Signature] = {}
    marks: dict[str, Marks] = {}
    problems: list[Problem] = []
    for frame in frames:
        readings, found = _read_pages(frame, parsed, progress or (lambda count: None))
        problems += found
        for page_id, reading in readings.items():
            pages.pop(page_id, None)  # the later root may have made a signature of what was a page
            signatures.pop(page_id, None)
            if reading.page is not None:
                pages[page_id] = reading.page
            if reading.signature is not None:
                signatures[page_id] = reading.signature
            marks[page_id] = reading.marks
    parsed.save()
    return Collection(
        pages,
        signatures,
        families=families_of(frames),
        concepts=concepts_of(frames),
        tables=tables_of(frames),
        problems=tuple(problems),
        version=version_of(roots),
        roots=tuple(roots),
        marks=marks,
    )


def _read_pages(
    frame: "Frame", parsed: ParsedPages, progress: Callable[[int], None]
) -> tuple[dict[str, Reading], list[Problem]]:
    """The pages of one root by id, and all that was found in reading it."""
    readings: dict[str, Reading] = {}
    problems = list(frame.problems)
    for number, files in enumerate(frame.files):
        progress(number)
        reading = read_files(frame, files, parsed)
        problems += reading.problems
        first = readings.setdefault(files.id, reading)
        if first is not reading:
            said = f"the id `{files.id}` is that of {first.marks.path} too: rename one"
            problems.append(Problem("K401", files.path.as_posix(), 0, said))
    return readings, problems


class Frame(NamedTuple):
    """One root: what stands in its lists and tables, and which pages it has; they are not read yet."""

    root: Path
    top: Path
    """The same, resolved."""
    about: Root
    families: dict[str, Family]
    concepts: dict[str, Concept]
    tables: dict[str, Table]
    files: tuple[PageFiles, ...]
    problems: tuple[Problem, ...]


def read_frames(roots: Sequence[Path]) -> list[Frame]:
    """All about these roots but their pages.

    Raises:
        LibraryError: there is no root, or one has no kb/.
    """
    if not roots:
        raise LibraryError("no knowledge base: no folder with kb/ was given")
    return [_read_frame(root) for root in roots]


def _read_frame(root: Path) -> Frame:
    if not (root / "kb").is_dir():
        raise LibraryError(f"{root} has no kb/ folder, so it is no knowledge base")
    top = root.resolve()
    about, problems = read_root(root, top)
    families, family_problems = read_families(root, top)
    concepts, glossary_problems = read_glossary(root, top)
    tables, table_problems = read_tables(root, top)
    files, file_problems = find_pages(root)
    problems += family_problems + glossary_problems + table_problems + file_problems
    return Frame(root, top, about, families, concepts, tables, files, problems)


def families_of(frames: Sequence[Frame]) -> dict[str, Family]:
    """The families of all roots together, by id."""
    return {name: family for frame in frames for name, family in frame.families.items()}


def tables_of(frames: Sequence[Frame]) -> dict[str, Table]:
    """The version tables of all roots together, by name."""
    return {name: table for frame in frames for name, table in frame.tables.items()}


def concepts_of(frames: Sequence[Frame]) -> tuple[Concept, ...]:
    """The glossary of all roots together."""
    return tuple({name: concept for frame in frames for name, concept in frame.concepts.items()}.values())


def standing_files(frames: Sequence[Frame]) -> list[tuple[Frame, PageFiles]]:
    """Each page that counts where roots overlay, in the order of ids: as in a `Collection`, but unread."""
    standing: dict[str, tuple[Frame, PageFiles]] = {}
    for frame in frames:
        # Backwards, because of one root's pages of the same id the first counts.
        standing.update((files.id, (frame, files)) for files in reversed(frame.files))
    return [found for _, found in sorted(standing.items())]


def read_files(frame: Frame, files: PageFiles, parsed: ParsedPages) -> Reading:
    """One page of a root, parsed anew only if it changed."""
    name = str(files.path.absolute())
    paths = [path for path in (files.path, files.zh) if path is not None]
    mark = mark_of(paths, str(frame.top), frame.about, files)
    reading = parsed.get(name, mark)
    if reading is None:
        reading = _read_one(files, frame.root, frame.top, frame.about)
        parsed.put(name, mark, reading)
    return reading


def _read_one(files: PageFiles, root: Path, top: Path, about: Root) -> Reading:
    if files.kind == "signature":
        return read_signature(files.path, root, top, files.folder)
    return read_page(files.path, files.zh, files.kind, root, top, about.languages, files.folder)


def version_of(roots: Sequence[Path]) -> str:
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
