"""Paragraphs that wrap as both scripts expect: between Chinese letters too, and under the text of an item, not its mark."""

from collections.abc import Iterator

from rich.cells import get_character_cell_size
from textual.content import Content
from textual.css.styles import RulesMap
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions
from textual.widgets import Static

from crashkb.render.fill import plain

_NOT_FIRST = frozenset("，。、；：？！）】》”’」』…·,.;:?!)]}%°")
"""Signs with which no line begins."""
_NOT_LAST = frozenset("（【《“‘「『([{")
"""Signs with which no line ends."""


class Flow(Content):
    """Content with its own line breaks.

    Args:
        content: what stands there.
        hang: cells by which lines after a break are indented.
    """

    def __init__(self, content: Content, hang: int = 0) -> None:
        super().__init__(content.plain, list(content.spans))
        self._hang = hang
        self._fitted: tuple[int, Content] = (-1, Content(""))

    def fitted(self, width: int) -> Content:
        """The content with line breaks for that many cells."""
        if self._fitted[0] != width:
            whole = Content(self.plain, list(self.spans))
            lines = [part for line in whole.split(allow_blank=True) for part in _broken(line, width, self._hang)]
            self._fitted = (width, Content("\n").join(lines))
        return self._fitted[1]

    def get_height(self, rules: RulesMap, width: int) -> int:
        """Lines at that width."""
        return self.fitted(width).get_height(rules, width) if width > 0 else 1

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """The lines."""
        return self.fitted(width).render_strips(width, height, style, options) if width > 0 else []


class Paragraph(Static):
    """A widget that shows a Flow."""

    DEFAULT_CSS = "Paragraph { height: auto; width: 1fr; }"

    def __init__(self, content: Content | str, hang: int = 0, classes: str = "") -> None:
        whole = content if isinstance(content, Content) else Content(plain(content))
        super().__init__(Flow(whole, hang), classes=classes)

    def set_content(self, content: Content, hang: int = 0) -> None:
        """Show something else."""
        self.update(Flow(content, hang))

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """What was selected, with the line breaks of the screen."""
        visual = self.visual
        return (
            (selection.extract(visual.fitted(self.content_size.width).plain), "\n")
            if isinstance(visual, Flow)
            else None
        )


def _broken(line: Content, width: int, hang: int) -> Iterator[Content]:
    offsets = breaks(line.plain, width, hang)
    for number, part in enumerate(line.divide(offsets) if offsets else [line]):
        yield part.rstrip().pad_left(hang) if number else part.rstrip()


def breaks(text: str, width: int, hang: int = 0) -> list[int]:
    """Offsets at which new lines begin.

    Args:
        text: one line.
        width: cells of a line.
        hang: cells that later lines lose to their indent.
    """
    found: list[int] = []
    used = start = 0
    room = width
    candidate = -1  # the last place where a line may begin
    for index, letter in enumerate(text):
        cells = get_character_cell_size(letter)
        if index > start and may_break(text[index - 1], letter):
            candidate = index
        if used + cells > room and letter != " ":
            begin = candidate if candidate > start else index
            if begin > start:
                found.append(begin)
                room = max(1, width - hang)
                start, candidate = begin, -1
                used = sum(get_character_cell_size(inner) for inner in text[begin:index])
        used += cells
    return found


def may_break(before: str, after: str) -> bool:
    """Whether a line may end after one letter and begin with the other."""
    if after == " " or after in _NOT_FIRST or before in _NOT_LAST:
        return False
    return before == " " or is_wide(before) or is_wide(after)


def is_wide(letter: str) -> bool:
    """Whether it is a Chinese letter or a full-width sign."""
    return letter > "\u2e7f" and get_character_cell_size(letter) == 2
