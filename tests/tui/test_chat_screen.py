"""The chat as a person uses it: paste, ask, tick, ask on, in both languages and sizes."""

import json
from pathlib import Path

import pytest
from textual import events

from chat_driving import HOSTILE, NARROW, OOM, WIDE, ask, idle, paste, running, screen, small_engine, until
from crashkb.history import History
from crashkb.tui.cards import AnswerCard, ReplyCard
from crashkb.tui.engine import Engine
from crashkb.tui.steps import StepRow


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


async def test_words_beside_a_log_are_sent_along_and_tell_the_language() -> None:
    """A Chinese question about an English log is answered in Chinese, with the log's own line numbers."""
    async with running(size=WIDE) as (app, pilot):
        await paste(app, pilot, OOM)
        await pilot.press(*"wei")
        app.chat.composer.fill("为什么显存明明够还报错")
        await pilot.press("enter")
        await idle(app, pilot)

        assert "已知原因" in screen(app)
        assert app.chat.side.evidence.view.log_lines.stops == (5,)


async def test_enter_sends_and_other_keys_make_new_lines() -> None:
    """The box grows with its text."""
    async with running() as (app, pilot):
        before = app.chat.composer.size.height
        await pilot.press("a", "ctrl+j", "b", "shift+enter", "c")
        assert app.chat.composer.text == "a\nb\nc"
        await pilot.pause()
        assert app.chat.composer.size.height == before + 2

        await pilot.press("enter")
        assert app.chat.composer.text == ""


async def test_earlier_inputs_come_back() -> None:
    """With ↑ and ↓, and what was not sent is not lost on the way."""
    async with running() as (app, pilot):
        for text in ("hello", "what is exit code 137"):
            await ask(app, pilot, text)
        await pilot.press("x", "up")
        assert app.chat.composer.text == "what is exit code 137"
        await pilot.press("up")
        assert app.chat.composer.text == "hello"
        await pilot.press("down", "down")
        assert app.chat.composer.text == "x"


async def test_a_file_is_read_by_its_path_however_it_is_named(tmp_path: Path) -> None:
    """Typed, dragged in with quotes or escapes, as a link, or with /open."""
    path = tmp_path / "my crash.log"
    path.write_text(OOM)
    async with running() as (app, pilot):
        escaped, link = str(path).replace(" ", "\\ "), f"file://{str(path).replace(' ', '%20')}"
        for named in (f"/open {path}", f"'{path}'", escaped, link, str(path)):
            app.chat.composer.fill(named)
            await pilot.press("enter")
            await until(pilot, lambda: app.chat.prompt.attachments and app.chat.prompt.attachments[0].glance)
            assert [item.path for item in app.chat.prompt.attachments] == [str(path)]
            await pilot.press("backspace")
            assert app.chat.prompt.attachments == []


async def test_a_dragged_in_file_becomes_a_chip() -> None:
    """Terminals paste its path."""
    async with running() as (app, pilot):
        await paste(app, pilot, f"'{app._example_log}' ")
        await until(pilot, lambda: "torch-cuda-oom.log, 11 lines" in screen(app))
        assert app.chat.composer.text == ""


async def test_a_file_that_is_no_log_is_refused_in_one_line(tmp_path: Path) -> None:
    """And nothing stays in the box."""
    path = tmp_path / "model.bin"
    path.write_bytes(b"\x7fELF\x02" + bytes(3000))
    async with running() as (app, pilot):
        await ask(app, pilot, str(path))
        await until(pilot, lambda: not app.chat.prompt.attachments)
        await pilot.pause()
        assert any("ELF" in toast.message for toast in app._notifications)


async def test_ticks_and_outcomes_are_there_after_a_restart(tmp_path: Path) -> None:
    """Also when the program is not left in an orderly way: everything is written as it happens."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        await pilot.press("escape")
        await pilot.press("space", "down", "f")
        await until(pilot, lambda: [row.ticked for row in app.chat.query(StepRow)] == [True, True])
        await pilot.pause(0.1)
        history = History(tmp_path / "history.sqlite")
        assert history.ticked(1) == {("gpu-vram-exhausted", "smaller-batch"), ("gpu-vram-exhausted", "mixed-precision")}
        assert history.step_outcomes("gpu-vram-exhausted") == {"mixed-precision": (1, 1)}

    async with running(folder=tmp_path) as (app, pilot):
        await pilot.press("f5")
        await until(pilot, lambda: "2026-11-30 10:00" in screen(app))
        await pilot.press("enter")
        await until(pilot, lambda: app.chat.query(StepRow))
        await idle(app, pilot)
        assert {row.step.id: row.ticked for row in app.chat.query(StepRow)} == {
            "smaller-batch": True,
            "mixed-precision": True,
        }
        assert "fixed it for 1 of 1 here" in "\n".join(
            str(row.query_one(".note").render()) for row in app.chat.query(StepRow)
        )
        assert next(row.step.id for row in app.chat.query(StepRow)) == "smaller-batch"  # one person proves nothing


async def test_follow_ups_need_no_repeated_paste() -> None:
    """In both languages; each in the language in which it is asked."""
    async with running() as (app, pilot):
        await ask(app, pilot, OOM)
        for said, shown in (
            ("why?", "Weights, gradients"),
            ("next step", "Halve the batch size"),
            ("didn't help", "Run the forward pass in half precision"),
            ("how do I verify?", "peak stays below nine tenths"),
            ("还有别的原因吗？", "其他可能"),
            ("怎么验证", "怎么验证修好了"),
            ("thanks", "You're welcome"),
        ):
            await ask(app, pilot, said)
            assert shown in screen(app), said
        assert len(app.chat.query(AnswerCard)) == 1


async def test_what_did_not_help_is_recorded(tmp_path: Path) -> None:
    """Said in words, for the step that was told."""
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM)
        await ask(app, pilot, "next step")
        await ask(app, pilot, "didn't help")
        history = History(tmp_path / "history.sqlite")
        assert history.step_outcomes("gpu-vram-exhausted") == {"smaller-batch": (0, 1)}


UNSURE = "RuntimeError: CUDA error: out of memory"


@pytest.mark.parametrize("answer", ["click", "number", "words"])
async def test_answering_the_question_ranks_anew_and_shows_it(answer: str) -> None:
    """By a button, by its number, or by yes and no; the confidences before stand beside those after."""
    async with running(size=WIDE) as (app, pilot):
        await ask(app, pilot, UNSURE)
        last = app.chat.session.last
        assert last is not None and last.diagnosis.answer.verdict == "unsure"
        question = last.questions["en"]
        assert question is not None
        assert question.text[:30] in screen(app)
        chosen = question.options[0].cause
        before = {cause.id: cause.score for cause in last.diagnosis.answer.causes}

        if answer == "click":
            buttons = [box for box in app.chat.query(".-button") if getattr(box, "kind", "") == "option"]
            buttons[0].focus()
            await pilot.press("enter")
            await idle(app, pilot)
        else:
            await ask(app, pilot, "1" if answer == "number" else "yes")

        last = app.chat.session.last
        assert last is not None
        after = {cause.id: cause.score for cause in last.diagnosis.answer.causes}
        assert last.diagnosis.answer.causes[0].id == chosen
        assert after[chosen] > before[chosen]
        assert "after your answer" in screen(app)


async def test_the_side_pane_follows_the_size_of_the_terminal() -> None:
    """Beside the conversation where there is room, else in its place."""
    async with running(size=NARROW) as (app, pilot):
        await ask(app, pilot, OOM)
        assert app.chat.side.shown == ""
        await pilot.press("f2")
        assert app.chat.side.shown == "evidence"
        assert not app.chat.talk.display
        await pilot.press("escape")
        assert app.chat.side.shown == ""
        assert app.chat.talk.display

    async with running(size=WIDE) as (app, pilot):
        await ask(app, pilot, OOM)
        assert app.chat.side.shown == "evidence"
        assert app.chat.talk.display
        await pilot.press("f3")
        assert "How the score came about" in screen(app)


async def test_the_language_of_everything_changes_at_run_time() -> None:
    """Frame, answers, panes, and the choice is kept."""
    async with running(size=WIDE) as (app, pilot):
        await ask(app, pilot, OOM)
        await pilot.press("f8")
        await until(pilot, lambda: "已知原因" in screen(app))
        shown = screen(app)
        for words in ("粘贴日志或提问", "帮助", "证据", "排查清单"):
            assert words in shown
        assert "Checklist" not in shown
        assert app.recorder.setting("language") == "zh"


async def test_pasted_markup_and_controls_are_shown_as_text() -> None:
    """In the conversation, the chip, the pane, the title."""
    async with running(size=WIDE) as (app, pilot):
        await ask(app, pilot, HOSTILE)
        assert "[red]x[/]" in screen(app)
        await ask(app, pilot, f"{OOM}{HOSTILE}\n{HOSTILE}\n")
        await pilot.press("f2")
        await pilot.pause()
        shown = screen(app)
        assert "[red]x[/]" in shown and "%s" in shown and "**b** [a](http://evil.example)" in shown
        assert "\x1b" not in shown and "\u202e" not in shown and "\x07" not in shown


async def test_typing_goes_on_while_a_diagnosis_runs() -> None:
    """It has a process of its own; Ctrl+C stops it and puts the input back."""
    async with running() as (app, pilot):
        slow = Engine(command=("sh", "-c", "exec sleep 30"))
        app.chat.session.engine = slow
        app.chat.composer.fill("a question")
        await pilot.press("enter")
        await until(pilot, lambda: app.chat.is_busy)
        await pilot.press(*"typed")
        assert app.chat.composer.text == "typed"
        await until(pilot, lambda: "Esc or Ctrl+C stops" in screen(app))

        await pilot.press("ctrl+u", "ctrl+c")
        await until(pilot, lambda: not app.chat.is_busy)
        assert app.chat.composer.text == "a question"
        await slow.close()


async def test_a_worker_that_dies_is_one_line_and_the_next_question_works() -> None:
    """The screen lives on."""
    async with running() as (app, pilot):
        broken = Engine(command=("false",))
        app.chat.session.engine = broken
        await ask(app, pilot, "a question")
        assert "failed at this" in screen(app)
        app.chat.session.engine = small_engine()
        await ask(app, pilot, OOM)
        assert "Known cause" in screen(app)
        await app.chat.session.engine.close()
        await broken.close()


async def test_ctrl_c_empties_the_box_then_quits_at_the_second_time() -> None:
    """What was in the box comes back with ↑."""
    async with running() as (app, pilot):
        await pilot.press(*"abc", "ctrl+c")
        assert app.chat.composer.text == ""
        await pilot.press("up")
        assert app.chat.composer.text == "abc"
        await pilot.press("ctrl+c", "ctrl+c")
        assert app.is_running
        await pilot.press("ctrl+c")
        await pilot.pause()
        assert app._exit


async def test_what_was_not_sent_is_there_at_the_next_start(tmp_path: Path) -> None:
    """Masked, as everything that is stored."""
    async with running(folder=tmp_path) as (app, pilot):
        app.chat.composer.fill("half a thought, password=hunter2secret")
        await paste(app, pilot, OOM)
        await until(pilot, lambda: (tmp_path / "unsent.json").exists())
        stored = json.loads((tmp_path / "unsent.json").read_text())
        assert "hunter2secret" not in json.dumps(stored)

    async with running(folder=tmp_path) as (app, pilot):
        await until(pilot, lambda: app.chat.prompt.attachments)
        assert app.chat.composer.text.startswith("half a thought")
        assert app.chat.prompt.attachments[0].lines == 5


async def test_secrets_are_not_in_the_history(tmp_path: Path) -> None:
    """Neither as input nor in what the answer quotes."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    async with running(folder=tmp_path) as (app, pilot):
        await ask(app, pilot, OOM.replace("epoch 1", f"token {token}").replace("train.py", f"{token}.py"))
        assert "Known cause" in screen(app)
    assert token.encode() not in (tmp_path / "history.sqlite").read_bytes()


async def test_a_paste_that_arrives_while_the_conversation_has_the_focus_is_taken() -> None:
    """As in a chat one expects."""
    async with running() as (app, pilot):
        await ask(app, pilot, "hello")
        await pilot.press("escape")
        assert app.focused is not app.chat.composer
        assert app.focused is not None
        app.focused.post_message(events.Paste(OOM))
        await until(pilot, lambda: app.chat.prompt.attachments)
        assert app.focused is app.chat.composer


async def test_nothing_to_go_by_leads_to_what_to_collect() -> None:
    """By the welcome's third example or in words; per platform."""
    async with running(size=WIDE) as (app, pilot):
        await app.example("none")
        await pilot.pause()
        assert "Where does it run?" in screen(app)
        await ask(app, pilot, "没有日志")
        assert len(app.chat.query(ReplyCard)) == 2


async def test_what_is_typed_in_the_conversation_and_is_no_key_of_it_goes_into_the_box() -> None:
    """One need not click first."""
    async with running() as (app, pilot):
        await ask(app, pilot, OOM)
        await pilot.press("escape")
        await pilot.press("z", "/")
        assert app.chat.composer.text == "z/"


async def test_a_knowledge_base_that_is_ready_too_late_ends_quietly() -> None:
    """A page was accepted, the program is ending and the screen's lines are gone when the worker answers."""
    async with running() as (app, pilot):
        await until(pilot, lambda: "knowledge base" in screen(app))
        await app.chat.query_one("#title").remove()
        app.chat.tell_title()
