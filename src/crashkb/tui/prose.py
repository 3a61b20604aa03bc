"""Markdown of pages and answers as Textual content: paragraphs, items, code, tables, links. Nothing in it is markup."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content, Span
from textual.style import Style

from crashkb.render.fill import plain
from crashkb.render.rich_text import join

# **bold**, `code`, [words](target), https://…
_INLINE = re.compile(
    r"\*\*([^*\n]{1,300})\*\*|`([^`\n]{1,300})`|\[([^\]\n]{1,200})\]\(([^)\n]{1,300})\)|(https?://[^\s<>)\]]{0,300}[^\s<>)\].,;:!?，。；：])"
)
_ITEM = re.compile(r"(\s*)(?:[-*]|(\d{1,3}[.)]))\s+(?:\[([ xX])\]\s+)?(.*)")
_FENCE = re.compile(r"\s*(```|~~~)")
_MOST_INDENT = 8
_WIDEST_COLUMN = 40


class Passage(NamedTuple):
    """One paragraph, heading, item, code block or table."""

    kind: str
    """'text', 'heading', 'item', 'code' or 'table'."""
    indent: int
    content: Content


class PageLink(NamedTuple):
    """A link of a page: to another page by its id, or to the web."""

    words: str
    target: str


def inline(text: str) -> Content:
    """One paragraph; links carry a click action."""
    out: list[str] = []
    spans: list[Span] = []
    length = position = 0

    def add(part: str, *styles: Style | str) -> None:
        nonlocal length
        part = plain(part)
        spans.extend(Span(length, length + len(part), style) for style in styles)
        out.append(part)
        length += len(part)

    for match in _INLINE.finditer(text):
        add(text[position : match.start()])
        bold, code, words, target, url = match.groups()
        if bold:
            add(bold, "bold")
        elif code:
            add(code, "$text-accent")
        else:
            add(words or url, "underline $text-primary", _click(target or url))
        position = match.end()
    add(text[position:])
    return Content("".join(out), spans)


def _click(target: str) -> Style:
    return Style.from_meta({"@click": f"app.follow({plain(target)!r})"})


def links(markdown: str) -> tuple[PageLink, ...]:
    """The links of a text in order, each target once."""
    found: dict[str, PageLink] = {}
    for match in _INLINE.finditer(markdown):
        target = match[4] or match[5]
        if target:
            found.setdefault(target, PageLink(plain(match[3] or target), plain(target)))
    return tuple(found.values())


def passages(markdown: str) -> Iterator[Passage]:
    """The text's parts in order."""
    paragraph: list[str] = []
    code: list[str] | None = None
    table: list[str] = []
    for line in [*markdown.splitlines(), ""]:
        is_row = code is None and line.lstrip().startswith("|")
        if table and not is_row:
            yield _table(table)
            table = []
        if _FENCE.match(line):
            yield from _flush(paragraph)
            if code is not None:
                yield _code(code)
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif is_row:
            yield from _flush(paragraph)
            table.append(line)
        elif not line.strip() or line.startswith("#") or _ITEM.fullmatch(line):
            yield from _flush(paragraph)
            if line.strip():
                paragraph.append(line)
            if line.startswith("#"):
                yield from _flush(paragraph)
        else:
            paragraph.append(line)
    if code:
        yield _code(code[:-1])  # without the line that was added above


def _flush(paragraph: list[str]) -> Iterator[Passage]:
    if not paragraph:
        return
    first, *rest = paragraph
    paragraph.clear()
    if first.startswith("#"):
        yield Passage("heading", 0, Content(plain(first.lstrip("# "))))
        return
    item = _ITEM.fullmatch(first)
    if item:
        indent, number, box, text = item.groups()
        mark = f"{number} " if number else "☐ " if box is not None else "• "
        yield Passage("item", min(len(indent), _MOST_INDENT), Content(mark) + inline(join([text, *rest])))
        return
    indent_cells = len(first) - len(first.lstrip())
    yield Passage("text", min(indent_cells, _MOST_INDENT), inline(join([first.strip(), *rest])))


def _code(lines: Sequence[str]) -> Passage:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return Passage("code", 0, Content(plain("\n".join(line[margin:] for line in lines).expandtabs(4))))


def _table(rows: Sequence[str]) -> Passage:
    """Columns padded by their width on screen (a Chinese letter takes two cells); the widest is left to wrap."""
    cells = [[inline(cell.strip()) for cell in row.strip().strip("|").split("|")] for row in rows]
    cells = [row for row in cells if not all(set(cell.plain) <= set("-: ") for cell in row)]
    count = max((len(row) for row in cells), default=0)
    widths = [
        min(_WIDEST_COLUMN, max((cell_len(row[index].plain) for row in cells if index < len(row)), default=0))
        for index in range(count)
    ]
    lines = []
    for number, row in enumerate(cells):
        padded = [cell.pad_right(max(0, widths[index] - cell_len(cell.plain))) for index, cell in enumerate(row)]
        line = Content("  ").join(padded)
        lines.append(line.stylize("bold") if number == 0 else line)
    return Passage("table", 0, Content("\n").join(lines))
