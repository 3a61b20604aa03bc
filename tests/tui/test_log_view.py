"""The evidence pane: marks, jumps, search, and a million lines."""

import time

from textual.widgets import Input

from chat_driving import NARROW, OOM, WIDE, ask, running, screen, until
from crashkb.tui.evidence_pane import EvidencePane
from crashkb.tui.log_lines import LogLines, Mark
from crashkb.tui.log_view import LogView
from crashkb.tui.reasoning_pane import ReasoningPane
from crashkb.tui.side import Side


async def test_marked_lines_say_what_was_found_and_keys_jump_between_them() -> None:
    """With what was captured."""
    async with running(size=WIDE) as (app, pilot):
        await ask(app, pilot, "x\n" * 300 + OOM)
        assert "torch-cuda-out-of-memory · requested = 2.00 GiB" in screen(app)
        view = app.chat.query_one(LogView)
        assert view.cursor == 305
        view.focus()
        await pilot.press("home")
        assert view.cursor == 1 and view.scroll_offset.y == 0
        await pilot.press("n")
        assert view.cursor == 305
        assert isinstance(app.chat.side, Side) and app.chat.query_one(ReasoningPane)


async def test_search_within_the_log() -> None:
    """Found as one types, n and p go on, Esc ends it."""
    async with running(size=NARROW) as (app, pilot):
        await ask(app, pilot, "needle one\n" + "x\n" * 100 + "Needle two\n" + OOM)
        await pilot.press("f2", "home", "slash", *"needle", "enter")
        view = app.chat.query_one(LogView)
        await until(pilot, lambda: "1 of 2 marked" in screen(app))
        await pilot.press("n")
        assert view.cursor == 102
        await pilot.press("n")
        assert view.cursor == 1
        await pilot.press("slash", "z")
        await until(pilot, lambda: "no match" in screen(app))
        await pilot.press("escape")
        assert not app.chat.query_one(EvidencePane).has_class("-searching")
        assert app.chat.query_one(EvidencePane).query_one(Input).value == ""


async def test_a_line_is_copied_as_it_is_shown() -> None:
    """By c."""
    async with running(size=NARROW) as (app, pilot):
        await ask(app, pilot, "\x1b[31mfirst\x1b[0m\n" + OOM)
        await pilot.press("f2", "home", "c")
        await until(pilot, lambda: app.clipboard == "first")


async def test_a_reason_leads_to_its_line() -> None:
    """Enter on it."""
    async with running(size=NARROW) as (app, pilot):
        await ask(app, pilot, "x\n" * 300 + OOM)
        reasons = [box for box in app.chat.query("Choice") if getattr(box, "kind", "") == "line"]
        reasons[0].focus()
        await pilot.press("enter")
        await pilot.pause()
        assert app.chat.side.shown == "evidence"
        assert app.chat.query_one(LogView).cursor == 305


async def test_a_million_lines_scroll_at_once() -> None:
    """The cost is that of one screenful."""
    async with running(size=WIDE) as (app, pilot):
        pane = app.chat.query_one(EvidencePane)
        app.chat.action_side("evidence")
        lines = LogLines(
            [f"line {number}" for number in range(1_000_000)], (Mark(999_000, 999_001, "cause", "▲ here"),)
        )
        pane.show(lines)
        await pilot.pause()
        began = time.perf_counter()
        for _ in range(10):
            await pilot.press("end", "home", "n")
        assert "▲ here" in screen(app)
        assert time.perf_counter() - began < 10
