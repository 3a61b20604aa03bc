"""One draft, checked: every rule on its pages, and its effect on the whole knowledge base."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.evaluate.rows import read_rows
from crashkb.ingest.corpus import Corpus, CorpusText, make_text
from crashkb.ingest.effect import Effect, effect
from crashkb.ingest.static import read_draft, static_problems
from crashkb.model import Page, Problem, Signature


class Review(NamedTuple):
    """What a check of a draft found."""

    problems: tuple[Problem, ...]
    """Static ones; the effect is looked at only where there are none."""
    effect: Effect | None
    pages: tuple[Page, ...]
    signatures: tuple[Signature, ...]

    @property
    def clean(self) -> bool:
        """Whether the draft may be accepted."""
        return not self.problems and self.effect is not None and not self.effect.problems

    @property
    def everything(self) -> tuple[Problem, ...]:
        """All problems."""
        return (*self.problems, *(self.effect.problems if self.effect is not None else ()))


def review(library: OpenLibrary, folder: Path, corpus: Corpus, today: date) -> Review:
    """Check the draft in that folder.

    Args:
        library: the knowledge base without the draft.
        folder: laid out as a root.
        corpus: what its effect is held against.
        today: the day against which dates are held.

    Raises:
        LibraryError: the folder has no kb/.
    """
    draft = read_draft(folder)
    pages, signatures = tuple(draft.pages.values()), tuple(draft.signatures.values())
    problems = static_problems(library, draft, today)
    if problems or not (pages or signatures):
        found = problems or (Problem("K005", (folder / "kb").as_posix(), 0, "the draft holds no pages"),)
        return Review(found, None, pages, signatures)
    return Review((), effect(library, pages, signatures, corpus), pages, signatures)


def labelled_texts(files: Sequence[Path]) -> list[CorpusText]:
    """Labelled reports as corpus texts; their accepted causes stand in `cause`, joined by spaces."""
    return [make_text("row", row.id, "", " ".join(sorted(row.accepted)), row.text) for row in read_rows(files)]
