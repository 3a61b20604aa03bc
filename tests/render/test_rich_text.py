"""Page Markdown on a terminal."""

import io

from rich.console import Console

from crashkb.render.rich_text import blocks, inline, join


def shown(markdown: str, width: int = 60) -> str:
    console = Console(file=io.StringIO(), width=width, color_system=None, force_terminal=False)
    for item in blocks(markdown):
        console.print(item, highlight=False, markup=False, emoji=False)
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in lines)


def test_code_keeps_its_lines_and_relative_indent() -> None:
    """The fence's own indent inside a list goes away, the code's stays."""
    text = shown("- [ ] Do this.\n\n  ```python\n  if x:\n      y()\n  ```\n")

    assert "• Do this." in text
    assert "    if x:\n        y()" in text


def test_wrapped_lines_of_a_paragraph_are_joined() -> None:
    """A page's line breaks are not the terminal's."""
    assert shown("one\ntwo\n\nthree").split("\n")[:2] == ["one two", "three"]


def test_cjk_lines_join_without_a_space() -> None:
    """A Chinese page wraps anywhere."""
    assert join(["显存总量", "够"]) == "显存总量够"
    assert join(["用 torch", "的时候"]) == "用 torch 的时候"


def test_inline_spans_lose_their_marks_but_report_markup_stays_text() -> None:
    """[red] is no link and no style."""
    assert inline("a **b** `c[0]` [d](e) [red]f[/red]").plain == "a b c[0] d (e) [red]f[/red]"


def test_an_open_fence_ends_with_the_text() -> None:
    """Nothing is lost."""
    assert "last" in shown("```\nfirst\nlast")


def test_numbered_and_nested_items_keep_order_and_depth() -> None:
    """As they stand on the page."""
    text = shown("1. one\n2. two\n   - three")

    assert "1. one" in text and "2. two" in text and "   • three" in text
