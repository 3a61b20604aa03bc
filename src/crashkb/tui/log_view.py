"""The log on the screen, line by line: a log of a million lines costs no more than one screenful."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from crashkb.tui.log_lines import LONGEST_SHOWN, LogLines, Row
from crashkb.tui.log_source import longest as longest_line

_GLYPHS = {"cause": "▌", "other": "▌", "benign": "▏", "": " "}


class LogView(ScrollView, can_focus=True):
    """The lines with a cursor, marks and found words."""

    DEFAULT_CSS = """
    LogView {
        height: 1fr; background: $background; scrollbar-size: 1 1;
        & > .log--number { color: $text-muted; }
        & > .log--text { color: $foreground; }
        & > .log--cause { background: $warning-muted; color: $text-warning; }
        & > .log--other { background: $primary-muted; color: $text-primary; }
        & > .log--benign { color: $text-muted; }
        & > .log--note { color: $text-accent; text-style: italic; }
        & > .log--found { background: $accent; color: $background; text-style: bold; }
        & > .log--cursor { background: $block-cursor-background; color: $block-cursor-foreground; text-style: bold; }
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "log--number",
        "log--text",
        "log--cause",
        "log--other",
        "log--benign",
        "log--note",
        "log--found",
        "log--cursor",
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown,space", "page(1)", show=False),
        Binding("home,g", "go(1)", show=False),
        Binding("end,G", "go(-1)", show=False),
        Binding("c", "copy", show=False),
    ]

    class Moved(Message):
        """The cursor went to another line."""

        def __init__(self, line: int) -> None:
            self.line = line
            super().__init__()

    class Copied(Message):
        """A line is wanted in the clipboard."""

        def __init__(self, text: str) -> None:
            self.text = text
            super().__init__()

    def __init__(self) -> None:
        super().__init__(id="log")
        self.log_lines = LogLines(())
        self.cursor = 1
        self.words = ""
        self._strips: LRUCache[tuple[int, bool, str], Strip] = LRUCache(2_000)

    def show(self, lines: LogLines) -> None:
        """Show another log, from its start."""
        self.log_lines = lines
        self.cursor = 1
        self.words = ""
        longest = longest_line(lines.lines)
        notes = max((cell_len(mark.note) for mark in lines.marks), default=0)
        width = self._gutter() + max(notes, min(2 * longest if longest < 1_000 else longest, LONGEST_SHOWN + 2))
        self.virtual_size = Size(width, lines.count)
        self._repaint()
        self.scroll_to(0, 0, animate=False)

    def find(self, words: str) -> None:
        """Highlight these words wherever they stand."""
        self.words = words.lower()
        self._repaint()

    def go_to(self, line: int) -> None:
        """Put the cursor on a 1-based line and bring it into view, in the middle if it was out of sight."""
        line = max(1, min(line, len(self.log_lines.lines)))
        self.cursor = line
        row = self.log_lines.row_of(line)
        top, height = self.scroll_offset.y, max(1, self.scrollable_content_region.height)
        if not top <= row < top + height - 1:
            self.scroll_to(0, max(0, row - height // 2), animate=False, force=True)
        self._repaint()
        self.post_message(self.Moved(line))

    def _repaint(self) -> None:
        self._strips.clear()
        self.refresh()

    # --- drawing --------------------------------------------------------------------------------

    def _gutter(self) -> int:
        return max(3, len(str(len(self.log_lines.lines)))) + 2

    def render_line(self, y: int) -> Strip:
        """One row of the screen."""
        left, top = self.scroll_offset
        index, width = top + y, self.scrollable_content_region.width
        base = self.rich_style
        if index >= self.log_lines.count:
            return Strip.blank(width, base)
        row = self.log_lines.row(index)
        at_cursor = row.line == self.cursor and not row.is_note
        key = (index, at_cursor, self.words)
        strip = self._strips.get(key)
        if strip is None:
            strip = Strip(self._segments(row, at_cursor))
            self._strips[key] = strip
        gutter = self._gutter()
        body = strip.crop_extend(gutter + left, left + width, base)
        return Strip.join([strip.crop(0, gutter), body]).crop_extend(0, width, base).apply_offsets(left, index)

    def _segments(self, row: Row, at_cursor: bool) -> list[Segment]:
        digits = self._gutter() - 2
        number = self.get_component_rich_style("log--cursor" if at_cursor else "log--number")
        mark = self.get_component_rich_style(f"log--{row.mark or 'text'}")
        glyph = Segment(f"{_GLYPHS[row.mark]} ", self.rich_style + Style(color=mark.color))
        if row.is_note:
            return [Segment(" " * digits, number), glyph, Segment(row.text, self.get_component_rich_style("log--note"))]
        return [Segment(f"{row.line:>{digits}}", number), glyph, *self._found(row.text, mark)]

    def _found(self, text: str, style: Style) -> list[Segment]:
        """The text with the searched words highlighted."""
        lower = text.lower()
        if not self.words or len(lower) != len(text):
            return [Segment(text, style)]
        found = self.get_component_rich_style("log--found")
        parts, position = [], 0
        while (start := lower.find(self.words, position)) >= 0:
            end = start + len(self.words)
            parts += [Segment(text[position:start], style), Segment(text[start:end], found)]
            position = end
        return [*parts, Segment(text[position:], style)]

    # --- moving ---------------------------------------------------------------------------------

    def action_move(self, by: int) -> None:
        """Cursor up or down."""
        self.go_to(self.cursor + by)

    def action_page(self, by: int) -> None:
        """Cursor by a screenful."""
        self.go_to(self.cursor + by * max(1, self.scrollable_content_region.height - 2))

    def action_go(self, line: int) -> None:
        """Cursor to a line; -1 is the last."""
        self.go_to(line if line > 0 else len(self.log_lines.lines))

    def action_copy(self) -> None:
        """The raw line at the cursor, without control sequences."""
        if self.log_lines.lines:
            self.post_message(self.Copied(self.log_lines.row(self.log_lines.row_of(self.cursor)).text))

    def on_click(self, event: events.Click) -> None:
        """The cursor goes where one clicks."""
        index = self.scroll_offset.y + event.y
        if index < self.log_lines.count:
            self.cursor = self.log_lines.row(index).line
            self._repaint()
            self.post_message(self.Moved(self.cursor))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Repaint what came into view."""
        super().watch_scroll_y(old_value, new_value)
        self.refresh(Region(0, 0, *self.size))
