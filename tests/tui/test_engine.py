"""Requests to the worker process."""

import asyncio
import sys

import pytest

from chat_driving import OOM, small_engine
from crashkb.tui.engine import Engine, EngineError, Refused


async def test_a_request_is_answered_and_the_next_one_too() -> None:
    """By the same process."""
    engine = small_engine()
    diagnosis = await engine.request("diagnose", OOM, (), "en", {}, {})
    process = engine._process
    again = await engine.request("diagnose", OOM, (), "zh", {}, {})
    assert diagnosis.answer.causes[0].id == "gpu-vram-exhausted"
    assert again.answer.language == "zh"
    assert engine._process is process
    await engine.close()


async def test_what_can_be_mended_is_refused_in_one_line_and_what_fails_tells_where() -> None:
    """The process lives on after both."""
    engine = small_engine()
    with pytest.raises(Refused, match="cannot read /no/such/file"):
        await engine.request("diagnose", "", ("/no/such/file",), "en", {}, {})
    with pytest.raises(EngineError, match="AttributeError"):
        await engine.request("no_such_request")
    assert (await engine.request("page", "no-such-page", "en")) == ("", "")
    await engine.close()


async def test_a_dead_process_is_an_error_and_the_next_request_starts_another() -> None:
    """Not a hang."""
    engine = Engine(command=(sys.executable, "-c", ""))
    with pytest.raises(EngineError, match="ended"):
        await engine.request("warm")
    with pytest.raises(EngineError, match="ended"):
        await engine.request("warm")
    await engine.close()


async def test_a_cancelled_request_ends_its_process() -> None:
    """Its answer would be taken for the next one's."""
    engine = small_engine()
    task = asyncio.create_task(engine.request("warm"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await engine.request("mask", "hello") == "hello"
    await engine.close()
