"""The box one types into: it grows, Enter sends, logs become chips, earlier inputs come back with ↑."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from crashkb.render.fill import plain
from crashkb.tui.attachment import Attachment, is_log, path_of, unified
from crashkb.tui.rough_input import with_escapes
from crashkb.tui.words import block_words, word

_NEW_LINE_KEYS = ("ctrl+j", "shift+enter", "alt+enter")


class Composer(TextArea):
    """The input. It never holds a pasted log: that is handed on by a message."""

    DEFAULT_CSS = """
    Composer {
        height: auto; min-height: 3; max-height: 10; border: round $foreground 25%; background: $background; padding: 0 1;
        &:focus { border: round $border; }
        & .text-area--cursor-line { background: $background; }
        & .text-area--placeholder { color: $text-muted; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        # the function keys belong to the screen, and Ctrl+U clears, as in a shell
        Binding("ctrl+u", "clear_all", show=False),
    ]

    class Sent(Message):
        """Enter was pressed."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    class Pasted(Message):
        """A log, or the path of one, was pasted."""

        def __init__(self, text: str, path: str = "") -> None:
            self.text = text
            self.path = path
            super().__init__()

    class Emptied(Message):
        """Backspace was pressed in the empty box."""

    class Left(Message):
        """Esc was pressed: to the conversation."""

    def __init__(self, language: str) -> None:
        super().__init__(
            placeholder=word(language, "placeholder"),
            soft_wrap=True,
            show_line_numbers=False,
            highlight_cursor_line=False,
            id="composer",
        )
        self._past: list[str] = []
        self._place = 0
        self._unsent = ""

    def relabel(self, language: str) -> None:
        """Say it in that language."""
        self.placeholder = word(language, "placeholder")

    # --- typing ---------------------------------------------------------------------------------

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.prevent_default().stop()
            self.post_message(self.Sent(self.text))
        elif event.key in _NEW_LINE_KEYS:
            event.prevent_default().stop()
            self.insert("\n")
        elif event.key == "escape":
            event.prevent_default().stop()
            self.post_message(self.Left())
        elif event.key == "backspace" and not self.text:
            self.post_message(self.Emptied())
        elif event.key == "up" and self.cursor_location[0] == 0 and self._past and not self._is_edited():
            event.prevent_default().stop()
            self._recall(-1)
        elif event.key == "down" and self._place < len(self._past) and not self._is_edited():
            event.prevent_default().stop()
            self._recall(1)

    def _on_paste(self, event: events.Paste) -> None:  # type: ignore[override]  # the base class awaits either
        self.take(event)

    def take(self, event: events.Paste) -> None:
        """A paste, also one that arrived while something else had the focus: logs and paths become chips."""
        event.prevent_default().stop()
        text = unified(with_escapes(event.text))
        path = path_of(text)
        if path:
            self.post_message(self.Pasted("", path))
        elif is_log(text):
            self.post_message(self.Pasted(text))
        else:
            self.insert(plain(text).rstrip("\n"))  # the box shows all that it holds, controls too
            self.focus()

    def action_clear_all(self) -> None:
        """Empty the box."""
        self.load_text("")

    # --- earlier inputs -------------------------------------------------------------------------

    def remember(self, text: str) -> None:
        """Make an input come back with ↑."""
        if text and (not self._past or self._past[-1] != text):
            self._past.append(text)
        self._place = len(self._past)

    def fill(self, text: str) -> None:
        """Put a text into the box with the cursor at its end."""
        self.load_text(plain(text))
        self.move_cursor(self.document.end)

    def _is_edited(self) -> bool:
        """Whether the text is neither empty nor an earlier input as it was: then arrows move the cursor."""
        if self._place < len(self._past):
            return self.text != self._past[self._place]
        return bool(self.text) and "\n" in self.text

    def _recall(self, by: int) -> None:
        if self._place == len(self._past):
            self._unsent = self.text
        self._place = max(0, min(len(self._past), self._place + by))
        self.fill(self._past[self._place] if self._place < len(self._past) else self._unsent)


class Chips(Horizontal):
    """The logs that will be sent along."""

    DEFAULT_CSS = """
    Chips {
        height: auto; display: none; padding: 0 1;
        &.-some { display: block; }
        & .chip { width: auto; max-width: 100%; background: $primary-muted; color: $text-primary; padding: 0 1; margin: 0 1 0 0; }
    }
    """

    class Removed(Message):
        """A chip's ✕ was clicked."""

        def __init__(self, index: int) -> None:
            self.index = index
            super().__init__()

    def __init__(self) -> None:
        super().__init__(id="chips")

    def compose(self) -> ComposeResult:
        """Nothing, until there is a log."""
        yield from ()

    async def show(self, attachments: Sequence[Attachment], language: str) -> None:
        """Show these."""
        await self.remove_children()
        self.set_class(bool(attachments), "-some")
        await self.mount(*(Chip(index, chip_text(item, language)) for index, item in enumerate(attachments)))


class Chip(Static):
    """One log."""

    def __init__(self, index: int, text: str) -> None:
        super().__init__(Content(f"{text}  ✕"), classes="chip")
        self._index = index

    def on_click(self) -> None:
        """Any click on it removes it; it is small."""
        self.post_message(Chips.Removed(self._index))


def chip_text(attachment: Attachment, language: str) -> str:
    """ "log, 1,284 lines, Android tombstone"."""
    parts = [plain(attachment.path.rpartition("/")[2]) or word(language, "log")]
    if attachment.lines:
        parts.append(word(language, "lines", count=attachment.lines))
    if attachment.glance is None:
        parts.append(word(language, "reading"))
    elif attachment.glance.kind:
        parts.append(block_words(language, attachment.glance.kind))
    return ("，" if language == "zh" else ", ").join(parts)
