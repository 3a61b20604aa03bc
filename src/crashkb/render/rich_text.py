"""Page Markdown to rich Text: headings, lists, boxes, code, bold and links, nothing else.

rich.markdown would do more, but importing it costs twice as much as all the rest of a formatted answer, and page text is of
the few forms that docs/format.md allows.
"""

import re
from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

# **bold**, `code`, [words](target)
_INLINE = re.compile(r"\*\*([^*\n]{1,300})\*\*|`([^`\n]{1,300})`|\[([^\]\n]{1,200})\]\(([^)\n]{1,300})\)")
_ITEM = re.compile(r"(\s*)(?:[-*]|(\d{1,3}[.)]))\s+(?:\[[ xX]\]\s+)?(.*)")
_FENCE = re.compile(r"\s*(```|~~~)")


def inline(text: str) -> Text:
    """One paragraph with its bold, code and link spans styled."""
    out = Text()
    position = 0
    for match in _INLINE.finditer(text):
        out.append(text[position : match.start()])
        bold, code, words, target = match.groups()
        if bold:
            out.append(bold, "bold")
        elif code:
            out.append(code, "cyan")
        else:
            out.append(words, "underline")
            if target != words:
                out.append(f" ({target})", "dim")
        position = match.end()
    out.append(text[position:])
    return out


def blocks(markdown: str) -> Iterator[RenderableType]:
    """The Markdown's paragraphs, list items and code blocks, each with its indent."""
    paragraph: list[str] = []
    code: list[str] | None = None
    for line in [*markdown.splitlines(), ""]:
        if _FENCE.match(line):
            yield from _flush(paragraph)
            if code is not None:
                yield _code(code)
            code = [] if code is None else None
        elif code is not None:
            code.append(line)
        elif not line.strip() or line.startswith("#") or line.lstrip().startswith("|") or _ITEM.fullmatch(line):
            yield from _flush(paragraph)
            if line.strip():
                paragraph.append(line)
                if line.startswith("#") or line.lstrip().startswith("|"):
                    yield from _flush(paragraph)
        else:
            paragraph.append(line)
    if code:
        yield _code(code)


def _flush(paragraph: list[str]) -> Iterator[RenderableType]:
    if not paragraph:
        return
    first, *rest = paragraph
    paragraph.clear()
    if first.startswith("#"):
        yield Text(first.lstrip("# "), "bold")
        return
    item = _ITEM.fullmatch(first)
    if item:
        indent, number, text = item.groups()
        mark = f"{number} " if number else "• "
        body = inline(join([text, *rest]))
        yield Padding(Text(mark).append_text(body), (0, 0, 0, min(len(indent), 8)), expand=False)
        return
    indent = len(first) - len(first.lstrip())
    yield Padding(inline(join([first.strip(), *rest])), (0, 0, 0, min(indent, 8)), expand=False)


def join(lines: list[str]) -> str:
    """Wrapped lines as one: with a space, but none between two CJK letters."""
    out = lines[0].rstrip()
    for line in lines[1:]:
        line = line.strip()
        glue = "" if out and line and _is_cjk(out[-1]) and _is_cjk(line[0]) else " "
        out += glue + line
    return out


def _is_cjk(letter: str) -> bool:
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"


def _code(lines: list[str]) -> RenderableType:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return Padding(Text("\n".join(line[margin:] for line in lines), "green", no_wrap=False), (0, 0, 0, 4), expand=False)
