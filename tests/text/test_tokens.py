"""The tokeniser: what a text consists of."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.text.tokens import MAX_TOKEN, STOP_WORDS, TOKENISER_VERSION, tokens

REPROS = Path(__file__).resolve().parents[3] / "shared" / "repros"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ResourceExhaustedError", ["resourc", "exhaust", "error", "resourceexhaustederror"]),
        ("CUDNN_STATUS_NOT_INITIALIZED", ["cudnn", "status", "initializ", "cudnn_status_not_initialized"]),
        ("torch.cuda.OutOfMemoryError", ["torch", "cuda", "memory", "error", "outofmemoryerror"]),
        ("Conv2DBackpropFilter", ["conv2d", "backprop", "filter", "conv2dbackpropfilter"]),
        ("XLAGpuDevice", ["xla", "gpu", "devic", "xlagpudevice"]),
        ("std::bad_alloc", ["std", "bad", "alloc", "bad_alloc"]),
        ("_private", ["privat"]),
        ("sm_86", ["sm_86"]),
    ],
)
def test_identifiers_come_as_their_parts_and_whole(text: str, expected: list[str]) -> None:
    """A question says "resource exhausted", a log ResourceExhaustedError."""
    assert tokens(text) == expected


def test_chinese_comes_as_overlapping_pairs_and_mixes_with_latin() -> None:
    """No word list is needed; a single letter stands for itself."""
    assert tokens("显存不足") == ["显存", "存不", "不足"]
    assert tokens("为什么CUDA报错？") == ["为什", "什么", "cuda", "报错"]
    assert tokens("卡 了") == ["卡", "了"]
    assert tokens("ＣＵＤＡ：显存") == ["cuda", "显存"]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("exited with code 137", "137"),
        ("[Errno 98] Address already in use", "98"),
        ("OSError: [WinError 1455] The paging file is too small", "1455"),
        ("CUDA error: 700", "700"),
        ("NVRM: Xid 79", "79"),
        ("exit_code: 139", "139"),
        ("Fatal signal 11 (SIGSEGV)", "11"),
        ("signal 9", "9"),
        ("Exception code 0xC0000005", "0xc0000005"),
    ],
)
def test_numbers_with_a_meaning_are_kept(text: str, number: str) -> None:
    """The number is the name of the error."""
    assert number in tokens(text)


@pytest.mark.parametrize(
    "text", ["epoch 137", "line 3014", "20.00 MiB", "error 1234567", "error 13 98 76", "0x7f3c5a1b2c00", "code 7"]
)
def test_other_numbers_and_addresses_are_dropped(text: str) -> None:
    """They differ from run to run."""
    assert [token for token in tokens(text) if token[0].isdigit() and token != "13"] == []


@pytest.mark.parametrize(
    "text",
    [
        "deadbeef01",
        "f3a2b1c4d5e6f708192a3b4c5d6e7f80",
        "aZ3x9Q1b7Kp2",
        "x" * 41,
        "_ZN5torch3jit12_GLOBAL__N_1" + "x" * 300,
        "the and of to",
        "MiB GiB ms",
        "a b c _ __",
        "",
    ],
)
def test_hashes_endless_words_units_and_stop_words_are_dropped(text: str) -> None:
    """They say nothing about a crash."""
    assert tokens(text) == []


def test_crashes_and_crash_are_one_token() -> None:
    """Index and query are stemmed alike."""
    assert tokens("it crashes") == tokens("crashed") == ["crash"]


def test_order_and_repetition_are_kept() -> None:
    """Counts are the index's business."""
    assert tokens("kernel error, kernel crash") == ["kernel", "error", "kernel", "crash"]


@given(st.text())
def test_tokens_are_short_lower_case_and_no_stop_words(text: str) -> None:
    """Whatever is pasted."""
    for token in tokens(text):
        assert token and len(token) <= MAX_TOKEN
        assert token == token.lower() or not token.isascii()
        assert not any(letter.isspace() for letter in token)


@given(st.text(), st.text())
def test_lines_are_tokenised_independently(first: str, second: str) -> None:
    """But for a code that stands on the line after its word, a text is the sum of its lines."""
    whole = tokens(f"{first}\nand\n{second}")
    assert whole == tokens(first) + tokens(second)


def test_the_version_is_a_text_for_the_key_of_the_index() -> None:
    """Another tokeniser, another index."""
    assert TOKENISER_VERSION.isdigit()
    assert "the" in STOP_WORDS and "memory" not in STOP_WORDS


def test_real_logs_give_their_telling_words() -> None:
    """Each captured exception type is found as a token of its log."""
    logs = sorted(REPROS.glob("*/captured.log"))
    if not logs:
        pytest.skip("repros are not beside this checkout")
    for log in logs:
        text = log.read_text(encoding="utf-8", errors="replace")
        found = set(tokens(text))
        for word in ("RuntimeError", "ResourceExhaustedError", "ModuleNotFoundError", "SIGSEGV", "AddressSanitizer"):
            assert (word.lower() in found) or not any(
                word == part for part in text.replace(":", " ").replace("(", " ").split()
            )


@pytest.mark.parametrize("unit", ["a1", "_", "aA", "a_", "Aa1", "f0", "显", "显a", "error 1 ", "é", "A"])
def test_time_grows_linearly_on_adversarial_text(unit: str) -> None:
    """A megabyte of anything takes well under two seconds."""
    text = (unit * 1_000_000)[:1_000_000]
    begun = time.process_time()
    tokens(text)
    assert time.process_time() - begun < 2.0
