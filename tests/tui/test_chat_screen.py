"""The chat as a person uses it: paste, ask, tick, ask on, in both languages and sizes."""

from pathlib import Path

import pytest
from textual.widgets import TextArea

from crashkb.tui.cards import AnswerCard
from crashkb.tui.steps import StepRow
from chat_driving import HOSTILE, NARROW, OOM, WIDE, ask, idle, paste, running, screen, until


async def test_a_pasted_log_shows_as_a_chip_and_is_answered_by_a_card() -> None:
    """Never as lines in the box."""
    async with running() as (app, pilot):
        await paste(app, pilot, OOM)
        await until(pilot, lambda: "Python traceback" in screen(app))
        assert "log, 5 lines, Python traceback" in screen(app)
        assert app.chat.composer.text == ""

        await pilot.press("enter")
        await idle(app, pilot)

        shown = screen(app)
        assert "Known cause" in shown
        assert "The model and its batch need more GPU memory than the card has" in shown
        assert app.chat.query(AnswerCard)
