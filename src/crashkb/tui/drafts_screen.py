"""The drafts: open one, accept it, reject it, hand it to an editor."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from crashkb.errors import CrashkbError
from crashkb.render.fill import plain
from crashkb.tui.draft_actions import Twice, accept, edit, reject
from crashkb.tui.draft_wire import Row, Shown
from crashkb.tui.key_bar import Key
from crashkb.tui.keys import CLOSE, LANGUAGE
from crashkb.tui.list_screen import ListScreen
from crashkb.tui.record import Recorder
from crashkb.tui.words import word

_KINDS = {"cause": "kind-cause", "signature": "kind-signature", "case": "kind-case"}


class DraftsScreen(ListScreen):
    """The list of drafts, newest first."""

    NAME = "drafts"
    KEYS = (
        Key("Enter", "open", "focused.select"),
        Key("a", "accept", "screen.accept"),
        Key("Del", "reject", "screen.reject"),
        Key("e", "edit", "screen.edit"),
        Key("/", "search", "screen.search"),
        LANGUAGE,
        CLOSE,
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "accept", show=False),
        Binding("delete", "reject", show=False),
        Binding("e", "edit", show=False),
    ]

    def __init__(self, recorder: Recorder, language: str) -> None:
        super().__init__(recorder, language)
        self._rows: tuple[Row, ...] | None = None
        self._twice = Twice()

    async def on_mount(self) -> None:
        """The list comes when it has been read."""
        self.query_one(OptionList).focus()
        self.query_one("#top", Static).update(Content(word(self.language, "drafts-opening")))
        self.load()

    def on_screen_resume(self) -> None:
        """A form was closed over it."""
        if self._rows is not None:
            self.load()

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Read the list anew."""
        try:
            self._rows = await self.app.drafts.request("drafting", "list")
        except CrashkbError as error:
            self.app.problem(error)
            self._rows = ()
        self.query_one("#top", Static).update(Content(word(self.language, self.NAME)))
        await self.fill()

    async def lines(self, words: str) -> Sequence[tuple[str, Content]]:
        """Date, what it is, title, name."""
        wanted = words.lower()
        return [
            (
                row.name,
                Content.assemble(
                    (f"{row.created or '—':<10}  ", "$text-muted"),
                    (f"{word(self.language, _KINDS.get(row.kind, 'kind-pages'))}  ", "$text-warning"),
                    plain(row.title),
                    (f"  {row.by}" if row.by else "", "$text-muted"),
                ),
            )
            for row in self._rows or ()
            if wanted in f"{row.title} {row.name}".lower()
        ]

    @on(OptionList.OptionSelected)
    def _opened(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_id:
            self.app.open_draft(event.option_id)

    def action_accept(self) -> None:
        """At the second time."""
        if not self.chosen:
            return
        if self._twice.sure(self, self.chosen):
            self._accept(self.chosen)
        else:
            self.app.tell("draft-accept-again", draft=self.chosen)

    @work(exclusive=True, group="accept")
    async def _accept(self, name: str) -> None:
        try:
            sight = await accept(self.app, name)
        except CrashkbError as error:
            self.app.problem(error)
            return
        if sight is not None:
            self.app.open_draft(name)  # it shows what is to be mended
        else:
            self.load()

    @work(exclusive=True, group="accept")
    async def action_reject(self) -> None:
        """After the reason was asked for."""
        if self.chosen and await reject(self.app, self.chosen):
            self.load()

    @work(exclusive=True, group="accept")
    async def action_edit(self) -> None:
        """The draft's files in $EDITOR."""
        if not self.chosen:
            return
        try:
            shown: Shown = await self.app.drafts.request("drafting", "open", self.chosen)
        except CrashkbError as error:
            self.app.problem(error)
        else:
            await edit(self.app, shown.folder)
            self.load()
