"""The clarifying question."""

from crashkb.match.question import clarify
from crashkb.model import Evidence, RankedCause
from kbs import small_library


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
