"""A list with a search line: the frame of the history and of the unknowns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from crashkb.tui.key_bar import Key, KeyBar
from crashkb.tui.record import Recorder
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp


class ListScreen(Screen[None]):
    """Lines to choose from.

    Args:
        recorder: where they come from.
        language: 'en' or 'zh'.
    """

    CSS = """
    #top { height: 1; background: $panel; color: $text-muted; padding: 0 1; }
    Input { height: 1; border: none; padding: 0 1; background: $boost; }
    Input > .input--placeholder { color: $text-muted; }
    OptionList { height: 1fr; border: none; background: $background; }
    OptionList > .option-list--option-highlighted, OptionList:focus > .option-list--option-highlighted {
        background: $primary-muted; color: $foreground; text-style: bold;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("slash", "search", show=False),
    ]
    NAME = ""
    """Of the heading in crashkb.tui.words; with '-none', of what stands there when there is nothing."""
    KEYS: tuple[Key, ...] = ()
    app: "CrashkbApp"

    def __init__(self, recorder: Recorder, language: str) -> None:
        super().__init__()
        self.recorder = recorder
        self.language = language

    def compose(self) -> ComposeResult:
        """Heading, search, list."""
        yield Static(Content(word(self.language, self.NAME)), id="top")
        yield Input(placeholder=word(self.language, "search-history"))
        yield OptionList(markup=False)
        yield KeyBar(self.KEYS, self.language)

    async def on_mount(self) -> None:
        """The list, newest first."""
        self.query_one(OptionList).focus()
        await self.fill()

    async def lines(self, words: str) -> Sequence[tuple[str, Content]]:
        """(id, text) of each line that fits the words."""
        raise NotImplementedError

    async def fill(self) -> None:
        """Show the lines that fit the search."""
        found = await self.lines(self.query_one(Input).value)
        box = self.query_one(OptionList)
        box.clear_options()
        box.add_options([Option(text, id=name) for name, text in found])
        if found:
            box.highlighted = 0
        else:
            box.add_option(Option(Content(word(self.language, f"{self.NAME}-none")), disabled=True))

    async def relabel(self, language: str) -> None:
        """Say it in that language."""
        self.language = language
        self.query_one("#top", Static).update(Content(word(language, self.NAME)))
        self.query_one(Input).placeholder = word(language, "search-history")
        self.query_one(KeyBar).show(self.KEYS, language)
        await self.fill()

    @property
    def chosen(self) -> str:
        """Id of the highlighted line, or ''."""
        box = self.query_one(OptionList)
        option = box.highlighted_option
        return (option.id or "") if option is not None else ""

    @on(Input.Changed)
    async def _searched(self, event: Input.Changed) -> None:
        event.stop()
        await self.fill()

    @on(Input.Submitted)
    def _to_list(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(OptionList).focus()

    def action_search(self) -> None:
        """To the search line."""
        self.query_one(Input).focus()

    def action_close(self) -> None:
        """From the search line to the list, from the list back to the chat."""
        if isinstance(self.focused, Input):
            self.query_one(OptionList).focus()
        else:
            self.app.pop_screen()
