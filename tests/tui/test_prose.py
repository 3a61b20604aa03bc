"""Markdown of pages as content; nothing in it is markup."""

from crashkb.tui.prose import links, passages

PAGE = """# Title

Text with **bold**, `code [red]x[/]`, [a page](gpu-vram-exhausted) and https://example.org/x,
wrapped

- item
  goes on
- [ ] box

| 列 | b |
|---|---|
| 显存 | 1 |

```python
  x = 1
    y
```
"""


def test_the_parts_of_a_page() -> None:
    """In order, each of its kind."""
    found = list(passages(PAGE))
    assert [item.kind for item in found] == ["heading", "text", "item", "item", "table", "code"]
    assert found[1].content.plain == ("Text with bold, code [red]x[/], a page and https://example.org/x, wrapped")
    assert found[2].content.plain == "• item goes on"
    assert found[3].content.plain == "☐ box"
    assert found[5].content.plain == "x = 1\n  y"


def test_columns_are_aligned_by_their_width_on_screen() -> None:
    """A Chinese letter takes two cells."""
    table = next(item for item in passages(PAGE) if item.kind == "table")
    assert table.content.plain.split("\n") == ["列    b", "显存  1"]


def test_links_in_order_and_once() -> None:
    """Pages by id, the web by address."""
    assert [link.target for link in links(PAGE + PAGE)] == ["gpu-vram-exhausted", "https://example.org/x"]


def test_control_sequences_and_direction_marks_are_dropped() -> None:
    """Page text may hold captured values."""
    assert [item.content.plain for item in passages("a\x1b]52;c;x\x07b \u202ec")] == ["ab c"]


def test_an_open_fence_is_code_to_the_end() -> None:
    """Nothing is lost."""
    assert [(item.kind, item.content.plain) for item in passages("```\na\nb")] == [("code", "a\nb")]
