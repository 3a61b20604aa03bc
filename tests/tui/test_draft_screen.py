"""A draft as a form: started from an unknown, changed, looked at, saved, accepted, rejected.

crashkb.tui.draft_actions, crashkb.tui.draft_words and crashkb.tui.drafts_screen are met through the screens alone.
"""

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from chat_driving import HOSTILE, NARROW, WIDE, ask, running, screen, until
from crashkb.ingest.inbox import read_inbox, rejected
from crashkb.tui.app import CrashkbApp
from crashkb.tui.choice import Choice
from crashkb.tui.draft_screen import DraftScreen
from crashkb.tui.drafts_screen import DraftsScreen
from ingest_roots import LOG, drafted, small_root


async def opened(app: CrashkbApp, pilot: Pilot[Any], name: str) -> DraftScreen:
    """The form of that draft, looked at."""
    app.open_draft(name)
    await until(pilot, lambda: isinstance(app.screen, DraftScreen) and app.screen._sight is not None)
    found = app.screen
    assert isinstance(found, DraftScreen)
    return found


def field(app: CrashkbApp, name: str) -> Any:
    return app.screen.query_one(f"#field-{name}")


async def test_an_unknown_becomes_a_page_that_answers_without_leaving_the_chat(tmp_path: Path) -> None:
    """F6, d, a title, F3 twice; then a sibling is known."""
    root = small_root(tmp_path)
    async with running(size=WIDE, folder=tmp_path) as (app, pilot):
        await ask(app, pilot, LOG)
        await ask(app, pilot, LOG.replace("12 nodes", "7 nodes"))
        await pilot.press("f6")
        await until(pilot, lambda: "2026-11-30 10:00" in screen(app))
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, DraftScreen) and app.screen._sight is not None)
        assert "May be accepted" in screen(app)
        assert "Finds 2 of" in screen(app) and "turn 1" in screen(app)
        assert len(list(read_inbox(root)[0].folder.glob("incident-*.log"))) == 2

        before = app.kb_version
        field(app, "title").value = "The lattice collapses"
        await pilot.press("f3")
        await pilot.pause()
        assert read_inbox(root)
        await pilot.press("f3")
        await until(pilot, lambda: not isinstance(app.screen, DraftScreen))
        assert read_inbox(root) == ()
        await until(pilot, lambda: app.kb_version != before)
        await pilot.press("escape")
        await pilot.press("ctrl+n")
        await pilot.pause()
        await ask(app, pilot, LOG.replace("12 nodes", "480 nodes").replace("enc1", "dec7"))
        assert "The lattice collapses" in screen(app)


async def test_an_unknown_answer_offers_its_draft(tmp_path: Path) -> None:
    """Enter on the line under it."""
    root = small_root(tmp_path)
    async with running("zh", size=WIDE, folder=tmp_path) as (app, pilot):
        await ask(app, pilot, "my toaster is on fire")
        offer = next(choice for choice in app.chat.query(Choice) if choice.kind == "draft")
        offer.focus()
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, DraftScreen))
        assert len(read_inbox(root)) == 1


async def test_what_is_typed_is_looked_at_a_moment_later(tmp_path: Path) -> None:
    """Stolen samples are named, broken templates told with file and line; nothing is written."""
    root = small_root(tmp_path)
    name = drafted(root).name
    before = {path: path.read_bytes() for path in (root / "ingest").rglob("*") if path.is_file()}
    async with running(size=WIDE, folder=tmp_path) as (app, pilot):
        await opened(app, pilot, name)
        assert "Takes nothing from other pages" in screen(app)
        field(app, "templates").load_text("CUDA out of memory")
        await until(pilot, lambda: "Stands in the samples of" in screen(app))
        assert "torch-cuda-out-of-memory" in screen(app)
        field(app, "templates").load_text("lattice {n:nonsense}")
        await until(pilot, lambda: "K501" in screen(app))
        assert "collapsed-layer-tensor.md:" in screen(app)
        field(app, "page").value = "../../x"
        await until(pilot, lambda: "is no id" in screen(app))
        assert "changed" in screen(app)
    assert {path: path.read_bytes() for path in (root / "ingest").rglob("*") if path.is_file()} == before


async def test_saving_keeps_all_fields_and_leaving_unsaved_takes_two_keys(tmp_path: Path) -> None:
    """Ctrl+S; Esc warns once, as Ctrl+Q does."""
    root = small_root(tmp_path)
    name = drafted(root).name
    async with running(folder=tmp_path) as (app, pilot):
        form = await opened(app, pilot, name)
        field(app, "title_zh").value = "晶格塌了"
        field(app, "steps").load_text("- [ ] `one` Do this.")
        field(app, "steps_zh").load_text("- [ ] `one` 这样做。")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert app.screen is form and form.is_changed
        await pilot.press("ctrl+s")
        await until(pilot, lambda: not form.is_changed)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not form)
    page = next((root / "ingest/inbox" / name).rglob("*.zh.md")).read_text(encoding="utf-8")
    assert 'title: "晶格塌了"' in page and "- [ ] `one` 这样做。" in page


async def test_a_draft_becomes_a_message_of_a_known_cause(tmp_path: Path) -> None:
    """By a button; the id of the cause is asked for and checked."""
    root = small_root(tmp_path)
    name = drafted(root).name
    async with running(size=WIDE, folder=tmp_path) as (app, pilot):
        await opened(app, pilot, name)
        field(app, "page").value = "gpu-vram-exhausted"
        await pilot.press("shift+tab", "shift+tab", "enter")
        await until(pilot, lambda: "Id of the known cause" in screen(app))
        assert "Title, English" not in screen(app)
        await until(pilot, lambda: "May be accepted" in screen(app))
        field(app, "page").value = "no-such-cause"
        await until(pilot, lambda: "there is no cause" in screen(app))
        field(app, "page").value = "gpu-vram-exhausted"
        await until(pilot, lambda: "May be accepted" in screen(app))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: read_inbox(root)[0].action == "signature")
    files = [path.relative_to(root / "ingest/inbox" / name).parts[1] for path in (root / "ingest").rglob("*.md")]
    assert files == ["signatures"]


async def test_a_draft_with_problems_is_not_accepted(tmp_path: Path) -> None:
    """It stays, and the pane says why."""
    root = small_root(tmp_path)
    name = drafted(root).name
    async with running(folder=tmp_path) as (app, pilot):
        await opened(app, pilot, name)
        field(app, "templates").load_text("CUDA out of memory")
        await pilot.press("f3", "f3")
        await until(pilot, lambda: "to mend" in screen(app))
        assert isinstance(app.screen, DraftScreen)
    assert [draft.name for draft in read_inbox(root)] == [name]


async def test_a_rejected_draft_is_remembered_with_its_reason(tmp_path: Path) -> None:
    """From the form and from the list; Esc keeps it."""
    root = small_root(tmp_path)
    draft = drafted(root)
    async with running(folder=tmp_path) as (app, pilot):
        await opened(app, pilot, draft.name)
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "why not?" in screen(app))
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, DraftScreen) and read_inbox(root)
        await pilot.press("escape", "f7")
        await until(pilot, lambda: isinstance(app.screen, DraftsScreen) and "Ada" in screen(app))
        await pilot.press("delete")
        await until(pilot, lambda: "why not?" in screen(app))
        await pilot.press(*"ours not", "enter")
        await until(pilot, lambda: not read_inbox(root))
        await until(pilot, lambda: "None." in screen(app))
    assert rejected(root) == {draft.fingerprint: "ours not"}


async def test_the_list_accepts_and_opens(tmp_path: Path) -> None:
    """`/drafts`; a twice accepts, Enter opens."""
    root = small_root(tmp_path)
    drafted(root)
    async with running(folder=tmp_path) as (app, pilot):
        await pilot.press(*"/drafts", "enter")
        await until(pilot, lambda: isinstance(app.screen, DraftsScreen) and "Ada" in screen(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, DraftScreen) and app.screen._sight is not None)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, DraftsScreen))
        await until(pilot, lambda: "Ada" in screen(app))
        await pilot.press("a", "a")
        await until(pilot, lambda: not read_inbox(root))


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_broken_draft_says_which_line_and_changes_nothing(tmp_path: Path, language: str) -> None:
    """The keys that would write do nothing."""
    root = small_root(tmp_path)
    draft = drafted(root)
    page = next((draft.folder / "kb/signatures").rglob("*.md"))
    page.write_text(page.read_text(encoding="utf-8").replace("role: specific", "role: [x"), encoding="utf-8")
    before = page.read_bytes()
    async with running(language, folder=tmp_path) as (app, pilot):
        app.open_draft(draft.name)
        await until(pilot, lambda: "K102" in screen(app))
        assert f"{page.name}:3" in screen(app).replace("\n", "")
        assert ("needs an editor first" if language == "en" else "先用编辑器改好") in screen(app)
        await pilot.press("ctrl+s", "f2", "f3", "f3")
        await pilot.pause(0.2)
        assert "K102" in screen(app)
        await pilot.press("e")  # a test's terminal cannot give way to an editor, which is said
        await until(pilot, lambda: any(str(draft.folder) in note.message for note in app._notifications))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, DraftScreen))
    assert page.read_bytes() == before


async def test_hostile_words_of_a_draft_are_shown_as_they_are(tmp_path: Path) -> None:
    """No markup, no terminal controls; in the list, the form and the preview."""
    root = small_root(tmp_path)
    draft = drafted(root, LOG.replace("layer 'enc1'", HOSTILE))
    async with running(size=WIDE, folder=tmp_path) as (app, pilot):
        await opened(app, pilot, draft.name)
        field(app, "title").value = HOSTILE
        await pilot.press("ctrl+s")
        await pilot.pause(0.3)
        await pilot.press("escape", "escape", "f7")
        await until(pilot, lambda: "Ada" in screen(app))
        assert "[red]" in screen(app)
        assert "\x1b" not in screen(app) and "\u202e" not in screen(app)


async def test_two_people_at_one_draft_lose_nothing(tmp_path: Path) -> None:
    """What an editor wrote meanwhile stays; the form says so."""
    root = small_root(tmp_path)
    draft = drafted(root)
    async with running(size=NARROW, folder=tmp_path) as (app, pilot):
        form = await opened(app, pilot, draft.name)
        page = next((draft.folder / "kb/causes").rglob("*failure.md"))
        page.write_text(page.read_text(encoding="utf-8") + "\nMine.\n", encoding="utf-8")
        field(app, "title").value = "Mine"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: any("have changed since" in note.message for note in app._notifications))
        assert form.is_changed and page.read_text(encoding="utf-8").endswith("Mine.\n")


async def test_tab_goes_from_field_to_field() -> None:
    """Also out of a box of several lines."""
    async with running(size=WIDE) as (app, pilot):
        place = app.folder
        name = drafted(small_root(place)).name
        await opened(app, pilot, name)
        seen = [app.focused]
        for _ in range(4):
            await pilot.press("tab")
            seen.append(app.focused)
        assert [type(item).__mro__[1] if isinstance(item, TextArea) else type(item) for item in seen] == [
            Input, Input, Input, TextArea, TextArea,
        ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_broken_pages_of_a_team_are_told_at_the_start(tmp_path: Path, language: str) -> None:
    """With file and line, in a corner; the rest answers."""
    root = small_root(tmp_path)
    page = root / "kb/qa/x.md"
    page.write_text("---\ntitle: [x\n---\n", encoding="utf-8")
    async with running(language, folder=tmp_path) as (app, pilot):
        await until(pilot, lambda: any(f"{page}:" in note.message for note in app._notifications))
        await ask(app, pilot, "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")
        assert ("Known cause" if language == "en" else "已知原因") in screen(app)


async def test_ctrl_c_in_a_field_does_not_empty_it(tmp_path: Path) -> None:
    """It empties the chat's box alone, where the arrow brings it back."""
    root = small_root(tmp_path)
    name = drafted(root).name
    async with running(size=WIDE, folder=tmp_path) as (app, pilot):
        shown = await opened(app, pilot, name)
        box = next(box for box in shown.query(TextArea) if box.text)
        box.focus()
        before = box.text
        await pilot.press("ctrl+c")
        assert box.text == before
