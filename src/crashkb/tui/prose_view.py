"""Passages on the screen: the first screenful at once, the rest as it can be; and parts that open on demand."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from crashkb.tui.choice import FOCUS_MOVES
from crashkb.tui.flow import Paragraph
from crashkb.tui.prose import Passage, passages

_FIRST = 40
_NEXT = 60


def passage_widget(passage: Passage) -> Static:
    """One passage as a widget."""
    hang = 2 if passage.kind == "item" else 0
    classes = f"passage -{passage.kind}"
    if passage.kind in ("code", "table"):
        widget: Static = Static(passage.content, classes=classes)
    else:
        widget = Paragraph(passage.content, hang, classes)
    if passage.indent:
        widget.styles.padding = (0, 0, 0, passage.indent)
    return widget


def prose(markdown: str) -> list[Static]:
    """All passages of a short text as widgets."""
    return [passage_widget(passage) for passage in passages(markdown)]


class ProseView(Vertical):
    """A text of any length.

    Args:
        markdown: the text.
    """

    DEFAULT_CSS = """
    ProseView { height: auto; }
    .passage { height: auto; width: 1fr; }
    .passage.-heading { text-style: bold; color: $text-primary; margin: 1 0 0 0; }
    .passage.-text { margin: 0 0 1 0; }
    .passage.-code { background: $boost; padding: 0 1; margin: 0 0 1 2; width: auto; max-width: 100%; }
    .passage.-table { margin: 0 0 1 0; }
    """

    def __init__(self, markdown: str = "", classes: str = "") -> None:
        super().__init__(classes=classes)
        self._markdown = markdown
        self._rest: Iterator[Passage] = iter(())

    def compose(self) -> ComposeResult:
        """The first screenful."""
        self._rest = passages(self._markdown)
        yield from map(passage_widget, islice(self._rest, _FIRST))

    def on_mount(self) -> None:
        """Go on with the rest once the first is on the screen."""
        self.call_after_refresh(self._more)

    async def _more(self) -> None:
        part = [passage_widget(passage) for passage in islice(self._rest, _NEXT)]
        if part and self.is_attached:
            await self.mount(*part)
            self.call_after_refresh(self._more)

    async def update(self, markdown: str) -> None:
        """Show another text."""
        self._markdown = markdown
        self._rest = passages(markdown)
        await self.remove_children()
        await self.mount(*map(passage_widget, islice(self._rest, _FIRST)))
        self.call_after_refresh(self._more)


class Fold(Vertical):
    """A heading that opens its text; what is closed costs no widgets.

    Args:
        title: the heading.
        body: Markdown, or what makes the widgets.
        is_open: whether it starts open.
    """

    DEFAULT_CSS = """
    Fold { height: auto; }
    Fold > .body { height: auto; padding: 0 0 0 2; }
    """
    is_open: reactive[bool] = reactive(False, init=False)

    def __init__(self, title: str, body: str | Callable[[], Sequence[Widget]], is_open: bool = False) -> None:
        super().__init__()
        self._title = title
        self._body = body
        self.set_reactive(Fold.is_open, is_open)

    def compose(self) -> ComposeResult:
        """The heading, and the text if it is open."""
        yield FoldHeading(self._heading())
        if self.is_open:
            yield self._content()

    def _heading(self) -> Content:
        return Content.assemble(("▾ " if self.is_open else "▸ ", "$text-muted"), (self._title, "bold"))

    def _content(self) -> Widget:
        if isinstance(self._body, str):
            return ProseView(self._body, classes="body")
        return Vertical(*self._body(), classes="body")

    async def watch_is_open(self, is_open: bool) -> None:
        """Show or remove the text."""
        if not self.is_mounted:
            return
        self.query_one(FoldHeading).update(self._heading())
        await self.query(".body").remove()
        if is_open:
            await self.mount(self._content())


class FoldHeading(Static, can_focus=True):
    """The heading of a fold."""

    DEFAULT_CSS = """
    FoldHeading { height: 1; width: auto; pointer: pointer; }
    FoldHeading:hover { background: $boost; }
    FoldHeading:focus { background: $block-cursor-background; color: $block-cursor-foreground; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "choose", show=False), *FOCUS_MOVES]

    def action_choose(self) -> None:
        """Open or close."""
        assert isinstance(self.parent, Fold)
        self.parent.is_open = not self.parent.is_open

    def on_click(self) -> None:
        """As Enter."""
        self.action_choose()
