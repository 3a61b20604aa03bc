"""The arguments of `crashkb ask` read without click, which takes 19 ms to import: as long as half an answer.

Only what is beyond doubt is read here; everything else (help, errors, abbreviations, completion) is click's.
"""

from collections.abc import Sequence
from typing import NamedTuple

_VALUES = ("--lang", "--top")


class Asked(NamedTuple):
    """What `crashkb ask` was told to do."""

    words: tuple[str, ...]
    roots: tuple[str, ...] = ()
    as_json: bool = False
    as_markdown: bool = False
    language: str = "auto"
    top: int = 3
    """How many candidates to show when unsure, 1 to 10."""
    explain: bool = False


def read_arguments(arguments: Sequence[str]) -> Asked | None:
    """What is asked, or None where the arguments are not plainly those of a right `ask`."""
    rest = list(arguments)
    roots: list[str] = []
    while len(rest) > 2 and rest[0] == "--kb":
        roots.append(rest[1])
        rest = rest[2:]
    if rest[:1] != ["ask"] or len(rest) < 2:
        return None
    words: list[str] = []
    asked = Asked((), tuple(roots))
    rest = rest[1:]
    while rest:
        word = rest.pop(0)
        if word == "--json":
            asked = asked._replace(as_json=True)
        elif word == "--markdown":
            asked = asked._replace(as_markdown=True)
        elif word == "--explain":
            asked = asked._replace(explain=True)
        elif word in _VALUES and rest:
            value = rest.pop(0)
            if word == "--lang" and value in ("en", "zh", "auto"):
                asked = asked._replace(language=value)
            elif word == "--top" and value.isascii() and value.isdigit() and 1 <= int(value) <= 10:
                asked = asked._replace(top=int(value))
            else:
                return None
        elif word.startswith("-") and word != "-":
            return None
        else:
            words.append(word)
    return asked._replace(words=tuple(words)) if words and not (asked.as_json and asked.as_markdown) else None
