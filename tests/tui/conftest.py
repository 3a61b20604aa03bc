"""Coroutine tests run in an event loop of their own; tests see a terminal of known abilities."""

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Run `async def test_…`."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(autouse=True)
def _a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    yield
