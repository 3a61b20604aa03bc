"""The checklist: boxes that stay ticked, and what each step was worth."""

from collections.abc import Mapping, Sequence, Set
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from crashkb.model import Step
from crashkb.tui.choice import FOCUS_MOVES
from crashkb.tui.flow import Paragraph
from crashkb.tui.prose import Passage, passages
from crashkb.tui.prose_view import passage_widget
from crashkb.tui.words import word


class StepRow(Vertical, can_focus=True):
    """One step.

    Args:
        cause: whose step it is.
        step: the step.
        number: its place in the list, from 1.
        ticked: whether its box is ticked.
        worth: (times it fixed the trouble here, times it was judged).
        language: of the few words around it.
    """

    DEFAULT_CSS = """
    StepRow {
        height: auto; padding: 0 1; pointer: pointer;
        & > .line { height: auto; }
        & > .passage { margin: 0 0 0 5; }
        & > .note { color: $text-muted; margin: 0 0 0 5; height: auto; display: none; }
        & > .note.-some { display: block; }
        &.-ticked > .line { color: $text-muted; }
        &:hover { background: $boost; }
        &:focus { background: $primary-muted; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "tick", show=False),
        Binding("f", "judge('fixed')", show=False),
        Binding("d", "judge('did-not-help')", show=False),
        Binding("c", "copy", show=False),
        *FOCUS_MOVES,
    ]

    class Ticked(Message):
        """A box was ticked or emptied."""

        def __init__(self, row: "StepRow") -> None:
            self.row = row
            super().__init__()

    class Judged(Message):
        """Somebody said what a step was worth."""

        def __init__(self, row: "StepRow", outcome: str) -> None:
            self.row = row
            self.outcome = outcome
            super().__init__()

    class Copied(Message):
        """The step's text is wanted in the clipboard."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(
        self, cause: str, step: Step, number: int, ticked: bool, worth: tuple[int, int], language: str
    ) -> None:
        super().__init__(classes="-ticked" if ticked else "")
        self.cause = cause
        self.step = step
        self.ticked = ticked
        self._number = number
        self._worth = worth
        self._outcome = ""
        self._language = language
        first, *rest = list(passages(step.text)) or [Passage("text", 0, Content(step.id))]
        self._text = first.content
        self._rest = rest

    def compose(self) -> ComposeResult:
        """The box with the step's first sentence, its code, and what is known of its worth."""
        yield Paragraph(self._line(), 5, "line")
        for passage in self._rest:
            yield passage_widget(passage)
        note = self._note()
        yield Static(note, classes="note -some" if note else "note", markup=False)

    def _line(self) -> Content:
        box = "☑" if self.ticked else "☐"
        return Content.assemble(
            (f"{box} {self._number}. ", "bold $text-success" if self.ticked else "bold"), self._text
        )

    def _note(self) -> str:
        parts = []
        if self._outcome:
            parts.append(word(self._language, self._outcome))
        fixed, judged = self._worth
        if judged:
            parts.append(word(self._language, "here", fixed=fixed, judged=judged))
        return " · ".join(parts)

    def set_ticked(self, ticked: bool) -> None:
        """Show the box so."""
        self.ticked = ticked
        self.set_class(ticked, "-ticked")
        self.query_one(".line", Paragraph).set_content(self._line(), 5)

    def set_outcome(self, outcome: str) -> None:
        """Show what was said of it."""
        self._outcome = outcome
        note = self.query_one(".note", Static)
        note.update(Content(self._note()))
        note.add_class("-some")

    def action_tick(self) -> None:
        """Turn the box over."""
        self.set_ticked(not self.ticked)
        self.post_message(self.Ticked(self))

    def action_judge(self, outcome: str) -> None:
        """Note that it fixed the trouble (which ticks it too) or did not help."""
        self.set_outcome(outcome)
        if outcome == "fixed" and not self.ticked:
            self.action_tick()
        self.post_message(self.Judged(self, outcome))

    def action_copy(self) -> None:
        """The whole step, code included, as it stands."""
        self.post_message(self.Copied(self.step.text))

    def on_click(self) -> None:
        """A click ticks."""
        self.action_tick()


def step_rows(
    cause: str,
    steps: Sequence[Step],
    ticked: Set[tuple[str, str]],
    outcomes: Mapping[str, tuple[int, int]],
    language: str,
    first: int = 1,
) -> list[StepRow]:
    """The rows of a checklist from that number on, in its order, with what each step was worth here before."""
    return [
        StepRow(cause, step, number, (cause, step.id) in ticked, outcomes.get(step.id, (0, 0)), language)
        for number, step in enumerate(steps, first)
    ]
