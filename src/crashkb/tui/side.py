"""The side of the chat: evidence or reasoning, beside the conversation where there is room, else in its place."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from crashkb.chat import Diagnosis
from crashkb.tui.evidence_pane import EvidencePane
from crashkb.tui.log_lines import LogLines, marks_of
from crashkb.tui.reasoning_pane import ReasoningPane
from crashkb.tui.words import word

BESIDE_FROM_WIDTH = 110
"""Columns from which the side stands beside the conversation."""


class Side(Vertical):
    """One of two panes, or nothing."""

    DEFAULT_CSS = """
    Side { width: 46%; border-left: vkey $foreground 25%; display: none; }
    Side.-open { display: block; }
    Side > .name { height: 1; text-style: bold; color: $text-primary; padding: 0 1; background: $panel; }
    Side > EvidencePane, Side > ReasoningPane { display: none; }
    Side.-evidence > EvidencePane { display: block; }
    Side.-reasoning > ReasoningPane { display: block; }
    """

    def __init__(self, language: str) -> None:
        super().__init__(id="side")
        self._language = language

    def compose(self) -> ComposeResult:
        """Name and panes."""
        yield Static("", classes="name")
        yield EvidencePane(self._language)
        yield ReasoningPane(self._language)

    @property
    def shown(self) -> str:
        """'evidence', 'reasoning', or '' where it is closed."""
        return next((name for name in ("evidence", "reasoning") if self.has_class(f"-{name}")), "")

    @property
    def evidence(self) -> EvidencePane:
        """The pane with the log."""
        return self.query_one(EvidencePane)

    def open(self, name: str) -> None:
        """Show that pane; '' closes."""
        self.set_class(bool(name), "-open")
        self.set_class(name == "evidence", "-evidence")
        self.set_class(name == "reasoning", "-reasoning")
        if name:
            close = word(self._language, "close")
            self.query_one(".name", Static).update(Content(f"{word(self._language, name)} · {close}"))

    def focus_pane(self) -> None:
        """Let keys go to the pane."""
        if self.shown == "evidence":
            self.evidence.view.focus()
        elif self.shown == "reasoning":
            self.query_one(ReasoningPane).focus()

    async def show(self, lines: Sequence[str], diagnosis: Diagnosis | None, language: str, line: int = 0) -> None:
        """Show another answer's log and reasoning."""
        marks = marks_of(diagnosis, language) if diagnosis is not None else ()
        self.evidence.show(LogLines(lines, marks), line)
        await self.query_one(ReasoningPane).show(diagnosis, language)

    def relabel(self, language: str) -> None:
        """Say it in that language."""
        self._language = language
        self.open(self.shown)
        self.evidence.relabel(language)
