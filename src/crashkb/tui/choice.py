"""One line that can be chosen by Enter, space or a click: options, examples, lines of evidence, related pages."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from crashkb.tui.flow import Paragraph

FOCUS_MOVES: list[BindingType] = [
    Binding("up,k", "app.focus_previous", show=False),
    Binding("down,j", "app.focus_next", show=False),
]
"""Arrows go from one thing that can be chosen to the next."""


class Choice(Paragraph, can_focus=True):
    """A line to choose.

    Args:
        kind: what the choice is about, for who handles it.
        value: what is chosen.
        text: what stands there.
        hang: indent of its further lines.
    """

    DEFAULT_CSS = """
    Choice {
        height: auto; padding: 0 1; pointer: pointer;
        &:hover { background: $boost; }
        &:focus { background: $block-cursor-background; color: $block-cursor-foreground; text-style: $block-cursor-text-style; }
        &.-button { width: auto; background: $primary-muted; color: $text-primary; margin: 0 1 0 0; }
        &.-button:focus { background: $primary; color: $block-cursor-foreground; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "choose", show=False), *FOCUS_MOVES]

    class Chosen(Message):
        """The line was chosen."""

        def __init__(self, choice: "Choice") -> None:
            self.choice = choice
            self.kind = choice.kind
            self.value = choice.value
            super().__init__()

        @property
        def control(self) -> "Choice":
            """The line."""
            return self.choice

    def __init__(self, kind: str, value: str, text: Content | str, classes: str = "", hang: int = 2) -> None:
        super().__init__(text, hang, classes)
        self.kind = kind
        self.value = value

    def action_choose(self) -> None:
        """Tell that it was chosen."""
        self.post_message(self.Chosen(self))

    def on_click(self) -> None:
        """As Enter."""
        self.action_choose()
