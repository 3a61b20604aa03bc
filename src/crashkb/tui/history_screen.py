"""Past conversations: search them, take one up again, remove one."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList

from crashkb.tui.key_bar import Key
from crashkb.tui.keys import CLOSE, LANGUAGE
from crashkb.tui.list_screen import ListScreen
from crashkb.tui.words import word


class HistoryScreen(ListScreen):
    """The list of conversations."""

    NAME = "history"
    KEYS = (
        Key("Enter", "open", "focused.select"),
        Key("/", "search", "screen.search"),
        Key("Del", "forget", "screen.forget"),
        LANGUAGE,
        CLOSE,
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("delete", "forget", show=False)]

    async def lines(self, words: str) -> Sequence[tuple[str, Content]]:
        """Date, title, how many turns."""
        found = await self.recorder.conversations(words)
        return [
            (
                f"{item.id}",
                Content.assemble(
                    (f"{item.created[:16].replace('T', ' ')}  ", "$text-muted"),
                    item.title,
                    (f"  {word(self.language, 'turns', count=item.turns)}", "$text-muted"),
                ),
            )
            for item in found
        ]

    @on(OptionList.OptionSelected)
    def _opened(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.app.begin(int(event.option_id))

    async def action_forget(self) -> None:
        """Remove the highlighted conversation with all that belongs to it."""
        if self.chosen:
            await self.recorder.forget(int(self.chosen))
            await self.fill()
