"""Asking: one question after the other, and what is stopped goes back into the box."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crashkb.errors import CrashkbError
from crashkb.tui.attachment import Attachment
from crashkb.tui.engine import EngineError
from crashkb.tui.session import Session
from crashkb.tui.unsent import Draft, joined
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.chat_screen import ChatScreen

_GROUP = "ask"


class Asking:
    """What is being answered.

    Args:
        screen: where questions and answers are shown.
    """

    def __init__(self, screen: "ChatScreen") -> None:
        self._screen = screen
        self._turn = asyncio.Lock()
        self._is_reopening = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being worked on."""
        return bool(self._screen.app.unsent.waiting) or self._is_reopening

    def submit(self, text: str, attachments: Sequence[Attachment], shown: str = "") -> None:
        """Say it, and show what follows; it belongs to the conversation that is open now."""
        draft = self._screen.app.unsent.sent(text, attachments)
        self._screen.run_worker(self._answer(draft, shown, self._screen.session), group=_GROUP)

    async def _answer(self, draft: Draft, shown: str, session: Session) -> None:
        talk, unsent = self._screen.talk, self._screen.app.unsent
        said = session.hear(shown or draft.text, draft.attachments)
        await talk.add([said], session)
        talk.begin_work(session.language)
        try:
            async with self._turn:
                entries = await session.say(draft.text, draft.attachments)
        except CrashkbError as error:
            unsent.settled(draft)
            self._tell_failure(error)
        else:
            unsent.settled(draft)
            await talk.add(entries, session)
            await self._screen.answered()
        finally:
            if not self.is_busy:
                talk.end_work()

    def _tell_failure(self, error: CrashkbError) -> None:
        line = str(error).strip().splitlines()[-1]
        if isinstance(error, EngineError):
            self._screen.app.log.error(str(error))
            line = f"{word(self._screen.session.language, 'failed')}\n{line}"
        self._screen.talk.remark(line, is_problem=True)

    def stop(self) -> bool:
        """Stop what is being worked on; whether there was something."""
        if not self.is_busy:
            return False
        screen, unsent = self._screen, self._screen.app.unsent
        screen.workers.cancel_group(screen, _GROUP)
        waiting, unsent.waiting = unsent.waiting, []
        if waiting:
            screen.run_worker(screen.prompt.put_back(joined(waiting)), group="put-back")
            screen.app.tell("stopped")
        screen.talk.end_work()
        return True

    def reopen(self, conversation: int) -> None:
        """Take up a past conversation; what is said meanwhile waits until it stands there."""
        self._is_reopening = True
        self._screen.run_worker(self._reopen(conversation, self._screen.session), group=_GROUP)

    async def _reopen(self, conversation: int, session: Session) -> None:
        talk = self._screen.talk
        talk.begin_work(session.language)
        try:
            async with self._turn:
                await session.reopen(conversation)
        except CrashkbError as error:
            self._screen.app.problem(error)
        finally:  # also where it was stopped: what was taken up so far is there
            self._is_reopening = False
            talk.end_work()
            if self._screen.is_attached:
                await talk.show_all(session)
        await self._screen.answered()
