"""What was typed and not sent, or sent and not answered: on the disk a moment after it changed, back at the next start."""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from crashkb.errors import CrashkbError
from crashkb.tui.attachment import Attachment
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder


class Draft(NamedTuple):
    """Words with the logs beside them."""

    text: str
    attachments: tuple[Attachment, ...]


EMPTY = Draft("", ())


class Unsent:
    """The box and what is being answered.

    Args:
        pages: who masks secrets; not who diagnoses, for that one is busy just then.
        recorder: where it is kept.
    """

    def __init__(self, pages: Engine, recorder: Recorder) -> None:
        self._pages = pages
        self._recorder = recorder
        self._box = EMPTY
        self._kept = EMPTY
        self._turn = asyncio.Lock()
        self.waiting: list[Draft] = []
        """What was sent and not answered yet, in order."""

    def keep(self, text: str, attachments: Sequence[Attachment]) -> None:
        """What is in the box now."""
        self._box = Draft(text, tuple(attachments))

    def sent(self, text: str, attachments: Sequence[Attachment]) -> Draft:
        """It waits for an answer from now on."""
        draft = Draft(text, tuple(attachments))
        self.waiting.append(draft)
        return draft

    def settled(self, draft: Draft) -> None:
        """It was answered, or is back in the box."""
        self.waiting = [item for item in self.waiting if item is not draft]

    @property
    def whole(self) -> Draft:
        """All of it as one."""
        return joined([*self.waiting, self._box])

    async def save(self) -> None:
        """Write it, if it changed since; one call waits for the other, and none is broken off by the next."""
        async with self._turn:
            draft = self.whole
            if draft == self._kept:
                return
            try:
                content = await self._masked(draft)
            except CrashkbError:  # the process died; what changes next is masked by a new one
                content = None
            if content is not None:
                await self._recorder.keep_unsent(content)
            self._kept = draft

    async def _masked(self, draft: Draft) -> dict[str, Any]:
        if draft == EMPTY:
            return {}
        text = await self._pages.request("mask", draft.text)
        logs = [await self._pages.request("mask", item.text) for item in draft.attachments if item.text]
        return {"text": text, "logs": logs, "paths": [item.path for item in draft.attachments if item.path]}


def joined(drafts: Sequence[Draft]) -> Draft:
    """Several as one: the words one under the other."""
    text = "\n".join(draft.text for draft in drafts if draft.text)
    return Draft(text, tuple(item for draft in drafts for item in draft.attachments))


def restored(content: dict[str, Any]) -> Draft:
    """What the file holds; a file that somebody damaged holds nothing."""
    logs, paths = content.get("logs", ()), content.get("paths", ())
    if not isinstance(logs, list | tuple) or not isinstance(paths, list | tuple):
        return EMPTY
    attachments = (*(Attachment(str(log)) for log in logs), *(Attachment("", str(path)) for path in paths))
    return Draft(str(content.get("text", "")), attachments)
