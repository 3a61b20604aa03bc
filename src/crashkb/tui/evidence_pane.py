"""The side pane with the log: marked lines, jumps between them, search."""

import asyncio
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from crashkb.tui.log_lines import LogLines
from crashkb.tui.log_view import LogView
from crashkb.tui.words import word


class EvidencePane(Vertical):
    """The log beside the conversation."""

    DEFAULT_CSS = """
    EvidencePane { height: 1fr; }
    EvidencePane > .place { height: 1; color: $text-muted; padding: 0 1; }
    EvidencePane > Input { display: none; height: 1; border: none; padding: 0 1; background: $boost; }
    EvidencePane.-searching > Input { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "jump(1)", show=False),
        Binding("p,N", "jump(-1)", show=False),
        Binding("slash", "search", show=False),
    ]

    def __init__(self, language: str) -> None:
        super().__init__(id="evidence")
        self._language = language
        self._found: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        """Where one is, the log, and the search line."""
        yield Static(Content(word(self._language, "evidence-none")), classes="place")
        yield LogView()
        yield Input(placeholder=word(self._language, "search"))

    @property
    def view(self) -> LogView:
        """The log."""
        return self.query_one(LogView)

    def relabel(self, language: str) -> None:
        """Say it in that language."""
        self._language = language
        self.query_one(Input).placeholder = word(language, "search")
        self._tell_place()

    def show(self, lines: LogLines, line: int = 0) -> None:
        """Show a log, at a line or else at its first mark."""
        self._found = ()
        self.remove_class("-searching")
        self.view.show(lines)
        target = line or (lines.stops[0] if lines.stops else 0)
        # the pane may be without a size yet when it is shown for the first time
        self.call_after_refresh(self.view.go_to, target or 1)
        self._tell_place()

    def _stops(self) -> tuple[int, ...]:
        return self._found or self.view.log_lines.stops

    def action_jump(self, by: int) -> None:
        """To the next or previous mark (or found line), round the end."""
        stops, here = self._stops(), self.view.cursor
        if not stops:
            return
        later = [stop for stop in stops if stop > here]
        earlier = [stop for stop in stops if stop < here]
        self.view.go_to((later or [stops[0]])[0] if by > 0 else (earlier or [stops[-1]])[-1])

    def action_search(self) -> None:
        """Open the search line."""
        self.add_class("-searching")
        self.query_one(Input).focus()

    @on(Input.Changed)
    async def _search(self, event: Input.Changed) -> None:
        event.stop()
        self.view.find(event.value)
        # A huge log takes a moment, and typing goes on: only the newest search counts.
        found = await asyncio.to_thread(self.view.log_lines.find, event.value)
        if event.value == self.query_one(Input).value:
            self._found = found
            here = next((line for line in found if line >= self.view.cursor), found[0] if found else 0)
            if here:
                self.view.go_to(here)
            self._tell_place()

    @on(Input.Submitted)
    def _searched(self, event: Input.Submitted) -> None:
        event.stop()
        self.view.focus()

    def leave_search(self) -> bool:
        """Close the search line; whether it was open."""
        was_open = self.has_class("-searching")
        if was_open:
            self.remove_class("-searching")
            self._found = ()
            self.query_one(Input).value = ""
            self.view.focus()
        return was_open

    @on(LogView.Moved)
    def _tell_place(self) -> None:
        lines, stops = self.view.log_lines, self._stops()
        count = len(lines.lines)
        if not count:
            text = word(self._language, "evidence-none")
        elif self.has_class("-searching") and self.query_one(Input).value and not self._found:
            text = word(self._language, "no-match")
        elif stops:
            here = sum(1 for stop in stops if stop <= self.view.cursor)
            text = word(
                self._language, "evidence-place", here=here, count=len(stops), line=self.view.cursor, lines=count
            )
        else:
            text = word(self._language, "evidence-no-marks", lines=word(self._language, "lines", count=count))
        self.query_one(".place", Static).update(Content(text))
