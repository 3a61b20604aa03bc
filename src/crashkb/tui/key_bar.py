"""The bottom line: which keys do what here. A click on one does it."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from crashkb.tui.words import word


class Key(NamedTuple):
    """One entry of the bar."""

    key: str
    """As shown."""
    name: str
    """Of crashkb.tui.words, without 'k-'."""
    action: str
    """What a click runs."""


class KeyBar(Static):
    """As many keys as fit, the most useful first."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; background: $panel; color: $foreground; padding: 0 1; link-style: none; link-background: $panel; link-color: $foreground; }"

    def __init__(self, keys: Sequence[Key], language: str) -> None:
        super().__init__("", id="keys")
        self._keys = tuple(keys)
        self._language = language

    def show(self, keys: Sequence[Key], language: str) -> None:
        """Show other keys, or another language."""
        if (tuple(keys), language) != (self._keys, self._language):
            self._keys, self._language = tuple(keys), language
            self.refresh()

    def render(self) -> Content:
        """The line for the present width."""
        return bar_content(self._keys, self._language, self.content_size.width)


def bar_content(keys: Sequence[Key], language: str, width: int) -> Content:
    """The keys that fit into that many cells."""
    parts: list[Content] = []
    used = 0
    for key in keys:
        label = word(language, f"k-{key.name}")
        cells = cell_len(f"{key.key} {label}  ")
        if used + cells > width + 2:
            continue
        used += cells
        text = Content.assemble((key.key, "bold $accent"), f" {label}  ")
        parts.append(text.stylize(Style.from_meta({"@click": key.action})))
    return Content("").join(parts)
