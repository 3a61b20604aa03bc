"""The bottom line."""

import pytest
from rich.cells import cell_len

from chat_driving import NARROW, OOM, ask, running, screen
from crashkb.tui.key_bar import KeyBar, bar_content
from crashkb.tui.keys import CHAT_KEYS, keys_for


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [20, 78, 138])
def test_keys_that_do_not_fit_are_left_out(language: str, width: int) -> None:
    """The first are the most useful."""
    shown = bar_content(CHAT_KEYS, language, width).plain
    assert cell_len(shown.rstrip()) <= width
    assert shown.startswith("F1")


async def test_it_says_what_keys_do_where_the_focus_is_and_a_click_does_it() -> None:
    """In the box, on a step, in the log."""
    async with running(size=NARROW) as (app, pilot):
        assert keys_for(app.focused) == CHAT_KEYS
        await ask(app, pilot, OOM)
        await pilot.press("escape")
        assert "f fixed it" in screen(app)
        await pilot.press("e")
        assert "n next mark" in screen(app)
        await pilot.press("escape")
        await pilot.click(KeyBar, offset=(2, 0))
        await pilot.pause()
        assert "What this is" in screen(app)
