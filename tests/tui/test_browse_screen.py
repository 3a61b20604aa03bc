"""The tree of pages, its filter, a page with its links."""

from textual.widgets import Input, Tree

from chat_driving import NARROW, WIDE, running, screen, until
from crashkb.tui.browse_screen import BrowseScreen
from crashkb.tui.catalog import grouped, matching
from crashkb.tui.wire import Entry

ENTRIES = (
    Entry("gpu-vram-exhausted", "cause", "memory", {"en": "GPU memory is full", "zh": "显存不够"}),
    Entry("op-version-too-new", "cause", "operators", {"en": "Operator too new", "zh": "算子版本太新"}),
    Entry("what-does-137-mean", "qa", "", {"en": "What does 137 mean", "zh": "137 是什么意思"}),
)


def test_the_filter_takes_words_of_id_and_titles_in_any_order_and_with_slips() -> None:
    """In both languages."""
    assert [item.id for item in matching(ENTRIES, "memory gpu")] == ["gpu-vram-exhausted"]
    assert [item.id for item in matching(ENTRIES, "显存")] == ["gpu-vram-exhausted"]
    assert [item.id for item in matching(ENTRIES, "operater")] == ["op-version-too-new"]
    assert matching(ENTRIES, "zzz") == ()
    assert matching(ENTRIES, " ") == ENTRIES


def test_the_tree_is_by_kind_and_family() -> None:
    """In a fixed order."""
    groups = grouped(ENTRIES)
    assert list(groups) == ["cause", "qa"]
    assert list(groups["cause"]) == ["memory", "operators"]


async def test_filter_open_follow_and_back() -> None:
    """As in a browser."""
    async with running(size=WIDE) as (app, pilot):
        await pilot.press("f4")
        await until(pilot, lambda: "Causes (3)" in screen(app))
        await pilot.press("slash", *"exhausted", "enter", "down", "down", "enter")
        await until(pilot, lambda: "The first large step fails" in screen(app))
        app.action_follow("gpu-vram-fragmented")
        await until(pilot, lambda: "gpu-vram-fragmented · cause" in screen(app))
        await pilot.press("left")
        await until(pilot, lambda: "gpu-vram-exhausted · cause" in screen(app))
        await pilot.press("l")
        await until(pilot, lambda: "Links on this page" in screen(app))
        app.action_follow("no-such-page")
        await until(pilot, lambda: any("no-such-page" in toast.message for toast in app._notifications))
        await pilot.press("escape")
        assert not isinstance(app.screen, BrowseScreen)


async def test_tree_and_page_change_their_language() -> None:
    """By F8, the page stays open."""
    async with running(size=WIDE) as (app, pilot):
        app.open_page("gpu-vram-exhausted")
        await until(pilot, lambda: "How to confirm" in screen(app) and "Causes" in screen(app))
        await pilot.press("f8")
        await until(pilot, lambda: "如何确认" in screen(app) and "原因 (3)" in screen(app))


async def test_one_of_tree_and_page_in_a_narrow_terminal() -> None:
    """Esc goes from the page to the tree, then to the chat."""
    async with running(size=NARROW) as (app, pilot):
        await pilot.press("f4")
        await until(pilot, lambda: "Causes (3)" in screen(app))
        await pilot.press("slash", *"137", "enter", "down", "enter")
        await until(pilot, lambda: "what-does-137-mean · qa" in screen(app))
        assert not app.screen.query_one(Input).parent.display  # type: ignore[union-attr]
        await pilot.press("escape")
        assert app.screen.query_one(Tree).has_focus
        await pilot.press("escape")
        assert not isinstance(app.screen, BrowseScreen)
