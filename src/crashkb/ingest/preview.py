"""What a draft would do, while it is being written: rules, the logs it would find, the pages it would disturb."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.errors import TemplateError
from crashkb.ingest.corpus import Corpus, CorpusText
from crashkb.ingest.effect import Effect
from crashkb.ingest.review import Review, review
from crashkb.kb.template import parse_template
from crashkb.model import Problem, Signature


class Found(NamedTuple):
    """A text of the corpus in which a template stands."""

    kind: str
    """Kind of the corpus text."""
    name: str
    cause: str
    """The causes that it is about, '' if none is known."""


class Preview(NamedTuple):
    """What there is to see."""

    problems: tuple[Problem, ...]
    """Broken rules; paths are below the draft's folder."""
    logs: tuple[Found, ...] = ()
    """Past inputs, labelled reports and reproductions in which the templates stand."""
    stolen: tuple[Found, ...] = ()
    """Samples and key logs of other pages in which they stand too."""
    noisy: tuple[Found, ...] = ()
    """Healthy and foreign logs in which they stand."""
    quiet: int = 0
    """How many healthy and foreign logs they were held against."""
    tried: int = 0
    """How many past inputs, labelled reports and reproductions."""
    effect: Effect | None = None
    """None as long as a rule of the pages themselves is broken."""

    @property
    def clean(self) -> bool:
        """Whether the draft may be accepted."""
        return not self.problems and self.effect is not None


def preview(library: OpenLibrary, folder: Path, corpus: Corpus, today: date) -> Preview:
    """Look at the draft in that folder.

    Args:
        library: the knowledge base without the draft.
        folder: laid out as a root.
        corpus: what it is held against.
        today: the day against which dates are held.

    Raises:
        LibraryError: the folder has no kb/.
    """
    return preview_of(review(library, folder, corpus, today), folder, corpus)


def preview_of(found: Review, folder: Path, corpus: Corpus) -> Preview:
    """The preview of a draft that was reviewed already."""
    own = {page.id for page in found.pages} | {signature.id for signature in found.signatures}
    causes = {link.cause for signature in found.signatures for link in signature.links}
    hits = [text for text in _hits(found.signatures, corpus) if text.owner not in own]
    prefix = f"{folder.as_posix()}/"
    return Preview(
        tuple(problem._replace(path=problem.path.removeprefix(prefix)) for problem in found.everything),
        logs=_found(text for text in hits if text.kind in ("history", "row")),
        stolen=_found(text for text in hits if text.kind in ("sample", "log") and text.cause not in causes),
        noisy=_found(text for text in hits if text.kind == "quiet"),
        quiet=sum(text.kind == "quiet" for text in corpus.texts),
        tried=sum(text.kind in ("history", "row") for text in corpus.texts),
        effect=found.effect,
    )


def _hits(signatures: Iterable[Signature], corpus: Corpus) -> list[CorpusText]:
    found: dict[int, CorpusText] = {}
    for signature in signatures:
        for written in signature.templates:
            try:
                template = parse_template(written)
            except TemplateError:
                continue  # one of the rules tells it
            found |= {id(text): text for text in corpus.hits(template, whole_line=signature.whole_line)}
    return list(found.values())


def _found(texts: Iterable[CorpusText]) -> tuple[Found, ...]:
    causes: dict[tuple[str, str], dict[str, None]] = {}
    for text in texts:
        causes.setdefault((text.kind, text.name), {})[text.cause.strip("-")] = None
    return tuple(Found(kind, name, " ".join(filter(None, found))) for (kind, name), found in causes.items())
