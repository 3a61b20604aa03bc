"""From a pasted text to an answer, and the public contract."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crashkb.ask import ask
from crashkb.model import VERDICTS, Answer
from kbs import real_library, small_library

FRAGMENTED = (
    "epoch 1 done\nTraceback (most recent call last):\n"
    '  File "/home/user/train.py", line 9, in <module>\n    main()\n'
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total capacity of 23.68 GiB of which"
    " 310.00 MiB is free. Of the allocated memory 17.10 GiB is allocated by PyTorch, and 5.80 GiB is reserved by PyTorch"
    " but unallocated.\n"
)


def small(text: str, **options: object) -> Answer:
    return ask(small_library(), text, **options)  # type: ignore[arg-type]


def test_a_log_gives_its_cause_with_evidence_at_the_raw_line() -> None:
    """The main job."""
    answer = small(FRAGMENTED)

    assert answer.causes[0].id == "gpu-vram-fragmented"
    assert answer.causes[0].evidence[0].first == 5
    assert answer.causes[0].evidence[0].signature == "torch-cuda-out-of-memory"


def test_a_question_in_its_own_words_is_answered_by_its_page() -> None:
    """Without any log."""
    answer = small("nvidia-smi shows 8 GB free but pytorch OOM")

    assert (answer.verdict, answer.page) == ("known", "oom-though-memory-free")
    assert answer.pages[0].id == "oom-though-memory-free"
    assert answer.pages[0].kind == "qa"


@pytest.mark.parametrize("text", ["讲个笑话", "what is the capital of peru", "???", "help", "\x00\x01"])
def test_what_is_not_in_the_knowledge_base_is_unknown(text: str) -> None:
    """An honest answer."""
    answer = small(text)

    assert answer.verdict == "unknown"
    assert answer.question is None


def test_the_language_follows_the_prose_then_the_locale_and_an_argument_wins() -> None:
    """A log alone has no language."""
    assert small("为什么显存还有很多却报 OOM？").language == "zh"
    assert small(FRAGMENTED).language == "en"
    assert small(FRAGMENTED, locale_language="zh").language == "zh"
    assert small("为什么显存还有很多却报 OOM？", language="en").language == "en"


def test_masked_causes_are_left_out() -> None:
    """As if they had no page."""
    answer = small(FRAGMENTED, masked=frozenset({"gpu-vram-fragmented"}))

    assert "gpu-vram-fragmented" not in {cause.id for cause in answer.causes}


def test_priors_change_the_score_and_nothing_is_remembered() -> None:
    """The same question twice gives the same answer."""
    before = small(FRAGMENTED)
    pushed = small(FRAGMENTED, priors={"gpu-vram-exhausted": 100.0})

    assert pushed.causes[0].id == "gpu-vram-exhausted"
    assert small(FRAGMENTED) == before


def test_an_independent_failure_is_listed_with_its_line() -> None:
    """The answer is about the first fatal one."""
    text = FRAGMENTED + "retrying on the phone\nE/tflite: Didn't find op for builtin opcode 'LOG' version '2'.\n"
    answer = small(text)

    assert answer.causes[0].id == "gpu-vram-fragmented"
    assert [(other.cause, other.first) for other in answer.others] == [("op-version-too-new", 7)]


def test_confidences_are_probabilities_and_fall_with_rank() -> None:
    """In the order of causes."""
    confidences = [cause.confidence for cause in small(FRAGMENTED).causes]

    assert confidences == sorted(confidences, reverse=True)
    assert all(0 <= confidence <= 1 for confidence in confidences)


def test_a_lower_cause_that_resembles_the_question_more_is_not_called_likelier() -> None:
    """Rank and percentage tell one story, also where the kind of evidence alone would favour the second."""
    answer = ask(real_library(), "多进程 DataLoader 报 bus error 共享内存不够怎么办")
    confidences = [cause.confidence for cause in answer.causes]

    assert answer.causes[0].id == "shared-memory-too-small"
    assert confidences == sorted(confidences, reverse=True)


ODD = st.one_of(
    st.text(max_size=400),
    st.lists(
        st.sampled_from(
            [FRAGMENTED, "CUDA out of memory. ", "\x1b[31m", "[red]", "{{x|y}}", "\r", "显存", "%s", "`" * 9]
        ),
        max_size=12,
    ).map("".join),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ODD)
def test_any_text_gets_an_answer(text: str) -> None:
    """Never an exception, always one of three verdicts, lines within the text."""
    answer = small(text)

    assert answer.verdict in VERDICTS
    lines = text.count("\n") + 1
    for cause in answer.causes:
        assert all(0 <= evidence.first <= lines for evidence in cause.evidence)


def test_a_paste_of_many_megabytes_is_answered_with_true_line_numbers() -> None:
    """Only its telling stretches are read."""
    filler = "step loss 0.123456789 lr 1e-4 time 0.51s throughput 312.1 samples\n" * 100_000
    answer = small(filler + FRAGMENTED + filler)

    assert answer.causes[0].id == "gpu-vram-fragmented"
    assert answer.causes[0].evidence[0].first == 100_005
    assert any("200,00" in note for note in answer.notes)
