"""Runs of text in a body: links to pages, captured values, directives, each with its line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from crashkb.kb.files import is_id
from crashkb.model import Problem

# {{unallocated|the last figure in the message}}
CAPTURED = re.compile(r"\{\{([a-z][a-z0-9_]{0,60})\|([^{}|]{1,300})\}\}")

# {{table:cuda-driver}}
DIRECTIVE = re.compile(r"\{\{(?:table:([a-z0-9-]{1,80})|comparison)\}\}")

# {{table: cuda driver}}, {{name|}}, a lone }}
_BRACES = re.compile(r"\{\{[^\n{}]{0,60}(?:\}\})?|\}\}")

# ``nvidia-smi`` or `docker inspect -f '{{.State.OOMKilled}}' web`
_CODE_SPAN = re.compile(r"(?<!`)(`{1,8})(?!`)(.{1,2000}?)(?<!`)\1(?!`)", re.DOTALL)

_HTTP = ("http://", "https://")

_PARSER = MarkdownIt("commonmark", {"html": False})


class Mention(NamedTuple):
    """A name that the body uses: the target of a link, a capture, a table."""

    name: str
    line: int


class Inline(NamedTuple):
    """What a run of text uses."""

    links: tuple[Mention, ...]
    """Links to pages of the knowledge base."""
    captured: tuple[Mention, ...]
    tables: tuple[Mention, ...]
    problems: tuple[Problem, ...]


def read_inline(content: str, line: int, path: str, alone: bool) -> Inline:
    """Read a run of text.

    Args:
        content: Markdown of a paragraph, heading, list item or table cell, without its indentation.
        line: 1-based line of the file on which it begins.
        path: the file as problems shall name it.
        alone: whether it is a paragraph of the page itself; only there are directives carried out.
    """
    problems: list[Problem] = []
    links: list[Mention] = []
    for target in _targets(content):
        at = _line(content, f"]({target}", line)
        if is_id(target):
            links.append(Mention(target, at))
        else:
            advice = f": write `{target[:-3]}`" if target.endswith(".md") and is_id(target[:-3]) else ""
            said = f"`{target[:80]}` is neither a page id nor an http(s) address{advice}"
            problems.append(Problem("K216", path, at, said))
    rest, tables = _directives(content, line) if alone else (content, ())
    captured = tuple(Mention(match[1], _line(content, match[0], line)) for match in CAPTURED.finditer(rest))
    rest = CAPTURED.sub("", _CODE_SPAN.sub("", CAPTURED.sub("", rest)))
    for brace in _BRACES.finditer(rest):
        advice = "write `{{name|fallback words}}`, or `{{table:NAME}}` or `{{comparison}}` alone on a line"
        said = f"`{brace[0]}` is not readable: {advice}"
        problems.append(Problem("K215", path, _line(content, brace[0], line), said))
    return Inline(tuple(links), captured, tables, tuple(problems))


def _targets(content: str) -> Iterator[str]:
    """Where the links and pictures of the text lead, those to the web left out."""
    if "](" not in content:
        return
    parsed: list[Token] = []
    _PARSER.inline.parse(content, _PARSER, {}, parsed)
    for token in parsed:
        target = str(token.attrGet("href" if token.type == "link_open" else "src") or "")
        if target and not target.startswith(_HTTP):
            yield target


def _directives(content: str, line: int) -> tuple[str, tuple[Mention, ...]]:
    """The text without its directives, and the tables that they show."""
    tables = []
    rest = []
    for number, row in enumerate(content.split("\n"), line):
        directive = DIRECTIVE.fullmatch(row.strip())
        if directive is None:
            rest.append(row)
        elif directive[1]:
            tables.append(Mention(directive[1], number))
    return "\n".join(rest), tuple(tables)


def _line(content: str, part: str, line: int) -> int:
    """The line on which a part of the text stands."""
    return line + content.count("\n", 0, max(content.find(part), 0))
