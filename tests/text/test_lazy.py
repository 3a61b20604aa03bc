"""Expressions that wait for their first use."""

import re

import pytest

from crashkb.text.lazy import LazyPattern


def test_nothing_is_compiled_before_the_first_use() -> None:
    broken = LazyPattern("(")

    with pytest.raises(re.error):
        broken.match("x")


def test_it_answers_as_the_compiled_expression_does() -> None:
    lazy, plain = LazyPattern(r"a(\d)", re.IGNORECASE), re.compile(r"a(\d)", re.IGNORECASE)

    for text in ("A1", "xa2", "", "aa3a4"):
        for start in (0, 1):
            assert str(lazy.match(text, start)) == str(plain.match(text, start))
            assert str(lazy.search(text, start)) == str(plain.search(text, start))
        assert lazy.findall(text) == plain.findall(text)


def test_it_is_compiled_once() -> None:
    lazy = LazyPattern(r"[ab]")
    first = lazy.match

    assert lazy.match is first
    assert lazy.sub("-", "abc") == "--c"
    assert lazy.sub(lambda match: match[0].upper(), "abc") == "ABc"
    assert lazy.split("1a2") == ["1", "2"]


def test_what_an_expression_has_not_it_has_not_either() -> None:
    with pytest.raises(AttributeError):
        LazyPattern("a").spam  # noqa: B018
