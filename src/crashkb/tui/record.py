"""What outlives the screen: history, ticks and outcomes, settings, and the text that was not answered yet.

Everything is written by one thread in small transactions as it happens, so that a kill loses nothing and typing waits
for no disk. Inputs come masked.
"""

import asyncio
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from crashkb.errors import HistoryError
from crashkb.tui.slot import Slot, take_slot

if TYPE_CHECKING:
    from crashkb.history import Conversation, History, Turn

_Result = TypeVar("_Result")


def utc_now() -> str:
    """ISO date and time, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Recorder:
    """Keeps things in a folder; without a folder (or with a broken history) it keeps nothing and says why.

    Args:
        folder: `crashkb.resources.state_dir`, or None.
        now: the clock, as an ISO time.
    """

    def __init__(self, folder: Path | None, now: Callable[[], str] = utc_now) -> None:
        self.folder = folder
        self.problem = ""
        self._told = {""}
        self._now = now
        self._history: History | None = None
        self._slot: Slot | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="history")

    async def open(self) -> str:
        """Open the history; returns why it cannot be used, or ''."""
        await self._on_thread(self._open)
        return self.new_problem()

    def _open(self) -> None:
        from crashkb.history import History  # deferred: the first paint needs it not

        try:
            if self.folder is None:
                raise HistoryError("there is no HOME to keep it in")
            self._slot = take_slot(self.folder)
            self._history = History(self.folder / "history.sqlite")
        except HistoryError as error:
            self.problem = str(error)

    def new_problem(self) -> str:
        """Why something could not be kept, told once; '' where all was."""
        if self.problem in self._told:
            return ""
        self._told.add(self.problem)
        return self.problem

    async def close(self) -> None:
        """Finish what is being written."""
        await self._on_thread(lambda: self._history.close() if self._history else None)
        self._history = None
        if self._slot is not None:
            self._slot.release()
        self._thread.shutdown()

    async def _on_thread(self, work: Callable[[], _Result]) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _use(self, work: "Callable[[History], _Result]", otherwise: _Result) -> _Result:
        def guarded() -> _Result:
            if self._history is None:
                return otherwise
            try:
                return work(self._history)
            except HistoryError as error:
                self.problem = str(error)
                return otherwise

        return await self._on_thread(guarded)

    # --- conversations ----------------------------------------------------------------------------

    async def start(self, title: str) -> int:
        """A new conversation; its id, or 0 where nothing is kept."""
        return await self._use(lambda history: history.start(self._now(), title), 0)

    async def add(self, conversation: int, masked: str, answer: Mapping[str, Any], kinds: Sequence[str]) -> int:
        """One input with its answer; the turn's id, or 0."""
        return await self._use(lambda history: history.add(conversation, self._now(), masked, answer, kinds), 0)

    async def conversations(self, search: str = "") -> "tuple[Conversation, ...]":
        """Past ones, newest first."""
        return await self._use(lambda history: history.conversations(search), ())

    async def conversation(self, conversation: int) -> "Conversation | None":
        """That one."""
        return await self._use(lambda history: history.conversation(conversation), None)

    async def turns(self, conversation: int) -> "tuple[Turn, ...]":
        """The turns of one."""
        return await self._use(lambda history: history.turns(conversation), ())

    async def unknowns(self) -> "tuple[Turn, ...]":
        """What was not answered with confidence, newest first."""
        return await self._use(lambda history: history.unknowns(), ())

    async def forget(self, conversation: int) -> None:
        """Remove one."""
        await self._use(lambda history: history.forget(conversation), None)

    # --- steps ------------------------------------------------------------------------------------

    async def tick(self, conversation: int, cause: str, step: str, ticked: bool) -> None:
        """A box was ticked or emptied."""
        await self._use(lambda history: history.tick(conversation, cause, step, ticked), None)

    async def ticked(self, conversation: int) -> frozenset[tuple[str, str]]:
        """(cause, step) of the ticked boxes."""
        return await self._use(lambda history: history.ticked(conversation), frozenset())

    async def judge(self, turn: int, cause: str, step: str, outcome: str) -> None:
        """What a step, or with step '' the answer, was worth."""
        await self._use(lambda history: history.record(self._now(), turn, cause, step, outcome), None)

    async def step_outcomes(self, causes: Sequence[str]) -> dict[str, dict[str, tuple[int, int]]]:
        """By cause and step: (times it fixed the trouble, times it was judged)."""
        return await self._use(lambda history: {cause: history.step_outcomes(cause) for cause in causes}, {})

    async def cause_outcomes(self) -> dict[str, tuple[int, int]]:
        """By cause: (times it proved right, times it was judged)."""
        return await self._use(lambda history: history.cause_outcomes(), {})

    # --- small files --------------------------------------------------------------------------------

    def setting(self, name: str) -> str:
        """A setting that was kept, or ''."""
        return str(self._read("settings.json").get(name, ""))

    async def keep_setting(self, name: str, value: str) -> None:
        """Keep a setting."""
        await self._on_thread(lambda: self._write("settings.json", {**self._read("settings.json"), name: value}))

    def unsent(self) -> dict[str, Any]:
        """What was in the box, or being answered, when the chat ended: {'text', 'logs', 'paths'}; may be empty."""
        return self._read(self._unsent_name)

    async def keep_unsent(self, content: Mapping[str, Any]) -> None:
        """Keep it, masked; an empty mapping removes it."""
        await self._on_thread(lambda: self._write(self._unsent_name, content))

    @property
    def _unsent_name(self) -> str:
        return self._slot.path.name if self._slot is not None else "unsent.json"

    def _read(self, name: str) -> dict[str, Any]:
        if self.folder is None:
            return {}
        try:
            content = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}

    def _write(self, name: str, content: Mapping[str, Any]) -> None:
        if self.folder is None:
            return
        path = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not content:
                path.unlink(missing_ok=True)
                return
            new = path.with_suffix(f".{os.getpid()}.new")  # of two chats, neither writes into the other's
            try:
                new.touch(mode=0o600)
                new.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
                os.replace(new, path)
            finally:
                new.unlink(missing_ok=True)
        except OSError as error:
            self.problem = f"{path}: {error.strerror or error}"
