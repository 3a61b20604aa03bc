"""What a person says it is not."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.ask import ask
from crashkb.text import negation
from crashkb.text.negation import negated_spans, without_negated
from kbs import real_library


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("training crashes at step 3, it is not out of memory", "not out of memory"),
        ("memory is fine, still killed", "memory is fine"),
        ("cuda is installed correctly but torch says no gpu", "cuda is installed correctly"),
        ("it isn't a driver issue, it hangs", "n't a driver issue"),
        ("I ruled out the network. DataLoader hangs", "ruled out the network"),
        ("no OOM, it just hangs", "no OOM"),
        ("the drivers are up to date but it hangs", "the drivers are up to date"),
        ("已经排除显存，训练还是崩", "已经排除显存"),
        ("不是版本问题，import 就段错误", "不是版本问题"),
        ("显存没问题，内存一直涨", "显存没问题"),
        ("跟显存无关，就是慢", "跟显存无关"),
        ("没有爆显存，但是很慢", "没有爆显存"),
    ],
)
def test_a_subject_that_is_ruled_out(text: str, gone: str) -> None:
    """In both languages."""
    assert [text[start:end] for start, end in negated_spans(text)] == [gone]
    assert gone not in without_negated(text)


@pytest.mark.parametrize(
    "text",
    [
        "model not found", "no space left on device", "not enough memory", "torch is not installed", "gpu not detected",
        "I am not sure what the problem is", "layer not exists then segmentation fault", "why 137 and not an error message",
        "this does not solve the problem", "是不是版本问题", "不是很懂，问题出在哪", "显存不够用怎么办", "常见故障排除方法", "版本对不上",
        "CUDA out of memory although plenty of memory is free",
    ],
)  # fmt: skip
def test_failures_and_questions_rule_nothing_out(text: str) -> None:
    """ "Not found" is what went wrong; 是不是 asks."""
    assert negated_spans(text) == ()


def test_a_text_that_only_rules_out_stays_whole() -> None:
    """There is nothing else to go by."""
    assert without_negated("memory is fine") == "memory is fine"


_PIECES = st.sampled_from(
    "not n't never no without a the memory oom driver issue problem out of out-of is are fine OK correct up to date match checks out"
    " ruled excluded nothing to do with related unrelated disk full 不是 不关 版本 显存 问题 排除 已经 没 没有 关系 无关 跟 正常 都对 爆显存 ，".split()
)


@given(st.lists(_PIECES, max_size=12), st.sampled_from(["", " "]))
def test_the_words_looked_for_first_stand_wherever_the_pattern_matches(words: list[str], between: str) -> None:
    """They save compiling, and must hide nothing."""
    text = between.join(words)
    for signs, pattern in negation._SAYINGS:
        if pattern.search(text):
            assert any(sign in text.lower() for sign in signs), (text, pattern.source)


@given(st.text(max_size=200))
def test_spans_are_ascending_and_apart(text: str) -> None:
    """Whatever the text."""
    spans = negated_spans(text)

    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "first", "not_first_three"),
    [
        ("已经排除显存，训练到一半 loss 变成 nan", "nan-loss-divergence", "gpu-vram-exhausted"),
        ("not a memory issue but NaN loss after 100 steps", "nan-loss-divergence", "gpu-vram-exhausted"),
        ("it is not out of memory, the process gets killed by slurm at the time limit", "process-terminated-by-scheduler",
         "gpu-vram-exhausted"),
    ],
)  # fmt: skip
def test_its_page_is_not_pulled_to_the_front(text: str, first: str, not_first_three: str) -> None:
    """What remains decides."""
    causes = [cause.id for cause in ask(real_library(), text).causes[:3]]

    assert causes[0] == first
    assert not_first_three not in causes
