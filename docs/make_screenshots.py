"""Make the pictures of the README from the real program: `python docs/make_screenshots.py`.

They are SVG, drawn by Textual from what stands on the screen, with the fonts of whoever looks at them.
"""

import asyncio
import html
import re
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.pilot import Pilot

from crashkb.resources import data_dir
from crashkb.tui.app import CrashkbApp
from crashkb.tui.engine import Engine
from crashkb.tui.record import Recorder

FOLDER = Path(__file__).parent / "screenshots"
LOG = data_dir() / "logs" / "examples" / "torch-cuda-oom.log"
SIZE = (130, 38)

# @font-face { font-family: "Fira Code"; src: … }
_FONT_FACE = re.compile(r"@font-face \{[^}]*\}")
# <text class="…" x="12" y="20" textLength="24.4" clip-path="…">显存</text>
_TEXT = re.compile(r'textLength="[\d.]+"([^>]*)>([^<]*)</text>')
_CELL_WIDTH = 12.2
_FONTS = (
    "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', 'WenQuanYi Zen Hei Mono', monospace"
)


async def chat(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """A real log, its answer, the evidence beside it."""
    await app.example("log")
    await answered(app, pilot)


async def steps(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """The checklist with ticks, and a follow-up."""
    await chat(app, pilot)
    await pilot.press("escape", "space")
    app.chat.submit("下一步" if app.language == "zh" else "next step", [])
    await answered(app, pilot)


async def browse(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """The tree of pages and one of them."""
    app.open_page("gpu-vram-fragmented")
    for _ in range(200):
        await pilot.pause(0.05)
    await pilot.press("slash", *"nccl")
    await pilot.pause(0.3)


async def answered(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """Until the answer stands on the screen."""
    await pilot.pause(0.2)
    while app.chat.is_busy:
        await pilot.pause(0.05)
    await pilot.pause(0.3)


async def shoot(name: str, language: str, scene: Callable[[CrashkbApp, Pilot[Any]], Awaitable[None]]) -> None:
    """One picture."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        app = CrashkbApp(Engine(), Engine(), Engine(), Recorder(place), language, place, LOG)
        async with app.run_test(size=SIZE) as pilot:
            while not app.kb_version:
                await pilot.pause(0.05)
            app.clear_notifications()
            await scene(app, pilot)
            app.clear_notifications()
            await pilot.pause(0.3)
            drawing = _FONT_FACE.sub("", app.export_screenshot(title="crashkb"))
    drawing = _TEXT.sub(_measured, drawing)
    drawing = drawing.replace("Fira Code, monospace", _FONTS).replace("Fira Code", _FONTS)
    (FOLDER / f"{name}.svg").write_text(drawing, encoding="utf-8")


def _measured(match: re.Match[str]) -> str:
    """The text with its width in cells: Rich takes a Chinese letter for one."""
    width = cell_len(html.unescape(match[2])) * _CELL_WIDTH
    return f'textLength="{width:.1f}"{match[1]}>{match[2]}</text>'


async def main() -> None:
    """All pictures."""
    FOLDER.mkdir(exist_ok=True)
    await shoot("chat", "en", chat)
    await shoot("chat-zh", "zh", steps)
    await shoot("browse", "en", browse)


if __name__ == "__main__":
    asyncio.run(main())
