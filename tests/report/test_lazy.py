"""Expressions that wait for their first use."""

import re

import pytest

from crashkb.report.lazy import LazyPattern


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
