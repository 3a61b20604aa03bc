"""The chat in tests: with the small knowledge base, in a terminal of a given size, and what stands on its screen."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.widgets import TextArea

from crashkb.tui.app import CrashkbApp
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder

TESTS = Path(__file__).parent
NOW = "2026-11-30T10:00:00Z"
NARROW, WIDE = (80, 24), (140, 45)

OOM = (
    "epoch 1\n"
    "Traceback (most recent call last):\n"
    '  File "train.py", line 12, in <module>\n'
    "    loss = model(x)\n"
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 7.78 GiB of"
    " which 121.25 MiB is free. Including non-PyTorch memory, this process has 7.65 GiB memory in use. Of the allocated"
    " memory 7.20 GiB is allocated by PyTorch, and 180.00 MiB is reserved by PyTorch but unallocated.\n"
)
HOSTILE = "[red]x[/] \x1b]52;c;aGk=\x07 %s **b** [a](http://evil.example) \u202egnp"

_WORKER = (
    "import sys; sys.path.insert(0, {tests!r})\n"
    "import os\n"
    "from crashkb.tui import worker\n"
    "from kbs import small_library\n"
    "replies = os.fdopen(os.dup(1), 'wb')\n"
    "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n"
    "worker.serve(worker.Desk(small_library), sys.stdin.buffer, replies)\n"
)


def small_engine() -> Engine:
    """A worker process that holds the small knowledge base."""
    return Engine(command=(sys.executable, "-c", _WORKER.format(tests=str(TESTS))))


def make_app(language: str = "en", folder: Path | None = None) -> CrashkbApp:
    """The chat over the small knowledge base."""
    place = folder or Path(tempfile.mkdtemp())
    engine = small_engine()
    return CrashkbApp(
        engine=engine,
        pages=engine,
        recorder=Recorder(place, lambda: NOW),
        language=language,
        folder=place,
        example_log=TESTS.parent / "data" / "logs" / "examples" / "torch-cuda-oom.log",
    )


@asynccontextmanager
async def running(
    language: str = "en", size: tuple[int, int] = NARROW, folder: Path | None = None
) -> AsyncIterator[tuple[CrashkbApp, Pilot[Any]]]:
    """The chat, running, with its knowledge base open."""
    app = make_app(language, folder)
    async with app.run_test(size=size) as pilot:
        app.animation_level = "none"
        await until(pilot, lambda: bool(app.kb_version))
        for box in app.screen.query(TextArea):
            box.cursor_blink = False
        yield app, pilot


async def until(pilot: Pilot[Any], holds: Any, seconds: float = 30.0) -> None:
    """Wait until something holds."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not holds():
        assert loop.time() < end, f"waited in vain\n{screen(pilot.app)}"
        await pilot.pause(0.02)
    await pilot.pause()


async def idle(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """Wait until the answer stands on the screen."""
    await pilot.pause()
    await until(pilot, lambda: not app.chat.is_busy)
    await pilot.pause(0.05)


async def paste(app: CrashkbApp, pilot: Pilot[Any], text: str) -> None:
    """A bracketed paste into what has the focus."""
    from textual import events

    app.screen.post_message(events.Paste(text)) if app.focused is None else app.focused.post_message(events.Paste(text))
    await pilot.pause()


async def ask(app: CrashkbApp, pilot: Pilot[Any], text: str) -> None:
    """Paste, send, wait for the answer."""
    app.chat.composer.focus()
    await paste(app, pilot, text)
    await pilot.press("enter")
    await idle(app, pilot)


def screen(app: Any) -> str:
    """What stands on the screen, as text."""
    rows = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)
