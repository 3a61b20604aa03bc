"""Signature templates: a printed line with typed holes, turned into a pattern that is linear by construction.

The language stands in docs/format.md. From one template come the pattern, the anchors (single lower-case
words for the multi-pattern prefilter) and the skeleton (for fuzzy matching of lines that no template fits).

Why it is linear: each hole is bounded and forms one atomic group with the literal behind it, plus one look at
the first character of the next hole. So at each place of the text an attempt costs the sum of the
hole bounds, never their product, and what matched is never tried again in another way.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crashkb.errors import TemplateError
from crashkb.kb.holes import TYPES, HoleType, value_of
from crashkb.model import Value
from crashkb.text.fold import CJK, NOT_AFTER, NOT_BEFORE, lower
from crashkb.text.fold import fold as fold  # callers of find() need it, so it is offered from here too
from crashkb.text.lazy import LazyPattern
from crashkb.text.mask import MARK, mask

# Sample: "{shape:shape}" in "with shape{shape:shape} and type {dtype:word}"
_HOLE = LazyPattern(r"\{([a-z][a-z0-9_]{0,63}):([a-z][a-z0-9_]{0,31})\}")

# A space of a template; sample: " ", "\t", "\n    ", " \n" (never two line breaks)
_SPACE = r"(?=\s)[ \t\r\f\v]{0,64}+(?:\n[ \t\r\f\v]{0,64}+)?"

_MIN_RUN = 4
_MIN_ANCHOR = 3

_WIDE = LazyPattern(CJK)
_JOINS = LazyPattern(r"[0-9A-Za-z_]")


class Template(NamedTuple):
    """One wording of a message, ready to be searched."""

    text: str
    """As written, NFKC-folded, outer white space removed."""
    pattern: str
    """Python regex source, to be compiled with re.IGNORECASE; its named groups are the holes."""
    holes: tuple[tuple[str, str], ...]
    """(name, type) in order."""
    anchors: tuple[str, ...]
    """Words, longest first, each of which stands in the lower-cased folded text wherever the template matches."""
    skeleton: str
    """The text with holes, numbers, paths and the like replaced by MARK, comparable with `mask(line)`."""


class Match(NamedTuple):
    """Where a template was found and what its holes hold."""

    start: int
    """Offset of the first character in the searched text."""
    end: int
    """Offset behind the last one."""
    captures: dict[str, Value]
    """By hole name: numbers for int, hex, num and bytes (in bytes), else text."""
    texts: dict[str, str]
    """By hole name: the captured text as it stands."""


@lru_cache(maxsize=8192)
def parse_template(text: str, *, fragment: bool = False) -> Template:
    """Return the template that one line of a `template` block (or a `reads` one: fragment) describes.

    Raises:
        TemplateError: unknown hole type, a hole name that stands twice, no literal at the start (fragments
            may start with a hole), or too little literal text to search for.
    """
    text = fold(text).strip()
    literals, holes = _split(text)
    _check(text, literals, holes, fragment)
    return Template(text, _pattern(literals, holes), holes, _anchors(literals), mask(MARK.join(literals)))


def find(
    template: Template, text: str, start: int = 0, end: int | None = None, *, whole_line: bool = False
) -> Match | None:
    """Return the first place in text[start:end] where the template stands, or None.

    Args:
        template: what to look for.
        text: folded text, lines joined by a line feed.
        start: offset of the first character that may be part of the match.
        end: offset behind the last such character; None means the end of the text.
        whole_line: the match must fill its line or lines, apart from white space.
    """
    compiled = _compile(template.pattern, whole_line)
    match = compiled.search(text, start, len(text) if end is None else end)
    if match is None:
        return None
    texts = {name: match[name].rstrip() for name, _ in template.holes}
    captures = {name: value_of(kind, texts[name]) for name, kind in template.holes}
    return Match(match.start(), match.end(), captures, texts)


@lru_cache(maxsize=8192)
def words_of(template: Template) -> tuple[str, ...]:
    """The template's literal words in their order, in lower case; pieces beside a hole count as words."""
    return tuple(lower("\n".join(_split(template.text)[0])).split())


def stand_in_order(words: Sequence[str], lowered: str, start: int, end: int) -> bool:
    """Whether the words stand in lowered[start:end] one behind another: if not, the template does not match there."""
    for word in words:
        place = lowered.find(word, start, end)
        if place < 0:
            return False
        start = place + len(word)
    return True


@lru_cache(maxsize=8192)
def _compile(pattern: str, whole_line: bool) -> re.Pattern[str]:
    """Compile on first use: of some thousand templates a report needs a dozen."""
    if whole_line:
        pattern = rf"(?m:^)[ \t\r\f\v]{{0,256}}+{pattern}[ \t\r\f\v]{{0,256}}+(?m:$)"
    return re.compile(pattern, re.IGNORECASE)


def _split(text: str) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """Return n + 1 literals and the n holes between them."""
    parts = _HOLE.split(text)
    return parts[0::3], tuple(zip(parts[1::3], parts[2::3], strict=True))


def _check(text: str, literals: list[str], holes: tuple[tuple[str, str], ...], fragment: bool) -> None:
    for name, kind in holes:
        if kind not in TYPES:
            raise TemplateError(f"unknown hole type {kind!r} in {{{name}:{kind}}}; there are {', '.join(TYPES)}")
    names = [name for name, _ in holes]
    for name in names:
        if names.count(name) > 1:
            raise TemplateError(f"hole name {name!r} stands twice in {text!r}")
    if fragment:
        if not "".join(literals).strip():
            raise TemplateError(f"fragment holds no literal text: {text!r}")
        return
    if not literals[0]:
        raise TemplateError(f"template does not start with a literal: {text!r}")
    longest = max((_width(word) for word in "\n".join(literals).split()), default=0)
    if longest < _MIN_ANCHOR or max(_width("".join(run.split())) for run in literals) < _MIN_RUN:
        raise TemplateError(f"template holds no literal run of {_MIN_RUN} characters: {text!r}")


def _width(text: str) -> int:
    """Return the length, a CJK letter counting as two (已杀死 says as much as 'Killed')."""
    return len(text) + len(_WIDE.findall(text))


def _pattern(literals: list[str], holes: tuple[tuple[str, str], ...]) -> str:
    types = [TYPES[kind] for _, kind in holes]
    pieces = [_left_edge(literals[0], types)]
    lead = _literal(literals[0])
    pieces.append(f"{lead}(?={types[0].first})" if types and lead else lead)
    for number, (name, _) in enumerate(holes):
        follows = types[number + 1] if number + 1 < len(types) else None
        pieces.append(_group(name, types[number], literals[number + 1], follows))
    pieces.append(_right_edge(literals[-1]))
    return "".join(pieces)


def _group(name: str, kind: HoleType, literal: str, follows: HoleType | None) -> str:
    """Return one hole with the literal behind it and a look at the next hole, as one atomic group."""
    behind = _literal(literal)
    if not behind and not follows:
        return f"(?>{kind.before}(?P<{name}>{kind.last or kind.body}){kind.after}{kind.edge})"
    ahead = f"(?={follows.first})" if follows else ""
    return f"(?>{kind.before}(?P<{name}>{kind.body}){kind.after}{behind}{ahead})"


def _literal(text: str) -> str:
    return "".join(_SPACE if part.isspace() else re.escape(part) for part in re.split(r"(\s+)", text) if part)


def _left_edge(literal: str, types: list[HoleType]) -> str:
    """Return the condition before the first character: no word is cut in two, no number begins in its middle."""
    if not literal:
        return r"(?<!\S)" if types[0] is TYPES["any"] else rf"{NOT_BEFORE}(?<!\d\.)"
    return NOT_BEFORE if _JOINS.match(literal) else ""


def _right_edge(literal: str) -> str:
    return NOT_AFTER if _JOINS.match(literal[-1:]) else ""


def _anchors(literals: list[str]) -> tuple[str, ...]:
    words = dict.fromkeys(lower("\n".join(literals)).split())
    long = [word for word in words if _width(word) >= _MIN_ANCHOR] or list(words)
    return tuple(sorted(long, key=lambda word: (-_width(word), word)))
