"""All pages: a tree with a filter, and the page beside it."""

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static, Tree

from crashkb.errors import CrashkbError
from crashkb.tui.catalog import grouped, matching
from crashkb.tui.choice import Choice
from crashkb.tui.engine import Engine
from crashkb.tui.key_bar import Key, KeyBar
from crashkb.tui.keys import CLOSE, LANGUAGE
from crashkb.tui.prose import links
from crashkb.tui.prose_view import ProseView
from crashkb.tui.wire import Catalog
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp

_MOST_OPEN = 60
"""Filtered pages up to which the tree is opened wide."""

_KEYS = (
    Key("/", "search", "screen.filter"),
    Key("Enter", "open", "focused.select_cursor"),
    Key("l", "links", "screen.links"),
    Key("←", "back", "screen.back"),
    LANGUAGE,
    CLOSE,
)


class BrowseScreen(Screen[None]):
    """The knowledge base.

    Args:
        pages: who reads pages.
        language: 'en' or 'zh'.
        page_id: the page to begin with, or ''.
    """

    CSS = """
    BrowseScreen > #top { height: 1; background: $panel; color: $text-muted; padding: 0 1; }
    BrowseScreen #tree-side { width: 38; border-right: vkey $foreground 25%; }
    BrowseScreen #tree-side > Input { height: 1; border: none; padding: 0 1; background: $boost; }
    BrowseScreen #page { padding: 0 1; width: 1fr; }
    BrowseScreen #page > .links { height: auto; border: round $primary; display: none; }
    BrowseScreen #page > .links.-some { display: block; }
    BrowseScreen Tree { padding: 0 1; background: $background; }
    BrowseScreen.-narrow.-reading #tree-side { display: none; }
    BrowseScreen.-narrow.-choosing #page { display: none; }
    BrowseScreen.-narrow #tree-side { width: 1fr; border-right: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("slash", "filter", show=False),
        Binding("l", "links", show=False),
        Binding("left,backspace", "back", show=False),
    ]
    app: "CrashkbApp"

    def __init__(self, pages: Engine, language: str, page_id: str = "") -> None:
        super().__init__(classes="-reading" if page_id else "-choosing")
        self._pages = pages
        self._language = language
        self._first = page_id
        self._trail: list[str] = []
        self._markdown = ""
        self._catalog = Catalog("", (), {})

    def compose(self) -> ComposeResult:
        """Tree and page."""
        yield Static(Content(word(self._language, "opening")), id="top")
        with Horizontal():
            with Vertical(id="tree-side"):
                yield Input(placeholder=word(self._language, "filter"))
                tree: Tree[str] = Tree("kb")
                tree.show_root = False
                tree.guide_depth = 2
                yield tree
            with VerticalScroll(id="page"):
                yield Vertical(classes="links")
                yield ProseView(word(self._language, "pick-page"))
        yield KeyBar(_KEYS, self._language)

    def on_mount(self) -> None:
        """Read the list of pages, and the page that was asked for."""
        self.set_class(self.app.size.width < 100, "-narrow")
        self.query_one("#page").focus() if self._first else self.query_one(Tree).focus()
        self._load()

    def on_resize(self) -> None:
        """One of both where there is no room for two."""
        self.set_class(self.size.width < 100, "-narrow")

    @work
    async def _load(self) -> None:
        try:
            if self._first:
                await self._show(self._first)
            self._catalog = await self._pages.request("catalog")
        except CrashkbError as error:
            self.app.problem(error)
        self._fill_tree()

    async def relabel(self, language: str) -> None:
        """Tree and page in that language."""
        self._language = language
        self.query_one(Input).placeholder = word(language, "filter")
        self.query_one(KeyBar).show(_KEYS, language)
        self._fill_tree()
        if self._trail:
            await self._show(self._trail.pop())

    # --- the tree -----------------------------------------------------------------------------------

    def _fill_tree(self) -> None:
        if not self._catalog.entries:
            return
        words = self.query_one(Input).value
        entries = matching(self._catalog.entries, words)
        tree: Tree[str] = self.query_one(Tree)
        tree.clear()
        wide = bool(words.strip()) and len(entries) <= _MOST_OPEN
        for kind, families in grouped(entries).items():
            count = sum(map(len, families.values()))
            branch = tree.root.add(Text(f"{word(self._language, f'kind-{kind}')} ({count})"), expand=wide)
            for family, members in families.items():
                name = self._catalog.families.get(family, {}).get(self._language, family)
                under = branch.add(Text(f"{name} ({len(members)})"), expand=wide) if family else branch
                for entry in members:
                    under.add_leaf(Text(entry.titles[self._language]), data=entry.id)
        pages = word(self._language, "pages", count=len(entries))
        top = f"{word(self._language, 'browse')} · {pages} · {self._catalog.version}"
        self.query_one("#top", Static).update(Content(top))

    @on(Input.Changed)
    def _filtered(self, event: Input.Changed) -> None:
        event.stop()
        self._fill_tree()

    @on(Input.Submitted)
    def _to_tree(self, event: Input.Submitted) -> None:
        event.stop()
        tree: Tree[str] = self.query_one(Tree)
        tree.focus()
        tree.action_cursor_down()

    @on(Tree.NodeSelected)
    def _selected(self, event: "Tree.NodeSelected[str]") -> None:
        event.stop()
        if event.node.data:
            self.open(event.node.data)

    # --- the page -----------------------------------------------------------------------------------

    @work(exclusive=True, group="page")
    async def open(self, page_id: str) -> None:
        """Show a page."""
        try:
            await self._show(page_id)
        except CrashkbError as error:
            self.app.problem(error)

    async def _show(self, page_id: str) -> None:
        if not page_id:
            return
        found, markdown = await self._pages.request("page", page_id, self._language)
        if not found:
            self.app.tell("no-page", id=page_id)
            return
        if not self._trail or self._trail[-1] != found:
            self._trail.append(found)
        self._markdown = markdown
        self.query_one(".links").remove_class("-some")
        self.set_class(True, "-reading")
        self.set_class(False, "-choosing")
        await self.query_one(ProseView).update(markdown)
        page = self.query_one("#page", VerticalScroll)
        page.scroll_home(animate=False)
        page.focus()

    def action_filter(self) -> None:
        """To the filter."""
        self.set_class(False, "-reading")
        self.set_class(True, "-choosing")
        self.query_one(Input).focus()

    async def action_links(self) -> None:
        """The links of the page as a list."""
        box = self.query_one(".links", Vertical)
        await box.remove_children()
        found = links(self._markdown)
        if found:
            await box.mount(
                Static(Content(word(self._language, "links"))),
                *(
                    Choice(
                        "link",
                        link.target,
                        link.words if link.words == link.target else f"{link.words} ({link.target})",
                    )
                    for link in found
                ),
            )
            box.add_class("-some")
            self.query_one("#page").scroll_home(animate=False)
            box.query(Choice).first().focus()

    @on(Choice.Chosen)
    def _followed(self, event: Choice.Chosen) -> None:
        event.stop()
        self.app.action_follow(event.value)

    def action_back(self) -> None:
        """To the page before."""
        if len(self._trail) > 1:
            self._trail.pop()
            self.open(self._trail.pop())

    def action_close(self) -> None:
        """From the page to the tree where only one is shown, else back to the chat."""
        if isinstance(self.focused, Input):
            self.query_one(Tree).focus()
        elif self.has_class("-narrow") and self.has_class("-reading") and not self._first:
            self.set_class(False, "-reading")
            self.set_class(True, "-choosing")
            self.query_one(Tree).focus()
        else:
            self.app.pop_screen()
