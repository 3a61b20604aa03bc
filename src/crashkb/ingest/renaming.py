"""An id and all that names it: front matter, fences, links. Words of the text that happen to look alike stay."""

import re

_NAMING_KEYS = ("causes", "cause", "confused_with", "with", "without", "replaced_by")
"""Keys of front matter whose values are ids."""

# causes: …
_KEY = re.compile(r"([a-z_]{1,40}):")
# "a quoted text", 'another'
_QUOTED = re.compile(r"(\"(?:[^\"\\\n]|\\.){0,2000}\"|'[^'\n]{0,2000}')")


def rename_in(text: str, old: str, new: str) -> str:
    """A page file's text with the id `old` replaced by `new` wherever it is meant as an id."""
    front, rest = _parts(text)
    name = re.escape(old)
    rest = re.sub(rf"(?<=\]\(){name}(?=\))", new, rest)
    # ```sample <id>, ```log <id>
    rest = re.sub(rf"(?m)^(`{{3,20}}|~{{3,20}})(sample|log) {name}(?=[ \t]*$)", rf"\1\2 {new}", rest)
    return _front(front, name, new) + rest


def names(text: str, page_id: str) -> bool:
    """Whether a page file names that id."""
    return rename_in(text, page_id, "\0") != text


def _front(front: str, name: str, new: str) -> str:
    """Front matter with the id replaced in the values of keys that hold ids."""
    rows = []
    key = ""
    for row in front.split("\n"):
        if match := _KEY.match(row):
            key = match[1]
        rows.append(_row(row, name, new) if key in _NAMING_KEYS else row)
    return "\n".join(rows)


def _row(row: str, name: str, new: str) -> str:
    """One line; inside quotation marks only where they hold nothing but the id."""
    parts = _QUOTED.split(row)
    for number, part in enumerate(parts):
        if number % 2:
            parts[number] = f"{part[0]}{new}{part[-1]}" if re.fullmatch(name, part[1:-1]) else part
        else:
            parts[number] = re.sub(rf"(?<![\w./#-]){name}(?![\w./#-])", new, part)
    return "".join(parts)


def _parts(text: str) -> tuple[str, str]:
    """Front matter with its marks, and the rest."""
    match = re.match(r"---[ \t]*\n.*?\n---[ \t]*(?:\n|$)", text, re.DOTALL)
    return (text[: match.end()], text[match.end() :]) if match else ("", text)
