"""The chat: conversation, side pane, input. Keys and messages come in here; what follows is the session's to say."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from crashkb.errors import CrashkbError
from crashkb.tui.asking import Asking
from crashkb.tui.attachment import Attachment
from crashkb.tui.choice import Choice
from crashkb.tui.composer import Composer
from crashkb.tui.key_bar import Key, KeyBar
from crashkb.tui.keys import CHAT_KEYS, keys_for
from crashkb.tui.log_view import LogView
from crashkb.tui.outbox_screen import OutboxScreen
from crashkb.tui.prompt import Prompt
from crashkb.tui.session import Session
from crashkb.tui.side import BESIDE_FROM_WIDTH, Side
from crashkb.tui.steps import StepRow
from crashkb.tui.talk import Talk
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp


class ChatScreen(OutboxScreen):
    """The first screen."""

    DEFAULT_CSS = """
    ChatScreen { layout: vertical; }
    #title { height: 1; background: $panel; color: $text-muted; padding: 0 1; }
    #main { height: 1fr; }
    ChatScreen.-narrow Side { width: 1fr; border-left: none; }
    ChatScreen.-narrow.-aside Talk { display: none; }
    """
    AUTO_FOCUS = "Composer"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "side('evidence')", show=False, priority=True),
        Binding("f3", "side('reasoning')", show=False, priority=True),
        Binding("ctrl+n", "new", show=False, priority=True),
        Binding("escape", "write", show=False),
    ]
    app: "CrashkbApp"

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._asking = Asking(self)
        self._closed_by_hand = False

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield Static("", id="title")
        with Horizontal(id="main"):
            yield Talk()
            yield Side(self.session.language)
        yield Prompt(self.session.language)
        yield KeyBar(CHAT_KEYS, self.session.language)

    @property
    def talk(self) -> Talk:
        """The conversation."""
        return self.query_one(Talk)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being worked on."""
        return self._asking.is_busy

    @property
    def side(self) -> Side:
        """The side pane."""
        return self.query_one(Side)

    @property
    def prompt(self) -> Prompt:
        """The bottom."""
        return self.query_one(Prompt)

    @property
    def composer(self) -> Composer:
        """The input."""
        return self.query_one(Composer)

    async def on_mount(self) -> None:
        """Welcome."""
        await self.talk.show_all(self.session)
        self.tell_title()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side only where there is room."""
        self.set_class(event.size.width < BESIDE_FROM_WIDTH, "-narrow")

    def tell_title(self) -> None:
        """The top line."""
        language = self.session.language
        version = (
            word(language, "kb", version=self.app.kb_version) if self.app.kb_version else word(language, "opening")
        )
        title = self.session.title or word(language, "untitled")
        # The knowledge base may be ready when the program is already ending, and its lines are gone.
        for line in self.query("#title").results(Static):
            line.update(Content(f"crashkb · {title} · {version}"))

    async def relabel(self, language: str) -> None:
        """Say everything in that language."""
        self.session.speak(language)
        await self.prompt.relabel(language)
        self.side.relabel(language)
        await self.talk.show_all(self.session)
        self.run_worker(self._fill_side(), group="side")  # a log is looked for only when what runs has ended
        self.tell_title()
        self._tell_keys()

    def on_paste(self, event: events.Paste) -> None:
        """A paste that arrived while the input had not the focus."""
        self.composer.take(event)
        self.composer.focus()

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        self.submit(event.text, event.attachments)

    @on(Prompt.Ordered)
    async def _ordered(self, event: Prompt.Ordered) -> None:
        await self.app.run_command(event.command, self)

    # --- asking -------------------------------------------------------------------------------------

    def submit(self, text: str, attachments: Sequence[Attachment], shown: str = "") -> None:
        """Say it, and show what follows."""
        self._asking.submit(text, attachments, shown)

    def stop(self) -> bool:
        """Stop what is being worked on; whether there was something."""
        return self._asking.stop()

    def reopen(self, conversation: int) -> None:
        """Take up a past conversation."""
        self._asking.reopen(conversation)

    async def answered(self) -> None:
        """An answer stands there: its log is shown beside it, where there is room."""
        self.tell_title()
        await self._fill_side()
        last = self.session.last
        wide = self.size.width >= BESIDE_FROM_WIDTH
        has_lines = last is not None and any(
            item.first for cause in last.diagnosis.answer.causes[:1] for item in cause.evidence
        )
        if (
            wide
            and has_lines
            and not self.side.shown
            and not self._closed_by_hand
            and "\n" in (self.session.state.text or "\n")
        ):
            self._open_side("evidence")

    async def _fill_side(self, line: int = 0) -> None:
        session = self.session
        last = session.last
        lines: Sequence[str] = ()
        try:
            lines = await session.log_lines() if last is not None else ()
        except CrashkbError as error:  # the file is gone meanwhile
            self.app.problem(error)
        if session is not self.session:
            return
        await self.side.show(lines, last.diagnosis if last else None, self.session.spoken, line)

    @work(group="guide")
    async def show_guide(self, platform: str) -> None:
        """What to collect where there is nothing to go by."""
        session = self.session
        try:
            await self.talk.add([await session.guide(platform)], session)
        except CrashkbError as error:
            self.app.problem(error)

    # --- choices and steps ---------------------------------------------------------------------------

    @on(Choice.Chosen)
    async def _chosen(self, event: Choice.Chosen) -> None:
        event.stop()
        kind, value = event.kind, event.value
        if kind == "page":
            self.app.open_page(value)
        elif kind == "line":
            self._open_side("evidence")
            self.side.evidence.view.go_to(int(value))
            self.side.focus_pane()
        elif kind == "copy":
            self.copy(value)
        elif kind == "option":
            last = self.session.last
            question = last.questions[last.language] if last else None
            if question is not None:
                self.submit(value, [], shown=question.options[int(value) - 1].label)
        elif kind == "guide":
            self.show_guide(value)
        elif kind == "draft":
            self.app.start_draft(int(value))
        elif kind == "example":
            await self.app.example(value)

    @on(StepRow.Ticked)
    async def _ticked(self, event: StepRow.Ticked) -> None:
        row = event.row
        for other in self.query(StepRow):
            if other is not row and (other.cause, other.step.id) == (row.cause, row.step.id):
                other.set_ticked(row.ticked)
        await self.session.tick(row.cause, row.step.id, row.ticked)

    @on(StepRow.Judged)
    async def _judged(self, event: StepRow.Judged) -> None:
        await self.session.judge(event.row.cause, event.row.step.id, event.outcome)
        self.app.tell("recorded")

    @on(StepRow.Copied)
    @on(LogView.Copied)
    def _copied(self, event: "StepRow.Copied | LogView.Copied") -> None:
        self.copy(event.text)

    # --- keys ---------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """What is typed while the conversation has the focus, and is no key of it, goes into the box."""
        is_key = event.key in self.active_bindings or self.side.has_focus_within
        if event.is_printable and event.character and not is_key and not isinstance(self.focused, Input | Composer):
            self.composer.focus()
            self.composer.insert(event.character)
            event.stop()

    def on_descendant_focus(self) -> None:
        """The bottom line says what keys do here."""
        self._tell_keys()

    def _tell_keys(self) -> None:
        self.query_one(KeyBar).show(self._keys(), self.session.language)

    def _keys(self) -> tuple[Key, ...]:
        return keys_for(self.focused)

    @on(Composer.Left)
    def _leave_box(self) -> None:
        if not self.stop():
            steps = [row for row in self.query(StepRow) if not row.ticked]
            target = steps[0] if steps and self.talk.display else self.talk
            target.focus(scroll_visible=bool(steps))

    def action_write(self) -> None:
        """To the input; what is open at the side closes first."""
        if self.side.shown and (self.side.has_focus_within or self.has_class("-narrow")):
            if self.side.shown == "evidence" and self.side.evidence.leave_search():
                return
            self._closed_by_hand = True
            self._open_side("")
        self.composer.focus()

    def action_side(self, name: str) -> None:
        """Open that pane, or close it if it is open."""
        opened = "" if self.side.shown == name else name
        self._closed_by_hand = not opened
        self._open_side(opened)
        if opened:
            self.side.focus_pane()
        else:
            self.composer.focus()

    def _open_side(self, name: str) -> None:
        self.side.open(name)
        self.set_class(bool(name), "-aside")

    def action_jump(self, by: int) -> None:
        """To the next or previous mark of the log."""
        self.side.evidence.action_jump(by)

    def action_search(self) -> None:
        """Search in the log."""
        self.side.evidence.action_search()

    def action_new(self) -> None:
        """Begin another conversation; the present one is in the history."""
        self.app.begin(None)
