"""The box, chips, lines to choose, parts that open."""

from typing import Any

from textual.app import App, ComposeResult

from chat_driving import OOM, ask, running, screen
from crashkb.tui.attachment import Attachment
from crashkb.tui.choice import Choice
from crashkb.tui.composer import Composer, chip_text
from crashkb.tui.prompt import Prompt
from crashkb.tui.prose_view import Fold, FoldHeading, ProseView
from crashkb.tui.talk import Talk, Welcome
from crashkb.tui.wire import Glance


def test_a_chip_tells_lines_and_kind_in_the_screens_language() -> None:
    """Thousands with a comma; a file by its name, without what disturbs a terminal."""
    log = Attachment("", "/tmp/a\x1b.log", Glance(1284, 9, "android-native-crash", "android"))
    assert chip_text(log, "en") == "a.log, 1,284 lines, Android tombstone"
    assert chip_text(Attachment("a\nb\nc"), "zh") == "日志，3 行，读取中…"


async def test_a_click_on_a_chip_removes_it() -> None:
    """As backspace in the empty box does."""
    async with running() as (app, pilot):
        await app.chat.prompt.attach(Attachment(OOM))
        await pilot.pause()
        await pilot.click(".chip")
        await pilot.pause()
        assert app.chat.query_one(Prompt).attachments == []
        assert isinstance(app.focused, Composer)


async def test_the_welcome_offers_three_things_to_try_and_goes_with_the_first_answer() -> None:
    """By Enter."""
    async with running() as (app, pilot):
        choices = [choice.value for choice in app.chat.query_one(Welcome).query(Choice)]
        assert choices == ["log", "ask", "none"]
        await ask(app, pilot, OOM)
        assert not app.chat.query_one(Talk).query(Welcome)


async def test_parts_of_an_answer_open_on_demand() -> None:
    """What is closed costs no widgets."""
    async with running(size=(100, 60)) as (app, pilot):
        await ask(app, pilot, OOM)
        fold = app.chat.query(Fold).first()
        assert not fold.query(ProseView)
        fold.query_one(FoldHeading).focus()
        await pilot.press("enter")
        await pilot.pause()
        assert "Weights, gradients" in screen(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "Weights, gradients" not in screen(app)


async def test_a_long_text_shows_its_beginning_at_once_and_the_rest_soon() -> None:
    """The first screenful does not wait for the last."""

    class Reader(App[None]):
        def compose(self) -> ComposeResult:
            yield ProseView("\n\n".join(f"paragraph {number}" for number in range(500)))

    async with Reader().run_test() as pilot:
        view: Any = pilot.app.query_one(ProseView)
        while len(view.children) < 500:
            before = len(view.children)
            await pilot.pause()
            assert len(view.children) >= before
