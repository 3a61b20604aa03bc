"""The app: screens, language, theme, clipboard, files. What is said is decided in `session` and `crashkb.chat`."""

import asyncio
import gc
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import TextArea

from crashkb.errors import CrashkbError
from crashkb.render.fill import plain
from crashkb.tui.attachment import Attachment
from crashkb.tui.chat_screen import ChatScreen
from crashkb.tui.commands import Command
from crashkb.tui.composer import Composer
from crashkb.tui.engine import Engine
from crashkb.tui.palette import ACTIONS, palette, system_commands
from crashkb.tui.record import Recorder
from crashkb.tui.screens import ScreensApp
from crashkb.tui.session import Session
from crashkb.tui.themes import DARK, LIGHT
from crashkb.tui.unsent import Unsent, restored
from crashkb.tui.words import word

_KEEP_SECONDS = 1.0
_LAST_KEEP_SECONDS = 3.0
_PAINT_SECONDS = 0.1


class CrashkbApp(ScreensApp):
    """crashkb's chat.

    Args:
        engine: for diagnoses.
        pages: for reading pages while a diagnosis runs.
        drafts: for working on drafts; not started before there is one to work on.
        recorder: what is kept.
        language: 'en' or 'zh'.
        folder: where exports go.
        example_log: the log that the first example reads.
        first: a log file to begin with, or ''.
    """

    TITLE = "crashkb"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("f1", "help", show=False, priority=True),
        Binding("f4", "browse", show=False, priority=True),
        Binding("f5", "history", show=False, priority=True),
        Binding("f6", "unknowns", show=False, priority=True),
        Binding("f7", "drafts", show=False, priority=True),
        Binding("f8", "language", show=False, priority=True),
        Binding("f9", "theme", show=False, priority=True),
    ]

    def __init__(
        self,
        engine: Engine,
        pages: Engine,
        drafts: Engine,
        recorder: Recorder,
        language: str,
        folder: Path,
        example_log: Path,
        first: str = "",
    ) -> None:
        super().__init__()
        self.engine = engine
        self.pages = pages
        self.drafts = drafts
        self.recorder = recorder
        self.language = language
        self.folder = folder
        self.kb_version = ""
        self._example_log = example_log
        self._first = first
        self.unsent = Unsent(pages, recorder)
        self._asked_to_quit = False
        self._chat: ChatScreen | None = None
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = recorder.setting("theme") or DARK.name

    def get_default_screen(self) -> Screen[None]:
        """The chat is the first screen, not one over an empty one."""
        self._chat = ChatScreen(Session(self.engine, self.recorder, self.language))
        return self._chat

    def on_mount(self) -> None:
        """Everything that takes time comes after the first screen."""
        # a moment later, for the thread that writes the first screen would have to share the interpreter with it
        self.set_timer(_PAINT_SECONDS, self._warm_up)

    @property
    def chat(self) -> ChatScreen:
        """The chat screen."""
        assert self._chat is not None
        return self._chat

    @work
    async def _warm_up(self) -> None:
        gc.enable()
        problem = await self.recorder.open()
        if problem:
            self.tell("history-off", reason=problem)
        await self._restore()
        self.set_interval(_KEEP_SECONDS, self._keep)
        try:
            self.kb_version = await self.engine.request("warm")
            self.chat.tell_title()
            self._tell_broken(await self.engine.request("broken"))
            await self.pages.request("warm")
        except CrashkbError as error:
            self.problem(error)

    def _tell_broken(self, lines: Sequence[str]) -> None:
        """A team's pages that are broken are left out; the rest works."""
        if lines:
            told = word(self.language, "broken-pages", count=len(lines), first=plain(lines[0]))
            self.notify(told, severity="warning", markup=False, timeout=15)

    @work(group="reopen")
    async def reopen(self) -> None:
        """The knowledge base has changed: answer with what it holds now."""
        try:
            self.kb_version = await self.engine.request("reopen")
            self.chat.tell_title()
            if self.pages is not self.engine:
                await self.pages.request("reopen")
        except CrashkbError as error:
            self.problem(error)

    async def _restore(self) -> None:
        draft = restored(self.recorder.unsent())
        if draft.text or draft.attachments:
            await self.chat.prompt.put_back(draft)
            self.tell("restored")
        if self._first:
            await self.chat.prompt.attach(Attachment("", self._first))

    # --- what is kept -------------------------------------------------------------------------------

    @work(group="keep")
    async def _keep(self) -> None:
        """Write what is not sent, and tell what could not be written."""
        await self.unsent.save()
        problem = self.recorder.new_problem()
        if problem:
            self.notify(word(self.language, "not-kept", reason=problem), severity="warning", markup=False, timeout=8)

    async def on_unmount(self) -> None:
        """Nothing is lost: what was said is written already, and the last second's typing is written now."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.unsent.save(), _LAST_KEEP_SECONDS)
        await self.engine.close()
        await self.pages.close()
        await self.drafts.close()
        await self.recorder.close()

    # --- keys ---------------------------------------------------------------------------------------

    def action_interrupt(self) -> None:
        """Ctrl+C: copies what is selected, else stops what runs, else empties the box, else quits at the second time."""
        box = self.focused if isinstance(self.focused, TextArea) else None
        selected = (box.selected_text if box else "") or self.screen.get_selected_text() or ""
        if selected:
            self.copy_to_clipboard(selected)
            self.tell("copied")
        elif isinstance(self.screen, ChatScreen) and self.screen.stop():
            pass
        elif isinstance(box, Composer) and box.text:  # not a field of a form, whose text nobody remembers
            box.remember(box.text)
            box.load_text("")
        elif self._asked_to_quit:
            self.exit()
        else:
            self._asked_to_quit = True
            self.set_timer(3, self._stay)
            self.tell("quit-again")

    def _stay(self) -> None:
        self._asked_to_quit = False

    async def action_language(self) -> None:
        """The other language, for everything on the screen."""
        await self.set_language("en" if self.language == "zh" else "zh")

    async def set_language(self, language: str) -> None:
        """Say everything in that language from now on."""
        self.language = language
        await self.recorder.keep_setting("language", language)
        for screen in self.screen_stack:
            relabel = getattr(screen, "relabel", None)
            if relabel is not None:
                await relabel(language)

    async def action_theme(self) -> None:
        """Light or dark."""
        self.theme = DARK.name if self.theme == LIGHT.name else LIGHT.name
        await self.recorder.keep_setting("theme", self.theme)

    async def action_quit(self) -> None:
        """Quit, unless a form holds changes that would be lost."""
        may_leave = getattr(self.screen, "may_leave", None)
        if may_leave is None or may_leave("quit"):
            await super().action_quit()

    # --- conversations --------------------------------------------------------------------------------

    def begin(self, conversation: int | None) -> None:
        """A new conversation, or a past one taken up again; what is being worked on goes back into the box."""
        self.chat.stop()
        while len(self.screen_stack) > 1:
            self.pop_screen()  # not awaited: it may be the very screen whose message is being handled
        self._begin(conversation)

    @work(exclusive=True, group="begin")
    async def _begin(self, conversation: int | None) -> None:
        session = Session(self.engine, self.recorder, self.language)
        self.chat.session = session
        await self.chat.talk.show_all(session)
        if conversation is not None:
            self.chat.reopen(conversation)
        self.chat.tell_title()
        self.chat.composer.focus()

    async def example(self, name: str) -> None:
        """One of the three to try."""
        if name == "log":
            self.chat.submit("", [Attachment("", str(self._example_log))])
        elif name == "ask":
            self.chat.submit(word(self.language, "example-ask-text"), [])
        else:
            self.chat.show_guide("")

    # --- commands ---------------------------------------------------------------------------------------

    async def run_command(self, command: Command, chat: ChatScreen) -> None:
        """Carry out a slash command."""
        if command.name == "lang" and command.argument in ("en", "zh"):
            await self.set_language(command.argument)
            return
        await self.run_action(ACTIONS[command.name], default_namespace=chat)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette's commands."""
        return system_commands(self)

    def action_command_palette(self) -> None:
        """The palette, once."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(palette(self.language))
