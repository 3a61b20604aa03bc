"""Raw text to clean, numbered lines: terminal codes, page furniture and log prefixes go, the message stays.

Prefixes nest (a container's time stamp before a rank before a logger's date), so they are peeled
one after another, a bounded number of times. What must stay: a message's own words, the
indentation that shows a stack frame, Python's ``>>>`` prompt, and onnxruntime's ``[E:onnxruntime…]``.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from typing import NamedTuple

from crashkb.model import Line
from crashkb.report.boilerplate import is_boilerplate
from crashkb.report.prefixes import DATE, LEVEL_LETTERS, LOGCAT_DATE, PREFIXES, Compiled, prefixes_at
from crashkb.report.unwrap import unwrap
from crashkb.text.lazy import LazyPattern

WHOLE_TEXT = 4_000_000
"""Characters (bytes of a file) up to which a text is read whole; of a larger one only the telling stretches are."""

LINE_LIMIT = 65_536
"""Characters of a line that are read; a longer one is cut."""

CUT_MARK = " [line cut here]"
"""Stands at the end of a line that was cut."""

_ROUNDS = 6
"""Prefixes that may nest on one line."""

_STARTS = frozenset("".join(prefix.starts for prefix in PREFIXES))

_LAST_PREFIXES = frozenset({"TensorFlow", "glog", "absl without time", "c10", "loguru", "Python logging", "GStreamer"})
"""After these the message itself begins: nothing more is peeled."""

_SPOKEN_TAGS = frozenset({"libc++abi"})
"""Programs whose name is part of their message where no logger stands before it: the text keeps the tag."""

_STUDIO = ("Android Studio, old", "Android Studio, new")

# ESC [ 31;1 m · ␛[0m · ^[[0m · \x1b[0m as letters; ESC ] 8 ; ; url BEL; ESC ( B; the C1 form
_ESCAPES = (
    r"(?:\x1b|\u241b|\^\[|\\u001b|\\x1b|\\033)\[[0-?]{0,64}+[ -/]{0,8}+[@-~]"
    r"|\x9b[0-?]{0,64}+[ -/]{0,8}+[@-~]"
    r"|\x1b\][^\x07\x1b\n]{0,4096}+(?:\x07|\x1b\\)"
    r"|\x1b[ -/]{0,4}+[0-~]"
)
_ESCAPE_SIGNS = ("\x1b", "\x9b", "\u241b[", "^[[", "\\u001b[", "\\x1b[", "\\033[")
# [36;1m … [0m where the escape byte itself was lost on the way
_ORPHANS = r"\[(?:0|1|[34]\d|\d{1,2};\d{1,2}(?:;\d{1,3}){0,3})m"
_ENTITIES = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&#x27;", "'"))
_SPACES = str.maketrans({"\xa0": " ", "\u200b": None, "\ufeff": None, "\u2060": None, "\0": None, "\b": "\r"})

# `worker-1  | ` (docker compose)
_SERVICE = LazyPattern(r"(?=[\d.-]{0,60}[A-Za-z])([\w.-]{1,60})( {1,40})\| ?")
# `12: ` (srun --label)
_RANK = LazyPattern(r"(\d{1,6}): {1,2}(?=\[)|(\d{1,6}):(?: |$)")
# ```python · ~~~
_FENCE = LazyPattern(r"(?:`{3,16}|~{3,16})[\w+#.{} -]{0,32}$")


class _Shape(NamedTuple):
    """What only the text as a whole tells about its prefixes."""

    ranked: bool = False
    """Lines begin with `<rank>: `."""
    services: frozenset[str] = frozenset()
    """Names that stand before ` | `."""


class _Peeled(NamedTuple):
    text: str
    level: str = ""
    tag: str = ""
    name: str = ""
    """Name of the last prefix that was taken off; '' if there was none."""


_PLAIN = _Shape()
_NOTHING = _Peeled("")


def scrub(text: str, numbers: Sequence[int] = ()) -> tuple[Line, ...]:
    """The lines of the text that are not empty, clean, in order.

    Args:
        text: Anything pasted.
        numbers: Raw line number of each line, where the text is an excerpt; else lines count from 1.

    Returns:
        One `Line` for each line with content, with its raw 1-based number (as an editor counts:
        line feeds). A line that a terminal overwrote (carriage returns) may give several, of one
        number. Lines above 65,536 characters are cut and end with `CUT_MARK`.
    """
    rows = _clean(text).split("\n")
    shape = _shape(rows)
    lines: list[Line] = []
    before = _NOTHING
    for index, row, cuts in unwrap(rows) or zip(range(len(rows)), rows, repeat(())):
        number = _raw_number(index, numbers)
        wraps = tuple((left, _raw_number(cut, numbers)) for left, cut in cuts) if cuts else ()
        row = row.rstrip()
        if not row:
            before = _NOTHING
            continue
        for piece in _pieces(row):
            first = piece[0]
            if first in _STARTS or shape is not _PLAIN or before is not _NOTHING:
                peeled = _continued(piece, before) or _peel(piece, shape)
                before = peeled if peeled.name == "logcat long" or peeled.name in _STUDIO else _NOTHING
            elif first in " \t":
                peeled = _peel_indented(piece)
            else:
                lines.append(Line(number, piece, wraps=wraps))
                continue
            if peeled.text:
                lines.append(Line(number, peeled.text, peeled.level, peeled.tag, wraps))
    return tuple(lines)


def _raw_number(index: int, numbers: Sequence[int]) -> int:
    """The raw line number of a row: as given for an excerpt, else counted from 1."""
    return numbers[min(index, len(numbers) - 1)] if numbers else index + 1


def _clean(text: str) -> str:
    """The text without terminal codes, odd spaces and the entities of a page paste."""
    if "\r" in text and "\n" not in text:  # the line ends of old Macs
        text = text.replace("\r", "\n")
    if any(sign in text for sign in _ESCAPE_SIGNS):
        text = re.sub(_ESCAPES, "", text)
    if "[0m" in text:
        text = re.sub(_ORPHANS, "", text)
    if any(chr(code) in text for code in _SPACES):
        text = text.translate(_SPACES)
    if "&" in text and any(entity in text for entity, _ in _ENTITIES):
        for entity, plain in (*_ENTITIES, ("&nbsp;", " "), ("&amp;", "&")):
            text = text.replace(entity, plain)
    return text


def _shape(rows: Sequence[str]) -> _Shape:
    """Whether bare numbers and bare names before the lines are prefixes: only their repetition tells."""
    ranked = sum(1 for row in rows if row[:1].isdigit() and ":" in row[1:7] and _RANK.match(row))
    filled = sum(1 for row in rows if row)
    is_ranked = ranked >= 3 and 2 * ranked >= filled
    names = Counter[str]()
    for row in rows:
        if " | " in row[:120] and (match := _SERVICE.match(row)):
            # Padded to a column, or seen again: a service. "Name | Value" alone is a table.
            padded = len(match[2]) > 1 and " | " not in row[match.end() :]
            names[match[1]] += 2 if padded else 1
    services = frozenset(name for name, count in names.items() if count >= 2)
    return _Shape(is_ranked, services) if is_ranked or services else _PLAIN


def _pieces(row: str) -> tuple[str, ...]:
    """What one raw line holds: usually itself; less where it is a fence or quote, more where it was overwritten."""
    if row[0] == ">":
        row = _unquote(row)
    if row[:1] == "`" or row[-1:] == "`" or row[:1] == "~":
        row = _unfence(row)
    if row.startswith(('{"log":"', '{"log": "')):  # docker's json-file driver, and as other programs write it again
        row = _unpack_json(row)
    if "\r" not in row:
        if len(row) > LINE_LIMIT:
            return (row[:LINE_LIMIT] + CUT_MARK,)
        return (row,) if row else ()
    parts = [part.rstrip() for part in row.split("\r")]
    parts = [part[:LINE_LIMIT] for part in parts if part]
    return tuple(dict.fromkeys(part for part in parts if part is parts[-1] or not is_boilerplate(part)))


def _unquote(row: str) -> str:
    """Without Markdown or mail quotes; Python's prompt stays."""
    for _ in range(_ROUNDS):
        if row.startswith(">>>") or not (row.startswith(("> ", ">> ")) or row.strip(">") == ""):
            break
        row = row.lstrip(">").removeprefix(" ")
    return row


def _unfence(row: str) -> str:
    if _FENCE.match(row):
        return ""
    if row.startswith("```"):
        return row.strip("`").strip()
    if row.endswith("```"):
        return row.rstrip("`").rstrip()
    if row[0] == row[-1] == "`" and row.count("`") == 2:
        return row[1:-1].rstrip()
    return row


def _unpack_json(row: str) -> str:
    try:
        record = json.loads(row)
    except (ValueError, RecursionError):
        return row
    return str(record["log"]).rstrip()


def _continued(piece: str, before: _Peeled) -> _Peeled | None:
    """The line as a continuation of the logcat entry above it, if it is one.

    ``logcat -v long`` prints the message under its header; Android Studio indents the further
    lines of a message to the column of the first.
    """
    if before is _NOTHING:
        return None
    if before.name == "logcat long":
        return None if piece.startswith("[ ") else before._replace(text=piece)
    if piece.startswith(" " * 20):
        return before._replace(text=piece.lstrip())
    return None


def _peel(text: str, shape: _Shape) -> _Peeled:
    """Take off all prefixes at the start of the text."""
    level = tag = name = ""
    if shape is not _PLAIN:
        text, tag = _peel_shape(text, shape)
    for _ in range(_ROUNDS):
        found = _find_prefix(text)
        if found is None:
            break
        (prefix, _, has_level, has_tag, _, _), match = found
        name = prefix.name
        word = match["level"] if has_level else prefix.level
        if word:
            level = word if word in "VDIWEF" else LEVEL_LETTERS.get(word.lower(), level)
        if has_tag:
            tag = (match["tag"] or "").strip() or tag
        if prefix.keep:
            break
        text = text[match.end() :]
        if name in _LAST_PREFIXES:
            break
    if tag in _SPOKEN_TAGS and text:
        text = f"{tag}: {text}"
    return _Peeled(text, level, tag, name)


def _find_prefix(text: str) -> tuple[Compiled, re.Match[str]] | None:
    """The first prefix of the table that the text begins with."""
    if not text or text[0] not in _STARTS:
        return None
    date_end = -1
    has_logcat_date: bool | None = None
    for entry in prefixes_at(text[0]):
        if entry.dated:
            if date_end < 0:
                date = DATE.match(text)
                date_end = date.end() if date else 0
            if date_end == 0:
                continue
            match = entry.pattern.match(text, date_end)
        elif entry.catted:
            if has_logcat_date is None:
                has_logcat_date = LOGCAT_DATE.match(text) is not None
            if not has_logcat_date:
                continue
            match = entry.pattern.match(text)
        else:
            match = entry.pattern.match(text)
        if match:
            return entry, match
    return None


def _peel_shape(text: str, shape: _Shape) -> tuple[str, str]:
    """Take off what only repetition shows to be a prefix; returns the rest and the name of service or rank."""
    tag = ""
    if shape.services and (match := _SERVICE.match(text)) and match[1] in shape.services:
        text, tag = text[match.end() :], match[1]
    if shape.ranked and (match := _RANK.match(text)):
        text, tag = text[match.end() :], match[1] or match[2]
    return text, tag


def _peel_indented(piece: str) -> _Peeled:
    """A log line that was indented as a whole (a code block of Markdown); anything else keeps its indentation."""
    body = piece.lstrip()
    if (body[1:2] == "/" and body[0] in "VDIWEFA") or (body[:4].isdigit() and body[4:5] == "-") or body[2:3] == "-":
        peeled = _peel(body, _PLAIN)
        if peeled.name:
            return peeled
    return _Peeled(piece)
