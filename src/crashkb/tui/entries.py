"""What a conversation on the screen consists of: plain values from which cards can be made anew, in either language."""

from collections.abc import Mapping
from typing import NamedTuple

from crashkb.chat import Diagnosis, Reply
from crashkb.model import Question, Step
from crashkb.tui.attachment import Attachment


class Said(NamedTuple):
    """What the person wrote."""

    text: str
    attachments: tuple[Attachment, ...]


class Answered(NamedTuple):
    """A diagnosis."""

    diagnosis: Diagnosis
    language: str
    """The language in which it was asked."""
    questions: Mapping[str, Question | None]
    """The clarifying question that was open after it, by language."""
    before: Mapping[str, float]
    """Confidences before a re-ranking; empty for a first answer."""
    outcomes: Mapping[str, Mapping[str, tuple[int, int]]]
    """What steps were worth here before, by cause and step."""
    turn: int
    """Id in the history, 0 if it is not kept."""


class Told(NamedTuple):
    """A reply to a follow-up."""

    replies: Mapping[str, Reply]
    """By language."""
    language: str
    steps: Mapping[str, Step | None]
    """The step that is told, by language."""
    number: int = 1
    """Its place in the checklist."""


class Guide(NamedTuple):
    """What to collect where there is nothing to go by."""

    platform: str
    """'' while it was not chosen."""
    pages: Mapping[str, str]
    """Markdown by language."""
    language: str


class Note(NamedTuple):
    """A remark of the screen's own."""

    name: str
    """Of crashkb.tui.words."""
    values: Mapping[str, object]
    detail: str = ""
    """Further text, as it is."""


Entry = Said | Answered | Told | Guide | Note
