"""Runs of text: what they use, on which line, and what in them cannot be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.kb.inline import Inline, Mention, read_inline


def _read(content: str, alone: bool = True) -> Inline:
    return read_inline(content, 7, "p.md", alone)


def test_names_carry_the_line_they_stand_on() -> None:
    found = _read("see [a](page-a)\nand [b](page-b),\n{{total|all}} of {{free|the\nrest}}\n{{table:xid}}")

    assert found == Inline(
        links=(Mention("page-a", 7), Mention("page-b", 8)),
        captured=(Mention("total", 9), Mention("free", 9)),
        tables=(Mention("xid", 11),),
        problems=(),
    )


def test_pictures_and_web_links() -> None:
    assert _read("![x](https://x.org/a.png) [y](http://y.org)").problems == ()
    assert [problem.code for problem in _read("![x](a.png)").problems] == ["K216"]


def test_a_link_in_a_code_span_or_escaped_is_none() -> None:
    assert _read("`[a](page-a)` \\[b](page-b)").links == ()


@pytest.mark.parametrize("text", ["{{table:xid}}", "{{comparison}}"])
def test_directives_are_carried_out_in_paragraphs_of_the_page_only(text: str) -> None:
    assert _read(text).problems == ()
    assert [problem.code for problem in _read(text, alone=False).problems] == ["K215"]


@given(st.text(alphabet="a{}|:`[]()\\n\\\\!-", max_size=80))
def test_any_text_can_be_read(content: str) -> None:
    found = _read(content)

    assert all(7 <= problem.line <= 7 + content.count("\n") for problem in found.problems)
