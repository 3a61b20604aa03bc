"""Accepting, rejecting and editing a draft, from the list of drafts and from its form alike."""

import asyncio
import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from crashkb.errors import CrashkbError
from crashkb.tui.draft_wire import Outcome, Sight
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp

_SECONDS = 5.0


class Twice:
    """What is done only when its key is pressed a second time, soon after the first."""

    def __init__(self) -> None:
        self._what = ""

    def sure(self, screen: "Screen[Any]", what: str) -> bool:
        """Whether this is the second time; the first time is forgotten after a while."""
        if self._what == what:
            self._what = ""
            return True
        self._what = what
        screen.set_timer(_SECONDS, self.forget)
        return False

    def forget(self) -> None:
        """It has to be pressed twice again."""
        self._what = ""


class ReasonScreen(ModalScreen["str | None"]):
    """Why a draft is rejected; None keeps it."""

    CSS = """
    ReasonScreen { align: center middle; }
    ReasonScreen > Static { width: 80%; height: auto; background: $panel; padding: 1 2 0 2; }
    ReasonScreen > Input { width: 80%; border: none; background: $panel; padding: 1 2; height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False, priority=True)]

    def __init__(self, name: str, language: str) -> None:
        super().__init__()
        self._name = name
        self._language = language

    def compose(self) -> ComposeResult:
        """Which draft, and a line for the reason."""
        yield Static(Content.assemble((f"{self._name}\n", "bold"), word(self._language, "draft-why")))
        yield Input()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """With or without a reason."""
        event.stop()
        self.dismiss(event.value.strip())


async def accept(app: "CrashkbApp", name: str) -> Sight | None:
    """Accept a draft and tell what came of it; what is to be mended, or None where it was accepted."""
    outcome: Outcome = await app.drafts.request("drafting", "accept", name)
    if not outcome.files:
        app.tell("draft-not-accepted", count=max(1, len(outcome.sight.flaws)))
        return outcome.sight
    app.tell("draft-accepted", count=len(outcome.files))
    for old, new in outcome.renamed:
        app.tell("draft-renamed", old=old, new=new)
    app.reopen()
    return None


async def edit(app: "CrashkbApp", folder: str) -> None:
    """Open a draft's files in the person's editor; the terminal is its own until it ends."""
    files = await asyncio.to_thread(lambda: sorted(map(str, (Path(folder) / "kb").rglob("*.md"))))
    command = [*shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"), *files]
    try:
        with app.suspend():
            subprocess.run(command, check=False)
    except (SuspendNotSupported, OSError):
        app.tell("draft-no-editor", path=folder)


async def reject(app: "CrashkbApp", name: str) -> bool:
    """Ask why, and reject; whether it is gone. Awaited in a worker."""
    reason = await app.push_screen_wait(ReasonScreen(name, app.language))
    if reason is None:
        return False
    try:
        await app.drafts.request("drafting", "reject", name, reason)
    except CrashkbError as error:
        app.problem(error)
        return False
    app.tell("draft-rejected")
    return True
