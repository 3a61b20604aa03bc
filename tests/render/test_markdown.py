"""Answers as Markdown."""

from markdown_it import MarkdownIt

from crashkb.ask import ask
from crashkb.render.markdown import code, escape, to_markdown
from crashkb.render.view import view
from kbs import small_library


def shown(text: str) -> str:
    library = small_library()
    answer = ask(library, text)
    return to_markdown(answer, view(library, answer))


def test_it_has_verdict_reason_checklist_and_version() -> None:
    """In the order in which a reader needs it."""
    text = shown("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")
    places = [
        text.index(part) for part in ("## ", "**Why this**", "line 1", "**Checklist**", "- [ ] ", "knowledge base")
    ]

    assert places == sorted(places)


def test_report_text_cannot_become_markup() -> None:
    """Links, images, HTML and code fences of the report stay text."""
    evil = "CUDA out of memory. Tried to allocate 2.00 GiB ![x](http://e) <script>alert(1)</script> ``` [a](b) **c**"
    html = MarkdownIt("commonmark", {"html": False}).render(shown(evil))

    assert "<img" not in html and "<script>" not in html and 'href="b"' not in html and 'href="http://e"' not in html


def test_escape_and_code_keep_the_words() -> None:
    """Only their meaning as marks goes."""
    assert escape("a*b_c[d]") == r"a\*b\_c\[d\]"
    assert code("a`b\nc") == "a'b c"


def test_an_unknown_text_says_so() -> None:
    """No empty headings."""
    assert "No known cause" in shown("讲个笑话")[:40] or "没有对应的原因" in shown("讲个笑话")[:40]


def test_a_question_that_a_page_answers_shows_that_page() -> None:
    """Its whole text, under a headline that says so."""
    text = shown("nvidia-smi shows 8 GB free but pytorch OOM")

    assert "Answered by a page" in text
    assert "free space is" in text
