"""Every static rule on the pages of a draft, against the knowledge base as it is, in a fraction of a second.

The rules are those of `crashkb.kb.check`; the pages that are already there are taken from the index and not judged.
"""

from datetime import date
from pathlib import Path

from crashkb.ask import OpenLibrary
from crashkb.kb.check import check, is_warning
from crashkb.kb.collection import Collection, read_collection
from crashkb.kb.reading import Marks
from crashkb.model import Family, Page, Problem, Signature


def read_draft(folder: Path) -> Collection:
    """The pages of a draft's folder, which is laid out as a root.

    Raises:
        LibraryError: it has no kb/.
    """
    return read_collection([folder])


def static_problems(library: OpenLibrary, draft: Collection, today: date) -> tuple[Problem, ...]:
    """The broken rules of a draft's pages, and of pages there that break because of it; warnings are left out.

    Args:
        library: the knowledge base without the draft.
        draft: what `read_draft` gave.
        today: the day against which dates are held.
    """
    merged = _merged(library, draft)
    own = {marks.path for marks in draft.marks.values()}
    own |= {path.removesuffix(".md") + ".zh.md" for path in own}
    found = check(merged, today)
    return tuple(problem for problem in found if not is_warning(problem) and problem.path in own) + tuple(
        problem for problem in draft.problems if problem.path not in own and not is_warning(problem)
    )


def _merged(library: OpenLibrary, draft: Collection) -> Collection:
    """The draft among the pages that are there; of the signatures there only names, so that they are not tried again."""
    pages = _pages(library)
    signatures = _signatures(library)
    pages.update(draft.pages)
    signatures.update(draft.signatures)
    for name in draft.signatures:
        pages.pop(name, None)
    for name in draft.pages:
        signatures.pop(name, None)
    families = {name: Family(*row) for name, row in library.families.items()} | draft.families
    every: list[tuple[str, Page | Signature]] = [*pages.items(), *signatures.items()]
    marks = {name: Marks(item.path) for name, item in every} | draft.marks
    return draft._replace(
        pages=pages,
        signatures=signatures,
        families=families,
        tables=dict(library.tables) | draft.tables,
        marks=marks,
    )


def _pages(library: OpenLibrary) -> dict[str, Page]:
    return {page.id: page for page in library.every_page()}


def _signatures(library: OpenLibrary) -> dict[str, Signature]:
    """The signatures there, without samples and near misses: those were tried when the pages were accepted."""
    found = [item for item in map(library.signature, library.signature_ids()) if item is not None]
    return {item.id: item._replace(samples=(), near_misses=()) for item in found}
