"""A conversation's state: follow-ups, the clarifying question, and what was tried."""

import pytest

from chat_driving import OOM
from crashkb.chat import (
    Diagnosis,
    State,
    answer_question,
    begun,
    chosen_option,
    current_cause,
    open_question,
    ordered_steps,
    respond,
    tie_broken,
    with_proven_steps,
)
from crashkb.model import Option, Question, RankedCause
from crashkb.tui.worker import Desk
from kbs import small_library

UNSURE = "RuntimeError: CUDA error: out of memory"


def diagnosed(text: str = OOM, **priors: float) -> State:
    found: Diagnosis = Desk(small_library).diagnose(text, (), "en", priors, {})
    return begun(State(), text, (), found)


def test_before_an_answer_everything_is_asked_but_small_talk() -> None:
    """There is nothing to follow up."""
    assert respond(State(), "why?", "en")[1].kind == "ask"
    assert respond(State(), "on android?", "en")[1].kind == "ask"
    assert respond(State(), "hello", "en")[1].kind == "small-talk"
    assert respond(State(), "no log", "en")[1].kind == "guide"


@pytest.mark.parametrize(
    ("said", "language", "topic", "part"),
    [
        ("why?", "en", "why", "CUDA out of memory"),
        ("怎么验证", "zh", "verify", ""),
        ("risks", "en", "risks", "batch normalisation"),
        ("how do I confirm?", "en", "confirm", "Halve the batch"),
        ("sources", "en", "sources", "docs.pytorch.org"),
        ("other causes", "en", "others", "gpu-vram-fragmented"),
        ("prevent", "en", "prevent", "load test"),
    ],
)
def test_follow_ups_say_what_the_diagnosis_holds(said: str, language: str, topic: str, part: str) -> None:
    """Without asking again."""
    _, reply = respond(diagnosed(), said, language)
    assert (reply.kind, reply.topic) == ("say", topic)
    assert part in reply.markdown


def test_other_candidates_are_named_in_the_language_of_the_question() -> None:
    """Not in that of the first answer."""
    state = diagnosed()
    assert state.diagnosis is not None
    for said, language in (("other causes", "en"), ("还有别的原因吗", "zh")):
        other = state.diagnosis.answer.causes[1].id
        title = small_library().page(other).text(language).title  # type: ignore[union-attr]
        assert f"- [{title}]({other})" in respond(state, said, language)[1].markdown


def test_steps_are_told_one_after_the_other_without_the_ticked_ones() -> None:
    """Until all are done."""
    state = diagnosed()
    state, reply = respond(state, "next step", "en")
    assert reply.step == "smaller-batch"
    assert respond(state, "还有呢", "en")[1].step == "mixed-precision"
    assert respond(diagnosed(), "next", "en", {("gpu-vram-exhausted", "smaller-batch")})[1].step == "mixed-precision"
    everything = {("gpu-vram-exhausted", step) for step in ("smaller-batch", "mixed-precision")}
    assert respond(state, "next", "en", everything)[1].topic == "no-more-steps"


def test_what_did_not_help_is_recorded_and_leads_on_to_the_next_cause_in_the_end() -> None:
    """First the next step, then less weight for the cause."""
    state, _ = respond(diagnosed(), "next", "en")
    state, reply = respond(state, "didn't help", "en")
    assert reply.outcome == ("gpu-vram-exhausted", "smaller-batch", "did-not-help")
    assert reply.step == "mixed-precision"
    state, reply = respond(state, "no luck", "en")
    assert reply.kind == "rerank"
    assert state.priors["gpu-vram-exhausted"] < 0
    again = Desk(small_library).diagnose(state.text, (), "en", state.priors, {})
    assert again.answer.causes[0].id != "gpu-vram-exhausted"


def test_fixed_is_recorded_for_the_step_that_was_told() -> None:
    """And what prevents it is said."""
    state, _ = respond(diagnosed(), "next", "en")
    assert respond(state, "that fixed it", "en")[1].outcome == ("gpu-vram-exhausted", "smaller-batch", "fixed")


def test_a_question_is_answered_by_number_label_or_yes_and_no() -> None:
    """And by nothing else."""
    question = Question("Is it?", (Option("Yes", "a"), Option("No", "b")))
    for said, cause in (("1", "a"), ("no", "b"), ("是的", "a"), ("Yes!", "a"), ("b", "b")):
        option = chosen_option(question, said)
        assert option is not None and option.cause == cause
    assert chosen_option(question, "3") is None
    assert chosen_option(question, "what does it mean") is None
    which = Question("Which?", (Option("Memory is full", "a"), Option("Memory is in pieces", "b")))
    assert chosen_option(which, "yes") is None
    assert chosen_option(which, "memory is in pieces") == which.options[1]


def test_an_answered_question_is_not_asked_again_in_either_language() -> None:
    """And weighs for its cause."""
    state = diagnosed(UNSURE)
    question = open_question(state, "en")
    assert question is not None
    state, reply = answer_question(state, question, question.options[1])
    assert reply.kind == "rerank"
    assert state.priors == {question.options[1].cause: 3.0}
    assert open_question(state, "en") is None and open_question(state, "zh") is None


def test_a_platform_asks_the_same_text_with_the_platform_told() -> None:
    """Told again it replaces the first."""
    state = diagnosed()
    _, reply = respond(state, "on Android?", "en")
    assert reply.text.endswith("\n\nplatform: android")
    state = state._replace(text=reply.text)
    assert respond(state, "在 Linux 上呢", "en")[1].text.count("platform: ") == 1


def test_a_new_text_begins_anew_and_the_same_text_goes_on() -> None:
    """Answers belong to the text they were given about."""
    state = diagnosed()._replace(priors={"a": 1.0}, step="s")
    assert state.diagnosis is not None
    assert begun(state, OOM, (), state.diagnosis).priors == {"a": 1.0}
    assert begun(state, "other", (), state.diagnosis).priors == {}
    assert begun(state, "other", (), state.diagnosis, goes_on=True).priors == {"a": 1.0}
    assert current_cause(State(), "en") is None


@pytest.mark.parametrize(
    ("outcomes", "order"),
    [
        ({}, "abc"),
        ({"c": (1, 1)}, "abc"),
        ({"c": (3, 4), "b": (0, 3)}, "abc"),
        ({"c": (2, 2)}, "cab"),
        ({"c": (5, 6), "b": (9, 9)}, "bca"),
        ({"a": (0, 8)}, "bca"),
        ({"a": (0, 8), "c": (4, 4)}, "cba"),
        ({"a": (0, 40), "b": (0, 8)}, "cab"),
    ],
)
def test_only_proof_moves_a_step(outcomes: dict[str, tuple[int, int]], order: str) -> None:
    """One lucky person moves nothing; what surely fixes more comes first, what surely fixes less last."""
    assert "".join(ordered_steps(["a", "b", "c"], outcomes)) == order


def test_the_order_of_steps_holds_for_the_next_step_too() -> None:
    """Card and conversation go through the same list."""
    state = diagnosed()
    assert state.diagnosis is not None
    cause = state.diagnosis.views["en"].causes[0]
    last = cause.steps[-1].id
    proven = with_proven_steps(state.diagnosis, {cause.id: {last: (6, 6)}})
    assert [view.causes[0].steps[0].id for view in proven.views.values()] == [last, last]
    assert respond(begun(State(), OOM, (), proven), "next step", "en", ())[1].step == last


def test_ties_are_broken_by_what_proved_right_here() -> None:
    """Confidences stay; what is clearly less likely stays behind."""
    causes = (RankedCause("a", 0.5), RankedCause("b", 0.48), RankedCause("c", 0.2))
    assert [cause.id for cause in tie_broken(causes, {"b": (3, 3), "c": (9, 9)})] == ["b", "a", "c"]
    assert tie_broken(causes, {}) == causes
