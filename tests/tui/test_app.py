"""The whole app: what every screen looks like, keys that work everywhere, and a real run in a terminal.

crashkb.tui.screens and crashkb.tui.palette are met through the app alone.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pyte
import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from chat_driving import NARROW, NOW, OOM, WIDE, ask, running, screen, until
from crashkb.history import History
from crashkb.tui.app import CrashkbApp
from crashkb.tui.help_screen import TEXTS, HelpScreen
from crashkb.tui.themes import DARK, LIGHT
from ingest_roots import LOG, drafted, small_root

SNAPSHOTS = Path(__file__).parent / "snapshots"
UNSURE = "RuntimeError: CUDA error: out of memory"

_VERSION = re.compile(r"\b[0-9a-f]{12}\b")
# All 60 healthy and foreign logs, none of 198 old logs: grow with the project's own logs
_COUNT = re.compile(r"\d{2,4}(?= (?:healthy|old logs|份))")


async def welcome(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    """As it starts."""


async def known(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, OOM)


async def unsure(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, UNSURE)


async def unknown(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, "my toaster is on fire")


async def evidence(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, OOM)
    if app.chat.side.shown != "evidence":
        await pilot.press("f2")
    await pilot.pause(0.1)


async def reasoning(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, OOM)
    await pilot.press("f3")
    await pilot.pause(0.1)


async def browse(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    app.open_page("gpu-vram-exhausted")
    name = "显存" if app.language == "zh" else "card has"
    await until(pilot, lambda: name in screen(app))
    await pilot.pause(0.2)


async def history(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, OOM)
    await ask(app, pilot, "why?")
    await pilot.press("f5")
    await until(pilot, lambda: "2026-11-30 10:00" in screen(app))


async def unknowns(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await ask(app, pilot, UNSURE)
    await pilot.press("f6")
    await until(pilot, lambda: "2026-11-30 10:00" in screen(app))


async def helped(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await pilot.press("f1")
    await pilot.pause(0.1)


async def guide(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await app.example("none")
    await pilot.pause(0.1)


async def drafts(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    root = small_root(app.folder)
    drafted(root)
    drafted(root, LOG.replace("lattice", "spindle"))
    await pilot.press("f7")
    await until(pilot, lambda: screen(app).count("2026-11-30") == 2)


async def draft(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    name = drafted(small_root(app.folder)).name
    app.open_draft(name)
    await until(pilot, lambda: "✓" in screen(app))


async def broken_draft(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    made = drafted(small_root(app.folder))
    page = next((made.folder / "kb/signatures").rglob("*.md"))
    page.write_text(page.read_text(encoding="utf-8").replace("role: specific", "role: [x"), encoding="utf-8")
    app.open_draft(made.name)
    await until(pilot, lambda: "K102" in screen(app))


async def greedy_draft(app: CrashkbApp, pilot: Pilot[Any]) -> None:
    await draft(app, pilot)
    app.screen.query_one("#field-templates", TextArea).load_text("CUDA out of memory\nlattice {n:nonsense}")
    await until(pilot, lambda: "K501" in screen(app))


SCENES = (welcome, known, unsure, unknown, evidence, reasoning, browse, history, unknowns, helped, guide)
DRAFTS = (drafts, draft, greedy_draft, broken_draft)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["80x24", "140x45"])
@pytest.mark.parametrize("scene", (*SCENES, *DRAFTS), ids=lambda scene: scene.__name__)
async def test_every_screen_looks_as_it_did(scene: Any, size: tuple[int, int], language: str, tmp_path: Path) -> None:
    """`CRASHKB_BLESS=1` takes the present looks; the difference is for reading."""
    async with running(language, size, tmp_path) as (app, pilot):
        await scene(app, pilot)
        app.clear_notifications()
        await pilot.pause(0.1)
        shown = _VERSION.sub("(version)   ", screen(app)).replace(str(tmp_path), "…") + "\n"
        shown = _COUNT.sub("#", shown)
    path = SNAPSHOTS / f"{scene.__name__}-{size[0]}x{size[1]}-{language}.txt"
    if os.environ.get("CRASHKB_BLESS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), "run with CRASHKB_BLESS=1 and read the difference"


@pytest.mark.parametrize("scene", [known, unsure, evidence, draft], ids=lambda scene: scene.__name__)
async def test_rows_are_exactly_as_wide_as_the_terminal(scene: Any) -> None:
    """With Chinese letters, which take two cells."""
    async with running("zh", NARROW) as (app, pilot):
        await scene(app, pilot)
        assert {row.cell_length for row in app.screen._compositor.render_strips()} == {80}


async def test_light_and_dark_and_the_choice_is_kept(tmp_path: Path) -> None:
    """By F9."""
    async with running(folder=tmp_path) as (app, pilot):
        assert app.theme == DARK.name
        await pilot.press("f9")
        assert app.theme == LIGHT.name
    async with running(folder=tmp_path) as (app, pilot):
        assert app.theme == LIGHT.name


async def test_no_color_shows_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts are told in words anyway."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with running() as (app, pilot):
        await ask(app, pilot, OOM)
        assert app.no_color
        drawing = app.export_screenshot()
        colours = {match.lower() for match in re.findall(r"fill: (#[0-9a-fA-F]{6})", drawing)}
        assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in colours if colour not in ("#c5c8c6",)), (
            colours
        )


async def test_slash_commands_do_what_keys_do() -> None:
    """And a beginning of one shows what it may become."""
    async with running() as (app, pilot):
        await pilot.press("/", "e")
        await pilot.pause()
        assert "/evidence" in screen(app) and "/export" in screen(app) and "/quit" not in screen(app)
        await pilot.press("ctrl+u", *"/lang zh", "enter")
        await until(pilot, lambda: "粘贴日志" in screen(app))
        await pilot.press(*"/help", "enter")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        assert "这是什么" in screen(app)
        await pilot.press("escape")
        await pilot.press(*"/quit", "enter")
        await pilot.pause()
        assert app._exit


async def test_the_palette_offers_the_commands_in_the_screens_language() -> None:
    """Ctrl+P."""
    async with running("zh", WIDE) as (app, pilot):
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "把对话导出为 Markdown" in screen(app))


async def test_help_names_the_same_keys_in_both_languages() -> None:
    """A key that works is no secret."""
    keys = [set(re.findall(r"\*\*(F\d|Ctrl\+\w|[a-z!/]|Esc)\b", text)) for text in TEXTS.values()]
    assert keys[0] == keys[1] >= {"F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "Ctrl+J", "Ctrl+C"}


async def test_a_new_conversation_leaves_the_old_one_in_the_history(tmp_path: Path) -> None:
    """Ctrl+N."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        await pilot.press("ctrl+n")
        await until(pilot, lambda: "Paste a crash" in screen(app))
        await ask(app, pilot, UNSURE)
        kept = History(tmp_path / "history.sqlite").conversations()
        assert [item.created for item in kept] == [NOW, NOW]


async def test_a_history_that_cannot_be_used_is_told_and_the_chat_works(tmp_path: Path) -> None:
    """Nothing is overwritten."""
    (tmp_path / "history.sqlite").write_bytes(b"not a database at all" * 100)
    async with running(folder=tmp_path) as (app, pilot):
        assert "cannot be opened" in app.recorder.problem
        await ask(app, pilot, OOM)
        assert "Known cause" in screen(app)


# --- a real run ---------------------------------------------------------------------------------------


class Terminal:
    """The real program in a pseudo-terminal, with a terminal emulator at its other end."""

    def __init__(self, folder: Path, size: tuple[int, int] = (100, 30)) -> None:
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            environ = {
                **{name: value for name, value in os.environ.items() if name != "NO_COLOR"},
                "TERM": "xterm-256color",
                "LANG": "en_US.UTF-8",
                "LC_ALL": "C.UTF-8",
                "XDG_DATA_HOME": str(folder),
                "XDG_CACHE_HOME": str(folder / "cache"),
            }
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, "-m", "crashkb.cli.main"], environ)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(self.screen.display)

    def send(self, keys: str) -> None:
        """Type."""
        data = keys.encode()
        while data:
            select.select([], [self._fd], [], 10)
            data = data[os.write(self._fd, data[:1024]) :]
            self._read(0.0)

    def paste(self, text: str) -> None:
        """A bracketed paste, with the carriage returns that terminals send."""
        self.send("\x1b[200~" + text.replace("\n", "\r") + "\x1b[201~")

    def wait(self, words: str, seconds: float = 60.0) -> None:
        """Until the words stand on the screen."""
        end = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < end, f"no {words!r} in\n{self.text}"
            self._read(0.1)

    def _read(self, seconds: float) -> bool:
        while select.select([self._fd], [], [], seconds)[0]:
            try:
                data = os.read(self._fd, 65536)
            except OSError:
                return False
            # pyte knows neither Kitty's keyboard protocol nor queries of modes
            self._stream.feed(re.sub(rb"\x1b\[[<>=?][\d;]*\$?[pu]", b"", data))
            seconds = 0.0
        return True

    def ended(self) -> int:
        """Wait for the program's end; its exit status."""
        while self._read(0.2):
            pass
        status = os.waitpid(self.pid, 0)[1]
        os.close(self._fd)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> None:
        """Close the terminal's window."""
        os.close(self._fd)
        os.waitpid(self.pid, 0)


def test_paste_answer_tick_quit_reopen_and_the_tick_is_still_there(tmp_path: Path) -> None:
    """The real program, the real knowledge base, a real terminal; once left, once with the window closed."""
    log = "step 1 loss 0.3\n" * 5000 + OOM
    terminal = Terminal(tmp_path)
    terminal.wait("knowledge base ")
    terminal.paste(log)
    terminal.wait("log, 5,005 lines, Python traceback")
    terminal.send("\r")
    terminal.wait("Known cause")
    terminal.send("\x1b")
    terminal.wait("f fixed it")
    terminal.send(" ")
    terminal.wait("☑ 1.")
    terminal.send("\x11")
    assert terminal.ended() == 0

    again = Terminal(tmp_path)
    again.wait("knowledge base ")
    again.send("\x1b[15~")
    again.wait("Past conversations")
    again.wait("1 turn")
    again.send("\r")
    again.wait("Known cause")
    again.send("\x1b")
    again.wait("☑ 1.")
    again.hang_up()
    assert len(History(tmp_path / "crashkb" / "history.sqlite").ticked(1)) == 1
