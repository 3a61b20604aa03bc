"""What short remarks mean, in both languages."""

import pytest

from crashkb.chat_phrases import INTENTS, intent_of, normal, platform_of, yes_or_no


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("why?", "why"),
        ("So, why?", "why"),
        ("请问为什么呢", "why"),
        ("为什么？", "why"),
        ("next step please", "step"),
        ("下一步呢", "step"),
        ("还有呢", "more"),
        ("Didn't help.", "did-not-help"),
        ("didn’t help", "did-not-help"),
        ("没用", "did-not-help"),
        ("how do I verify?", "verify"),
        ("怎么验证", "verify"),
        ("What else could it be?", "others"),
        ("还有别的原因吗？", "others"),
        ("that fixed it!", "fixed"),
        ("好了", "fixed"),
        ("It just closes.", "no-log"),
        ("闪退没有日志", "no-log"),
        ("你好", "hello"),
    ],
)
def test_follow_ups_are_understood(said: str, name: str) -> None:
    """With particles, punctuation and typographic quotes."""
    assert intent_of(said) == name


@pytest.mark.parametrize(
    "said",
    [
        "why does CUDA run out of memory",
        "what does exit code 137 mean?",
        "RuntimeError: CUDA out of memory",
        "为什么显存明明够还报错",
        "why?\nTraceback (most recent call last):",
        "next " * 40,
        "",
    ],
)
def test_questions_and_logs_are_not_follow_ups(said: str) -> None:
    """They are asked."""
    assert intent_of(said) == ""


@pytest.mark.parametrize(
    ("said", "platform"),
    [
        ("on Android?", "android"),
        ("what about iOS?", "ios"),
        ("在安卓上呢？", "android"),
        ("Linux 上呢", "linux"),
        ("在Windows上怎么办", "windows"),
        ("on fire", ""),
        ("why", ""),
    ],
)
def test_platforms(said: str, platform: str) -> None:
    """Asked after an answer."""
    assert platform_of(said) == platform


def test_every_phrase_is_in_its_normal_form() -> None:
    """Else it could never be matched."""
    assert [phrase for phrase in INTENTS if normal(phrase) != phrase] == []


def test_yes_and_no() -> None:
    """And neither."""
    assert yes_or_no("yes") is True and yes_or_no("不是") is False and yes_or_no("maybe") is None
