"""The keys by which something leaves the chat; the screen waits for no disk and no worker."""

from collections.abc import Coroutine
from typing import TYPE_CHECKING

from textual import work
from textual.screen import Screen

from crashkb.errors import CrashkbError
from crashkb.tui.session import Session

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp


class OutboxScreen(Screen[None]):
    """A screen with a conversation."""

    app: "CrashkbApp"
    session: Session

    def copy(self, text: str) -> None:
        """Into the clipboard."""
        from crashkb.tui import outbox  # deferred, as below: nothing leaves before there is an answer

        self._send_out(outbox.copy(self.app, text))

    @work(group="outbox")
    async def _send_out(self, way: Coroutine[None, None, None]) -> None:
        """Let something leave; the screen waits for no disk and no worker."""
        try:
            await way
        except CrashkbError as error:
            self.app.problem(error)

    def action_copy_answer(self) -> None:
        """The newest answer as Markdown."""
        from crashkb.tui import outbox

        self._send_out(outbox.copy_answer(self.app, self.session.last))

    def action_export(self) -> None:
        """The conversation as a file."""
        from crashkb.tui import outbox

        self._send_out(outbox.export(self.app, self.session))

    def action_wrong(self) -> None:
        """A report of the newest answer."""
        from crashkb.tui import outbox

        self._send_out(outbox.report_wrong(self.app, self.session))
