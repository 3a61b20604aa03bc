"""The clarifying question."""

import pytest

from crashkb.ask import ask
from crashkb.match.question import clarify
from crashkb.model import Evidence, RankedCause
from kbs import real_library, small_library


def test_the_neighbours_own_question_is_asked_and_both_answers_lead_somewhere() -> None:
    """From confused_with of either page."""
    question = clarify(
        small_library(), [RankedCause("gpu-vram-fragmented", 0.5), RankedCause("gpu-vram-exhausted", 0.4)], "en"
    )

    assert question is not None
    assert question.text == "Does it still fail with half the batch, from the first step on?"
    assert [option.cause for option in question.options] == ["gpu-vram-exhausted", "gpu-vram-fragmented"]


def test_it_is_asked_in_the_language_of_the_answer() -> None:
    """Chinese buttons for a Chinese question."""
    question = clarify(
        small_library(), [RankedCause("gpu-vram-fragmented", 0.5), RankedCause("gpu-vram-exhausted", 0.4)], "zh"
    )

    assert question is not None
    assert [option.label for option in question.options] == ["是", "不是"]


def test_without_a_pair_question_missing_facts_are_asked_for() -> None:
    """What an undecided condition lacks."""
    missing = Evidence("signature", "x", 1, 1, "s", strong=False, condition="torch < 2", unknown=("torch",))
    question = clarify(
        small_library(),
        [RankedCause("gpu-vram-fragmented", 0.5), RankedCause("op-version-too-new", 0.4, (missing,))],
        "en",
    )

    assert question is not None
    assert question.names == ("torch",)


def test_else_the_titles_are_offered() -> None:
    """As a choice."""
    question = clarify(
        small_library(), [RankedCause("gpu-vram-fragmented", 0.5), RankedCause("op-version-too-new", 0.4)], "en"
    )

    assert question is not None
    assert len(question.options) == 2


def test_one_candidate_needs_no_question() -> None:
    """Nothing to tell apart."""
    assert clarify(small_library(), [RankedCause("gpu-vram-fragmented", 0.5)], "en") is None


def test_a_question_between_the_rivals_alone_is_not_asked() -> None:
    """It would leave the likeliest cause out."""
    ranked = [RankedCause(name, 0.5) for name in ("op-version-too-new", "gpu-vram-fragmented", "gpu-vram-exhausted")]
    question = clarify(small_library(), ranked, "en")

    assert question is not None
    assert [option.cause for option in question.options] == [cause.id for cause in ranked]


@pytest.mark.parametrize(
    "text",
    [
        "多进程 DataLoader 报 bus error 共享内存不够怎么办",
        "显存不够怎么办",
        "process gets killed after a few hours, no traceback",
        "my model is slow on the phone",
    ],
)
def test_every_clarifying_question_concerns_the_first_cause(text: str) -> None:
    """One of its answers leads there."""
    answer = ask(real_library(), text)

    assert answer.question is None or answer.causes[0].id in {option.cause for option in answer.question.options}
