"""Questions one after the other, stopped, or asked in a conversation that is left."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from chat_driving import OOM, ask, idle, paste, running, screen, until
from crashkb.history import History
from crashkb.tui.app import CrashkbApp
from crashkb.tui.engine import Engine
from crashkb.tui.entries import Answered, Note


def held(app: CrashkbApp, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let diagnoses wait until the event is set."""
    gate, request = asyncio.Event(), Engine.request

    async def slow(self: Engine, name: str, *arguments: object) -> Any:
        if name == "diagnose":
            await gate.wait()
        return await request(self, name, *arguments)

    monkeypatch.setattr(Engine, "request", slow)
    return gate


async def test_what_is_stopped_is_back_in_the_box_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also two questions, and what was typed meanwhile."""
    async with running() as (app, pilot):
        held(app, monkeypatch)
        for text in ("first one", "second one"):
            app.chat.submit(text, [])
        app.chat.composer.fill("third one")
        await pilot.press("escape")
        await until(pilot, lambda: "second one" in app.chat.composer.text)
        assert app.chat.composer.text.split("\n") == ["first one", "second one", "third one"]
        assert not app.chat.is_busy


async def test_what_is_being_answered_outlives_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is in the box at the next start."""
    async with running(folder=tmp_path) as (app, pilot):
        held(app, monkeypatch)
        await paste(app, pilot, OOM)
        app.chat.composer.insert("is it the batch?")
        await pilot.press("enter")
        await until(pilot, lambda: app.chat.is_busy)
        await pilot.pause(1.2)
    monkeypatch.undo()
    async with running(folder=tmp_path) as (app, pilot):
        await until(pilot, lambda: app.chat.prompt.attachments)
        assert app.chat.composer.text == "is it the batch?"


async def test_what_was_typed_in_the_last_second_is_kept(tmp_path: Path) -> None:
    """Ctrl+Q at once."""
    async with running(folder=tmp_path) as (app, pilot):
        await pilot.press(*"half", "ctrl+q")
    async with running(folder=tmp_path) as (app, pilot):
        await until(pilot, lambda: app.chat.composer.text == "half")


async def test_an_answer_never_lands_in_another_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A conversation taken up while another's question runs; the question goes back into the box."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        await ask(app, pilot, "why?")
        app.begin(None)
        await pilot.pause(0.1)
        gate = held(app, monkeypatch)
        app.chat.submit("my toaster is on fire", [])
        await pilot.pause()
        app.begin(1)
        gate.set()
        await until(pilot, lambda: any(isinstance(entry, Note) for entry in app.chat.session.entries))
        await idle(app, pilot)
        assert app.chat.composer.text == "my toaster is on fire"
        assert sum(isinstance(entry, Answered) for entry in app.chat.session.entries) == 1
        assert app.chat.session.title.startswith("The model") and "The model" in screen(app).splitlines()[0]


async def test_what_is_said_while_a_conversation_is_taken_up_is_kept_in_it(tmp_path: Path) -> None:
    """It waits until all of it stands there."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        app.begin(None)
        await pilot.pause(0.1)
        app.chat.reopen(1)
        app.chat.submit("risks", [])
        await idle(app, pilot)
        assert [turn.input for turn in History(tmp_path / "history.sqlite").turns(1)][1:] == ["risks"]


async def test_a_file_that_is_gone_is_one_line(tmp_path: Path) -> None:
    """In the other language, and in the report of a wrong answer."""
    log = tmp_path / "gone.log"
    log.write_text(OOM)
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, str(log))
        await pilot.press("enter")
        await idle(app, pilot)
        log.unlink()
        for key in ("f8", "escape", "exclamation_mark"):
            await pilot.press(key)
            await pilot.pause(0.3)
        assert app.is_running and "显存" in screen(app)
        assert any("gone.log" in note.message for note in app._notifications)
