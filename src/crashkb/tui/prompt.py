"""The bottom of the chat: the box, the logs beside it, and the commands that a slash may become."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static, TextArea

from crashkb.errors import CrashkbError
from crashkb.tui.attachment import SLOW_PASTE_CHARACTERS, Attachment, path_of
from crashkb.tui.commands import Command, command_of, suggestions
from crashkb.tui.composer import Chips, Composer
from crashkb.tui.unsent import Draft

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp


class Prompt(Vertical):
    """What will be said next."""

    DEFAULT_CSS = """
    Prompt { height: auto; dock: bottom; margin: 0 0 1 0; }
    Prompt > #hint { height: auto; max-height: 14; display: none; padding: 0 1; color: $text-muted; background: $panel; }
    Prompt > #hint.-some { display: block; }
    """
    app: "CrashkbApp"

    class Submitted(Message):
        """It is to be said."""

        def __init__(self, text: str, attachments: Sequence[Attachment]) -> None:
            self.text = text
            self.attachments = list(attachments)
            super().__init__()

    class Ordered(Message):
        """A slash command was typed."""

        def __init__(self, command: Command) -> None:
            self.command = command
            super().__init__()

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self.attachments: list[Attachment] = []

    def compose(self) -> ComposeResult:
        """Commands, logs, box."""
        yield Static("", id="hint")
        yield Chips()
        yield Composer(self._language)

    @property
    def composer(self) -> Composer:
        """The box."""
        return self.query_one(Composer)

    async def relabel(self, language: str) -> None:
        """Say it in that language."""
        self._language = language
        self.composer.relabel(language)
        await self._show_chips()

    async def put_back(self, draft: Draft) -> None:
        """Take back what was sent and not answered; it stands before what is in the box already."""
        self.composer.fill("\n".join(text for text in (draft.text, self.composer.text) if text))
        known = [item._replace(glance=None) for item in draft.attachments]
        self.attachments = [*known, *self.attachments]
        await self._show_chips()
        for item in known:
            self._look(item)

    async def _show_chips(self) -> None:
        await self.query_one(Chips).show(self.attachments, self._language)
        self.app.unsent.keep(self.composer.text, self.attachments)

    # --- sending ----------------------------------------------------------------------------------

    @on(Composer.Sent)
    async def _sent(self, event: Composer.Sent) -> None:
        event.stop()
        text = event.text.strip()
        if not text and not self.attachments:
            return
        self.composer.remember(text)
        self.composer.fill("")
        command = command_of(text)
        path = "" if command else path_of(text)
        if command is not None and command.name == "open":
            await self._open(command.argument)
        elif command is not None:
            self.post_message(self.Ordered(command))
        elif path:
            await self.attach(Attachment("", path))
        else:
            attachments, self.attachments = self.attachments, []
            await self._show_chips()
            self.post_message(self.Submitted(text, attachments))

    async def _open(self, argument: str) -> None:
        path = path_of(argument)
        if path:
            await self.attach(Attachment("", path))
        elif argument:
            self.app.tell("no-file", path=argument)
        else:
            self.app.tell("open-what")

    # --- logs -------------------------------------------------------------------------------------

    @on(Composer.Pasted)
    async def _pasted(self, event: Composer.Pasted) -> None:
        event.stop()
        await self.attach(Attachment(event.text, event.path))
        if len(event.text) >= SLOW_PASTE_CHARACTERS:
            self.app.tell("slow-paste", size=len(event.text) / 1e6)

    async def attach(self, attachment: Attachment) -> None:
        """A log beside what is typed; what it is comes a moment later."""
        self.attachments.append(attachment)
        await self._show_chips()
        self.composer.focus()
        self._look(attachment)

    @work
    async def _look(self, attachment: Attachment) -> None:
        paths = (attachment.path,) if attachment.path else ()
        try:
            glance = await self.app.engine.request("glance", attachment.text, paths)
        except CrashkbError as error:
            self.attachments = [item for item in self.attachments if item is not attachment]
            self.app.problem(error)
        else:
            known = attachment._replace(glance=glance)
            self.attachments = [known if item is attachment else item for item in self.attachments]
        await self._show_chips()

    @on(Composer.Emptied)
    async def _drop_last(self, event: Composer.Emptied) -> None:
        event.stop()
        del self.attachments[-1:]
        await self._show_chips()

    @on(Chips.Removed)
    async def _drop(self, event: Chips.Removed) -> None:
        event.stop()
        del self.attachments[event.index : event.index + 1]
        await self._show_chips()

    @on(TextArea.Changed)
    def _typed(self, event: TextArea.Changed) -> None:
        event.stop()
        found = suggestions(self.composer.text, self._language)
        hint = self.query_one("#hint", Static)
        hint.set_class(bool(found), "-some")
        if found:
            hint.update(Content("\n").join(Content.assemble((f"{name:<10} ", "bold"), what) for name, what in found))
        self.app.unsent.keep(self.composer.text, self.attachments)
