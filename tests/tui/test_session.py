"""Reopening, exports and reports (crashkb.tui.outbox_screen)."""

import stat
from pathlib import Path

from chat_driving import NOW, OOM, ask, idle, running, screen, until
from crashkb.history import History
from crashkb.tui.draft_screen import DraftScreen
from crashkb.tui.entries import Answered, Note, Said, Told
from crashkb.tui.export import conversation_markdown, excerpt, fenced
from crashkb.tui.history_screen import HistoryScreen
from crashkb.tui.list_screen import ListScreen
from crashkb.tui.outbox import written
from crashkb.tui.record import Recorder
from crashkb.tui.unknowns_screen import UnknownsScreen

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


async def test_a_reopened_conversation_says_all_again_and_goes_on(tmp_path: Path) -> None:
    """Follow-ups and answers to questions are replayed; new ones are added to it."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, "RuntimeError: CUDA error: out of memory")
        await ask(app, pilot, "yes")
        await ask(app, pilot, "why?")

    async with running(folder=tmp_path) as (app, pilot):
        await pilot.press("f5")
        await until(pilot, lambda: isinstance(app.screen, HistoryScreen) and "3 turns" in screen(app))
        await pilot.press("enter")
        await until(pilot, lambda: any(isinstance(entry, Note) for entry in app.chat.session.entries))
        await idle(app, pilot)
        kinds = [type(entry) for entry in app.chat.session.entries]
        assert kinds == [Said, Answered, Said, Answered, Said, Told, Note]
        assert app.chat.session.state.priors
        await ask(app, pilot, "risks")
        assert len(History(tmp_path / "history.sqlite").turns(1)) == 4
        assert len(History(tmp_path / "history.sqlite").conversations()) == 1


async def test_past_conversations_are_searched_and_forgotten(tmp_path: Path) -> None:
    """By words of inputs."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        app.chat.action_new()
        await pilot.pause(0.1)
        await ask(app, pilot, "my toaster is on fire")
        await pilot.press("f5")
        await until(pilot, lambda: "toaster" in screen(app))
        assert isinstance(app.screen, ListScreen)
        await pilot.press("slash", *"epoch")
        await until(pilot, lambda: "toaster" not in screen(app))
        await pilot.press("enter", "delete")
        await until(pilot, lambda: "None yet" in screen(app))
        assert len(History(tmp_path / "history.sqlite").conversations()) == 1


async def test_an_unknown_is_one_key_from_a_draft(tmp_path: Path) -> None:
    """Masked, in the inbox, opened as a form; follow-ups are not in the queue."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, f"my toaster is on fire, token {SECRET}")
        await ask(app, pilot, "thanks")
        await pilot.press("f6")
        await until(pilot, lambda: isinstance(app.screen, UnknownsScreen) and "toaster" in screen(app))
        assert screen(app).count("2026-11-30") == 1
        await pilot.press("d")
        await until(pilot, lambda: isinstance(app.screen, DraftScreen))
        texts = [path.read_text() for path in (tmp_path / "root/ingest/inbox").rglob("*") if path.is_file()]
        assert any("toaster" in text for text in texts) and SECRET not in "".join(texts)


async def test_copies_exports_and_reports_are_masked_files_of_their_owner(tmp_path: Path) -> None:
    """Everything that leaves the chat for the disk."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM.replace("epoch 1", f"token {SECRET}"))
        await ask(app, pilot, "why?")
        await pilot.press("escape", "y")
        await until(pilot, (tmp_path / "clipboard.txt").exists)
        assert app.clipboard.startswith("## The model and its batch")
        await pilot.press("x")
        await until(pilot, lambda: list(tmp_path.glob("crashkb-conversation-*.md")))
        await pilot.press("exclamation_mark")
        await until(pilot, lambda: list(tmp_path.glob("crashkb-wrong-answer-*.md")))
        await pilot.pause(0.2)
        assert History(tmp_path / "history.sqlite").cause_outcomes() == {"gpu-vram-exhausted": (0, 1)}
        report = next(tmp_path.glob("crashkb-wrong-answer-*.md")).read_text()
        assert "`gpu-vram-exhausted`" in report and "CUDA out of memory" in report and "knowledge base" in report
        for path in (*tmp_path.glob("*.md"), tmp_path / "clipboard.txt"):
            assert SECRET not in path.read_text()
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_log_in_markdown_cannot_end_its_fence() -> None:
    """However many back-ticks it holds."""
    assert fenced("a\n````\nb").startswith("`````text\n")
    assert excerpt("\n".join(map(str, range(1000))), 4).split("\n") == ["0", "1", "… 996 lines …", "998", "999"]
    assert conversation_markdown("t", [Said("hi", ())], "en") == "# t\n\n## You\n\nhi\n"


def test_what_cannot_be_written_is_told() -> None:
    """Not raised."""
    assert not written(Path("/proc/no/such"), "x")


async def test_a_recorder_without_a_folder_keeps_nothing_and_says_so() -> None:
    """A service without HOME."""
    recorder = Recorder(None, lambda: NOW)
    assert "HOME" in await recorder.open()
    assert await recorder.start("x") == 0
    assert await recorder.conversations() == ()
    await recorder.keep_setting("theme", "x")
    assert recorder.setting("theme") == ""
    await recorder.close()


async def test_a_follow_up_is_answered_in_its_own_language() -> None:
    """Whatever the answer's is; a number or an emoji tells none."""
    async with running() as (app, pilot):
        await ask(app, pilot, "RuntimeError: CUDA error: out of memory")
        for said, language in (
            ("为什么", "zh"),
            ("risks \U0001f600", "en"),
            ("next step", "en"),
            ("在安卓上呢？", "zh"),
        ):
            await ask(app, pilot, said)
            last = app.chat.session.entries[-1]
            assert isinstance(last, Told | Answered) and last.language == language, said


async def test_the_platform_told_later_keeps_what_was_answered_and_tried() -> None:
    """The question is not asked again, and a step that did not help is not told again, but with its own number."""
    async with running() as (app, pilot):
        await ask(app, pilot, "RuntimeError: CUDA error: out of memory")
        await ask(app, pilot, "yes")
        await ask(app, pilot, "didn't help")
        session = app.chat.session
        before = session.state
        assert before.priors and before.tried and before.answered
        await ask(app, pilot, "on Android?")
        assert session.state.text.endswith("platform: android")
        now = session.state
        assert (now.priors, now.tried, now.answered) == (before.priors, before.tried, before.answered)


async def test_a_told_step_has_its_number_in_the_checklist() -> None:
    """Not 1 each time."""
    async with running() as (app, pilot):
        await ask(app, pilot, OOM)
        for number in (1, 2):
            await ask(app, pilot, "next step")
            told = app.chat.session.entries[-1]
            assert isinstance(told, Told) and told.number == number
        assert "2. " in screen(app)


async def test_steps_of_a_reopened_ranking_are_judged_with_its_turn(tmp_path: Path) -> None:
    """What is said of them after a restart counts."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, "RuntimeError: CUDA error: out of memory")
        await ask(app, pilot, "yes")
    async with running(folder=tmp_path) as (app, pilot):
        app.begin(1)
        await until(pilot, lambda: any(isinstance(entry, Note) for entry in app.chat.session.entries))
        assert app.chat.session.last is not None and app.chat.session.last.turn == 2
        assert app.chat.session.title


async def test_what_cannot_be_kept_any_more_is_told_once(tmp_path: Path) -> None:
    """A disk that is full meanwhile; the title stays that of the first question."""
    async with running(folder=tmp_path) as (app, pilot):
        history = app.recorder._history
        assert history is not None
        history._connection.execute("PRAGMA query_only = on")
        await ask(app, pilot, OOM)
        title = app.chat.session.title
        await ask(app, pilot, "why?")
        await until(pilot, lambda: "could not be kept" in str([note.message for note in app._notifications]))
        assert app.chat.session.title == title != "why?"
        await pilot.pause(1.2)
        assert str([note.message for note in app._notifications]).count("could not be kept") == 1
