"""What could not be answered with confidence: the queue for new pages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList

from crashkb.render.phrases import PHRASES
from crashkb.tui.attachment import brief
from crashkb.tui.key_bar import Key
from crashkb.tui.keys import CLOSE, LANGUAGE
from crashkb.tui.list_screen import ListScreen

if TYPE_CHECKING:
    from crashkb.history import Turn


class UnknownsScreen(ListScreen):
    """The list of unsure and unknown turns."""

    NAME = "unknowns"
    KEYS = (
        Key("d", "draft", "screen.draft"),
        Key("Enter", "open", "focused.select"),
        Key("/", "search", "screen.search"),
        LANGUAGE,
        CLOSE,
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("d", "draft", show=False)]

    async def lines(self, words: str) -> Sequence[tuple[str, Content]]:
        """Date, verdict, first line."""
        wanted = words.lower()
        return [
            (
                f"{turn.id}",
                Content.assemble(
                    (f"{turn.created[:16].replace('T', ' ')}  ", "$text-muted"),
                    (f"{PHRASES[self.language][turn.verdict]}  ", "$text-warning"),
                    brief(turn.input, 100),
                    (f"  {turn.cause} {turn.confidence:.0%}" if turn.cause else "", "$text-muted"),
                ),
            )
            for turn in await self.recorder.unknowns()
            if wanted in turn.input.lower()
        ]

    @on(OptionList.OptionSelected)
    async def _opened(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        turn = await self._turn(event.option_id or "")
        if turn is not None:
            self.app.begin(turn.conversation)

    async def _turn(self, turn_id: str) -> "Turn | None":
        return next((turn for turn in await self.recorder.unknowns() if str(turn.id) == turn_id), None)

    def action_draft(self) -> None:
        """Make a draft page of the highlighted one (it is masked already) and open it."""
        if self.chosen:
            self.app.start_draft(int(self.chosen))
