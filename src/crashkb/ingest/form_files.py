"""A draft's files on the disk, opened for the form; or why they need an editor first."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crashkb.errors import IngestError
from crashkb.ingest.compose import write_files
from crashkb.ingest.form import Form, Pages, form_of, rendered
from crashkb.ingest.inbox import Draft, find_draft
from crashkb.ingest.static import read_draft
from crashkb.kb.check import is_warning
from crashkb.kb.files import MAX_BYTES, find_pages
from crashkb.kb.glossary import read_root
from crashkb.model import Problem


class Opened(NamedTuple):
    """A draft, opened for the form."""

    draft: Draft
    form: Form | None
    """None where a file cannot be read or would not survive being written again."""
    problems: tuple[Problem, ...]
    """Why; paths are below the draft's folder."""
    mark: str
    """Of its files as they were read."""
    languages: tuple[str, ...]


def open_draft(root: Path, name: str) -> Opened:
    """The draft of that name as a form; without one where its files need an editor first.

    Raises:
        IngestError: there is no such draft.
    """
    draft = find_draft(root, name)
    mark = files_mark(draft.folder)
    if not (draft.folder / "kb").is_dir():
        return Opened(draft, None, (Problem("K005", "kb", 0, "the draft has no folder kb/"),), mark, ())
    languages = languages_of(draft.folder)
    held, problems = held_pages(draft.folder)
    lost = _lost(draft.folder, held, problems, languages)
    if not lost and not held.kind:
        lost = (Problem("K005", "kb", 0, "neither a cause nor a case nor a message: edit its files"),)
    return Opened(draft, None if lost else form_of(draft.name, held), lost, mark, languages)


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages in which the draft's pages are written."""
    return read_root(folder, folder.resolve())[0].languages


def refuse_unreadable(draft: Draft, files: Mapping[str, str]) -> None:
    """Let nothing be saved that the form could not open again.

    Raises:
        IngestError: what would be broken, with file and line.
    """
    with TemporaryDirectory(prefix="crashkb-draft-") as name:
        folder = Path(name)
        write_files(folder, files)
        copy_root(draft.folder, folder)
        held, problems = held_pages(folder)
        lost = _lost(folder, held, problems, languages_of(folder))
    if lost:
        raise IngestError(f"not saved: {lost[0].path}:{lost[0].line}: {lost[0].code} {lost[0].text}")


def held_pages(folder: Path) -> tuple[Pages, tuple[Problem, ...]]:
    """The pages of a folder, and what was wrong in reading them, with paths below it."""
    found = read_draft(folder)
    prefix = f"{folder.as_posix()}/"
    problems = tuple(
        item._replace(path=item.path.removeprefix(prefix)) for item in found.problems if not is_warning(item)
    )
    return Pages(tuple(found.pages.values()), tuple(found.signatures.values())), problems


def _lost(folder: Path, held: Pages, problems: tuple[Problem, ...], languages: tuple[str, ...]) -> tuple[Problem, ...]:
    """The problems that keep the draft from the form: they would be gone, with what they are about, once it is saved."""
    if not problems:
        return ()
    ids = {page.id for page in held.pages} | {signature.id for signature in held.signatures}
    if any(files.id not in ids for files in find_pages(folder)[0]):
        return problems
    with TemporaryDirectory(prefix="crashkb-draft-") as name:
        copy = Path(name)
        write_files(copy, rendered(held, languages))
        copy_root(folder, copy)
        kept = {(item.path, item.code, item.text) for item in held_pages(copy)[1]}
    return tuple(item for item in problems if (item.path, item.code, item.text) not in kept)


def copy_root(folder: Path, copy: Path) -> None:
    about_root = folder / "kb" / "root.yaml"
    if about_root.is_file():
        write_files(copy, {"kb/root.yaml": about_root.read_text(encoding="utf-8")})


def files_mark(folder: Path) -> str:
    """A hash over names and contents of a draft's page files."""
    digest = hashlib.sha256()
    for path in sorted((folder / "kb").rglob("*.md")):
        if path.is_file() and not path.is_symlink():
            digest.update(f"{path.relative_to(folder)}\0".encode() + _beginning(path))
    return digest.hexdigest()


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)
