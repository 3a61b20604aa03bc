"""What chat and worker process agree on about drafts: plain values, light to import on both sides."""

from typing import NamedTuple

from crashkb.ingest.form import Form


class Row(NamedTuple):
    """A draft in the list."""

    name: str
    kind: str
    """'cause', 'signature', 'case', or 'pages' where nobody knows."""
    title: str
    created: str
    """ISO date, '' if it is not known."""
    by: str


class Flaw(NamedTuple):
    """A broken rule."""

    place: str
    """File and line below the draft's folder."""
    text: str
    """Code and words of the rule."""


class Shown(NamedTuple):
    """A draft, opened."""

    row: Row
    form: Form | None
    """None where its files need an editor first."""
    flaws: tuple[Flaw, ...]
    """Why."""
    mark: str
    languages: tuple[str, ...]
    folder: str


class Log(NamedTuple):
    """A text in which a template stands."""

    name: str
    cause: str
    """The cause that it is about, '' if none is known."""


class Altered(NamedTuple):
    """A text that would be answered otherwise, and not better."""

    name: str
    before: str
    after: str


class Sight(NamedTuple):
    """What a draft would do."""

    flaws: tuple[Flaw, ...]
    logs: tuple[Log, ...] = ()
    """Past inputs, labelled reports and reproductions that it would find."""
    tried: int = 0
    """Of how many."""
    stolen: tuple[Log, ...] = ()
    """Samples of other pages in which its templates stand."""
    noisy: tuple[Log, ...] = ()
    """Healthy and foreign logs in which they stand."""
    quiet: int = 0
    """Of how many."""
    asked: int = 0
    """Texts that were asked again, before and after; 0 as long as its pages are broken."""
    solved: int = 0
    """Of them answered where they were not before, or better."""
    altered: tuple[Altered, ...] = ()
    whole: bool = False
    """Whether its effect was looked at, for which its pages must be in order."""

    @property
    def clean(self) -> bool:
        """Whether it may be accepted."""
        return self.whole and not self.flaws


class Outcome(NamedTuple):
    """What came of an accept."""

    files: tuple[str, ...]
    """Of the knowledge base; none where it was not accepted."""
    renamed: tuple[tuple[str, str], ...]
    """(id in the draft, final id) where somebody had taken the id meanwhile."""
    sight: Sight
