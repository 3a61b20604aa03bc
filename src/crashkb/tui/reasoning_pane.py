"""The side pane with the reasoning: how the scores came about, why not the runner-up, what would change the verdict."""

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from crashkb.chat import Diagnosis
from crashkb.model import Contribution, RankedCause
from crashkb.render.fill import plain
from crashkb.tui.cards import gauge
from crashkb.tui.flow import Paragraph
from crashkb.tui.words import WORDS, heading, likelihood, word

_MOST_CAUSES = 4
_BAR_CELLS = 12
_FULL_SCORE = 6.0


class ReasoningPane(VerticalScroll):
    """Scores and contributions of the first candidates."""

    DEFAULT_CSS = """
    ReasoningPane { height: 1fr; padding: 0 1; }
    ReasoningPane > Static { height: auto; }
    ReasoningPane > .heading { text-style: bold; margin: 1 0 0 0; color: $text-primary; }
    ReasoningPane > .dim { color: $text-muted; }
    """

    def __init__(self, language: str) -> None:
        super().__init__(id="reasoning")
        self._language = language
        self._diagnosis: Diagnosis | None = None

    def compose(self) -> ComposeResult:
        """The reasoning of the last answer."""
        yield from self._parts()

    async def show(self, diagnosis: Diagnosis | None, language: str) -> None:
        """Show another answer's."""
        self._diagnosis, self._language = diagnosis, language
        await self.remove_children()
        await self.mount_all(self._parts())
        self.scroll_home(animate=False)

    def _parts(self) -> Iterator[Widget]:
        if self._diagnosis is None:
            yield Static(Content(word(self._language, "reasoning-none")), classes="dim")
            return
        view = self._diagnosis.views[self._language]
        for name, items in (("why_not", view.why_not), ("would_change", view.would_change)):
            if items:
                yield Static(Content(heading(self._language, name)), classes="heading")
                yield from (Paragraph(f"• {item}", 2) for item in items)
        yield Static(Content(heading(self._language, "explain")), classes="heading")
        for cause in self._diagnosis.answer.causes[:_MOST_CAUSES]:
            yield from self._cause(cause, self._diagnosis.title(cause.id, self._language))

    def _cause(self, cause: RankedCause, title: str) -> Iterator[Widget]:
        yield Paragraph(title, classes="heading")
        numbers = f"{cause.id} · {word(self._language, 'score')} {cause.score:.2f} → {cause.confidence:.0%}"
        yield Paragraph(f"{numbers} ({likelihood(self._language, cause.confidence)})", 2, "dim")
        yield from (Paragraph(self._contribution(item), 19) for item in cause.trail)

    def _contribution(self, item: Contribution) -> Content:
        name = f"w-{item.weight}"
        label = word(self._language, name) if name in WORDS else item.weight
        bar = gauge(min(1.0, abs(item.amount) / _FULL_SCORE), _BAR_CELLS)
        style = "$text-success" if item.amount >= 0 else "$text-error"
        return Content.assemble((f"{item.amount:+5.2f} {bar} ", style), (label, "bold"), f"  {plain(item.detail)}")
