"""The chat in tests: with the small knowledge base, in a terminal of a given size, and what stands on its screen."""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.pilot import Pilot
from textual.widgets import TextArea

from crashkb.ask import OpenLibrary
from crashkb.kb.broken import broken_pages, first_of_each, problem_lines
from crashkb.kb.collection import read_collection
from crashkb.tui.app import CrashkbApp
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder
from kbs import open_roots, small_library

if TYPE_CHECKING:
    from crashkb.ingest.workspace import Workspace

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
    "from pathlib import Path\n"
    "from crashkb.tui import worker\n"
    "from chat_driving import team_library, team_workspace\n"
    "replies = os.fdopen(os.dup(1), 'wb')\n"
    "os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n"
    "place = Path({place!r})\n"
    "desk = worker.Desk(lambda: team_library(place), lambda: team_workspace(place))\n"
    "worker.serve(desk, sys.stdin.buffer, replies)\n"
)


def small_engine(place: Path | None = None) -> Engine:
    """A worker process that holds the small knowledge base, or the copy of it in `<place>/root`, once there is one."""
    code = _WORKER.format(tests=str(TESTS), place=str(place or tempfile.mkdtemp()))
    return Engine(command=(sys.executable, "-c", code))


def team_library(place: Path) -> OpenLibrary:
    """What the worker answers from."""
    if not (place / "root").is_dir():
        return small_library()
    library = open_roots(place / "root")
    problems = first_of_each(broken_pages(read_collection([place / "root"]), [place / "root"]))
    library.broken = tuple(problem_lines(problems))
    return library


def team_workspace(place: Path) -> "Workspace":
    """What the worker writes drafts into: a copy of the small knowledge base, with the chat's history."""
    from ingest_roots import opened_workspace, small_root

    if not (place / "root").is_dir():
        small_root(place)
    history = place / "history.sqlite"
    return opened_workspace(place / "root", history if history.is_file() else None)


def make_app(language: str = "en", folder: Path | None = None) -> CrashkbApp:
    """The chat over the small knowledge base."""
    place = folder or Path(tempfile.mkdtemp())
    engine = small_engine(place)
    return CrashkbApp(
        engine=engine,
        pages=engine,
        drafts=engine,
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
