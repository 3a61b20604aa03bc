"""One draft as a form, with what it would do beside it, looked at anew a moment after each change."""

from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, Static

from crashkb.errors import CrashkbError
from crashkb.ingest.form import Form
from crashkb.tui.draft_actions import Twice, accept, edit, reject
from crashkb.tui.draft_form import DraftForm
from crashkb.tui.draft_preview import PreviewPane, flaw_lines, sight_lines
from crashkb.tui.draft_wire import Shown, Sight
from crashkb.tui.engine import Engine
from crashkb.tui.key_bar import Key, KeyBar
from crashkb.tui.keys import CLOSE, LANGUAGE
from crashkb.tui.side import BESIDE_FROM_WIDTH
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp

_PAUSE_SECONDS = 0.5
"""After the last key, before it is looked at again."""

_KEYS = (
    Key("^S", "save", "screen.save"),
    Key("F2", "check", "screen.check"),
    Key("F3", "accept", "screen.accept"),
    Key("^R", "reject", "screen.reject"),
    LANGUAGE,
    CLOSE,
)
_UNREADABLE_KEYS = (Key("e", "edit", "screen.edit"), Key("^R", "reject", "screen.reject"), LANGUAGE, CLOSE)


class DraftScreen(Screen[None]):
    """The form and its preview.

    Args:
        drafts: who works on drafts.
        language: 'en' or 'zh'.
        name: the draft's.
    """

    CSS = """
    DraftScreen > #top { height: 1; background: $panel; color: $text-muted; padding: 0 1; }
    DraftScreen > #both { height: 1fr; layout: horizontal; }
    DraftScreen PreviewPane { border-left: vkey $foreground 25%; }
    DraftScreen.-narrow > #both { layout: vertical; }
    DraftScreen.-narrow PreviewPane { border-left: none; border-top: hkey $foreground 25%; height: 9; }
    DraftScreen.-unreadable DraftForm { display: none; }
    DraftScreen.-unreadable PreviewPane { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, priority=True),
        Binding("ctrl+s", "save", show=False, priority=True),
        Binding("f2", "check", show=False, priority=True),
        Binding("f3", "accept", show=False, priority=True),
        Binding("ctrl+r", "reject", show=False, priority=True),
        Binding("e", "edit", show=False),
    ]
    app: "CrashkbApp"

    def __init__(self, drafts: Engine, language: str, name: str) -> None:
        super().__init__()
        self._drafts = drafts
        self._language = language
        self._draft = name
        self._shown: Shown | None = None
        self._sight: Sight | None = None
        self._pause: Timer | None = None
        self._looking = self._again = False
        self._twice = Twice()

    def compose(self) -> ComposeResult:
        """Heading, form, preview, keys."""
        yield Static(Content(word(self._language, "drafts-opening")), id="top")
        with Container(id="both"):
            yield DraftForm(self._language)
            yield PreviewPane()
        yield KeyBar(_KEYS, self._language)

    def on_mount(self) -> None:
        """Read the draft."""
        self.set_class(self.app.size.width < BESIDE_FROM_WIDTH, "-narrow")
        self.form.display = False
        self._open()

    def on_resize(self) -> None:
        """Side by side only where there is room."""
        self.set_class(self.size.width < BESIDE_FROM_WIDTH, "-narrow")

    @property
    def form(self) -> DraftForm:
        """The fields."""
        return self.query_one(DraftForm)

    @property
    def pane(self) -> PreviewPane:
        """What it would do."""
        return self.query_one(PreviewPane)

    @property
    def is_changed(self) -> bool:
        """Whether something stands in the fields that is not saved."""
        return self._shown is not None and self._shown.form is not None and self.form.values != self._shown.form

    @property
    def _is_unreadable(self) -> bool:
        return self._shown is not None and self._shown.form is None

    async def relabel(self, language: str) -> None:
        """Say everything in that language."""
        self._language = language
        self.form.relabel(language)
        self._tell_top()
        await self._tell_sight()

    def _tell_top(self) -> None:
        state = word(self._language, "draft-changed" if self.is_changed else "draft-saved")
        if self._is_unreadable:
            state = word(self._language, "draft-broken")
        self.query_one(KeyBar).show(_UNREADABLE_KEYS if self._is_unreadable else _KEYS, self._language)
        self.query_one("#top", Static).update(Content(f"{word(self._language, 'draft')} · {state} · {self._draft}"))

    async def _tell_sight(self) -> None:
        if self._shown is not None and self._is_unreadable:
            head = Content.styled(word(self._language, "draft-unreadable"), "bold $text-error")
            await self.pane.show([head, *flaw_lines(self._shown.flaws, self._language)])
        elif self._sight is not None:
            await self.pane.show(list(sight_lines(self._sight, self._language)))
        else:
            await self.pane.show([Content(word(self._language, "draft-looking"))])

    # --- opening and looking ----------------------------------------------------------------------

    @work(exclusive=True, group="open")
    async def _open(self) -> None:
        try:
            shown: Shown = await self._drafts.request("drafting", "open", self._draft)
        except CrashkbError as error:
            self.app.problem(error)
            self.app.pop_screen()
            return
        self._take(shown)
        await self._tell_sight()
        if shown.form is not None:
            self.form.query(Input).first().focus(scroll_visible=False)
            self._look()
        else:
            self.pane.focus()

    def _take(self, shown: Shown) -> None:
        """This is the draft as it stands on the disk."""
        self._shown = shown
        self.set_class(shown.form is None, "-unreadable")
        self.form.display = shown.form is not None
        if shown.form is not None:
            self.form.show(shown.form, shown.languages)
        self._tell_top()

    @on(DraftForm.Changed)
    def _changed(self) -> None:
        self._tell_top()
        self.pane.add_class("-old")
        if self._pause is not None:
            self._pause.stop()
        self._pause = self.set_timer(_PAUSE_SECONDS, self._look)

    @on(DraftForm.KindChosen)
    def _kind_chosen(self, event: DraftForm.KindChosen) -> None:
        self._of_kind(event.kind)

    @work(exclusive=True, group="kind")
    async def _of_kind(self, kind: str) -> None:
        assert self._shown is not None
        self.pane.add_class("-old")
        try:
            form: Form = await self._drafts.request("drafting", "of_kind", self.form.values._replace(kind=kind))
        except CrashkbError as error:
            self.app.problem(error)
            return
        self.form.show(form, self._shown.languages)
        self._tell_top()
        self._look()

    @work(group="look")
    async def _look(self) -> None:
        """Look at what stands in the fields; what is changed meanwhile is looked at afterwards, nothing is broken off."""
        if self._looking:
            self._again = True
            return
        self._looking = True
        try:
            self._again = True
            while self._again:
                self._again = False
                self._sight = await self._drafts.request("drafting", "look", self.form.values)
            await self._tell_sight()
        except CrashkbError as error:
            await self._cannot_look(str(error))
        finally:
            self._looking = False

    async def _cannot_look(self, reason: str) -> None:
        self._sight = None
        line = reason.strip().splitlines()[-1]
        await self.pane.show([Content.styled(f"✗ {line}", "bold $text-error")])

    # --- keys -------------------------------------------------------------------------------------

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Write the draft's files."""
        if await self._save():
            self.app.tell("draft-told-saved")

    async def _save(self) -> bool:
        if self._shown is None or self._shown.form is None:
            return False
        try:
            values = self.form.values
            shown: Shown = await self._drafts.request("drafting", "save", values, self._shown.mark)
        except CrashkbError as error:
            self.app.problem(error)
            return False
        if self.form.values == values:
            self._take(shown)
        else:  # somebody types on
            self._shown = shown
        return True

    def action_check(self) -> None:
        """Look at once, and go where it can be read."""
        if self._shown is not None and self._shown.form is not None:
            self._look()
        self.pane.focus()

    def action_accept(self) -> None:
        """At the second time: save, check, accept."""
        if self._shown is None or self._shown.form is None:
            return
        if self._twice.sure(self, "accept"):
            self._accept()
        else:
            self.app.tell("draft-accept-again", draft=self._draft)

    @work(exclusive=True, group="save")
    async def _accept(self) -> None:
        if self.is_changed and not await self._save():
            return
        try:
            self._sight = await accept(self.app, self._draft)
        except CrashkbError as error:
            self.app.problem(error)
            return
        if self._sight is None:
            self.app.pop_screen()
        else:
            await self._tell_sight()
            self.pane.focus()

    @work(exclusive=True, group="save")
    async def action_reject(self) -> None:
        """After the reason was asked for."""
        if self._shown is not None and await reject(self.app, self._draft):
            self.app.pop_screen()

    @work(exclusive=True, group="save")
    async def action_edit(self) -> None:
        """A draft that the form cannot read, in $EDITOR; then it is read again."""
        if self._shown is not None and self._is_unreadable:
            await edit(self.app, self._shown.folder)
            self._open()

    def may_leave(self, key: str) -> bool:
        """Whether nothing would be lost, or the person insists on that key."""
        if not self.is_changed or self._twice.sure(self, key):
            return True
        self.app.tell("draft-unsaved")
        return False

    def action_close(self) -> None:
        """Back; with changes that are not saved only at the second time."""
        if self.may_leave("close"):
            self.app.pop_screen()
