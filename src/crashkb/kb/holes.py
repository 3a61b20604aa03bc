"""The typed holes of templates: what each type matches and what its text is worth.

Every pattern is bounded and its quantifiers are possessive or lazy, so one attempt costs at most a
constant; `crashkb.kb.template` wraps each hole with the literal behind it into one atomic group.
"""

import re
from typing import NamedTuple

from crashkb.errors import TemplateError
from crashkb.model import Value
from crashkb.text.fold import NOT_AFTER
from crashkb.text.lazy import LazyPattern

_QUOTES = "'\"`‘’“”"
_WORD = rf"[^\s{_QUOTES}()\[\]{{}}<>,;、。]"
_WORD_END = rf"[^\s{_QUOTES}()\[\]{{}}<>,;、。.:!?]"
_PATH = rf"[^\s{_QUOTES}<>|*、。]"
_PATH_END = rf"[^\s{_QUOTES}<>|*、。.,:;!?()\[\]{{}}]"
_DEVICE = r"[A-Za-z0-9_/:.\-]"
_OP = r"[A-Za-z0-9_:./$\-]"

# Sample: "20.00 MiB", "149. GiB", "96MB", "123kB", "268435456 bytes", "16G"
_UNIT = r"(?:\.?[ \t]?(?:[KMGTP]i?B|bytes?|B)|[KMGTP])(?![A-Za-z0-9_])"
_BYTES = rf"\d{{1,25}}+(?:\.\d{{1,20}}+)?(?:{_UNIT})?"

# Sample: "[3, 4]", "(3,)", "{1,224}", "[?,224]", "[None, 3]", "[-1,3]"
_DIMENSION = r"(?:-?\d{1,19}+|\?|None)"
_BRACKETED = rf"[\[({{] ?(?:{_DIMENSION}(?: ?, ?{_DIMENSION}){{0,15}}+,?)? ?[\])}}]"
# Sample: "torch.Size([3])", "TensorShape([None, 3])", "3x4", "?x224x3"
_SHAPE = (
    rf"(?:(?:torch\.Size|TensorShape)\({_BRACKETED}\)|{_BRACKETED}"
    rf"|(?:-?\d{{1,19}}+|\?)(?:x(?:\d{{1,19}}+|\?)){{1,15}}{NOT_AFTER})"
)

# Sample: "2.1.0+cu118", "2.1.0a0+git123", "v1.15.0-rc1", "11.8", "5.15.0-91-generic"
_VERSION = (
    r"v?\d{1,9}+(?:\.\d{1,9}+){0,5}+"
    r"(?:[-.]?(?:alpha|beta|preview|pre|rc|dev|post|git|a|b|c)[-.]?\d{0,12}+){0,3}"
    r"(?:[+-][A-Za-z0-9]{1,40}+(?:[._-][A-Za-z0-9]{1,40}+){0,4})?"
)

# Sample: "'conv1'", "`a'", "‘x’", '"it\'s"'; the closing mark that belongs to the opening one goes first.
_QUOTED = (
    r"(?:(?<=\")[^\"\n]{0,256}+(?=\")|(?<=')(?:[^'\n]|'(?=\w)){0,256}+(?=')|(?<=`)[^`\n]{0,256}+(?=`)"
    rf"|(?<=‘)[^’\n]{{0,256}}+(?=’)|(?<=“)[^”\n]{{0,256}}+(?=”)|[^{_QUOTES}\n]{{0,256}}+)"
)


class HoleType(NamedTuple):
    """How one type of hole is matched."""

    first: str
    """Regex of the first character; the hole before looks ahead for it."""
    body: str
    """Regex of what is captured."""
    last: str = ""
    """Regex of what is captured where no literal follows; empty: the same as `body`."""
    before: str = ""
    """Regex before the captured text, outside of it."""
    after: str = ""
    """Regex behind the captured text, outside of it."""
    edge: str = NOT_AFTER
    """Condition behind the hole where it ends the template."""


TYPES = {
    # Sample: "79", "-1"; as the last hole not the "2" of "2.1".
    "int": HoleType(r"[-+\d]", r"[-+]?\d{1,40}+", rf"[-+]?\d{{1,40}}+{NOT_AFTER}(?!\.\d)"),
    # Sample: "0x1c"; "7f3c5a" without 0x (kernel log) must hold a digit.
    "hex": HoleType(r"[0-9a-fA-F]", r"(?:0x|(?=[a-f]{0,32}\d))[0-9a-f]{1,32}+"),
    # Sample: "3.5", "1e-05", "-12", "nan"
    "num": HoleType(r"[-+.\dnNiI]", r"[-+]?(?:\d{1,40}+(?:\.\d{1,40}+)?|\.\d{1,40}+|nan|inf)(?:e[-+]?\d{1,4}+)?"),
    "bytes": HoleType(r"\d", _BYTES),
    "version": HoleType(r"[vV\d]", _VERSION),
    "shape": HoleType(r"[\[({\-?\dtT]", _SHAPE, edge=""),
    "word": HoleType(_WORD, rf"{_WORD}{{1,128}}?", rf"{_WORD}{{0,127}}{_WORD_END}"),
    "quoted": HoleType(rf"[{_QUOTES}]", _QUOTED, before=rf"[{_QUOTES}]", after=rf"[{_QUOTES}]"),
    "path": HoleType(_PATH, rf"{_PATH}{{1,512}}?", rf"{_PATH}{{0,511}}{_PATH_END}"),
    # Sample: "cuda:0", "/job:localhost/replica:0/task:0/device:GPU:0", "GPU_0_bfc"
    "device": HoleType(_DEVICE, rf"{_DEVICE}{{1,128}}?", rf"{_DEVICE}{{0,127}}[A-Za-z0-9_]"),
    # Sample: "aten::add.out", "FlexErf", "Conv2D(1)", "/model/conv1/Conv"
    "op": HoleType(
        r"[A-Za-z_/]",
        rf"[A-Za-z_/]{_OP}{{0,127}}?(?:\([^()\s]{{0,32}}\))?",
        rf"[A-Za-z_/](?:{_OP}{{0,126}}[A-Za-z0-9_])?(?:\([^()\s]{{0,32}}\))?",
    ),
    "any": HoleType(r"[^\n]", r"\S[^\n]{0,255}?", r"\S[^\n]{0,255}+", before=r"[ \t\r\f\v]{0,64}+", edge=""),
}
"""Hole type by name, as docs/format.md lists them."""

_SCALE = {"": 1.0, "b": 1.0, "k": 2.0**10, "m": 2.0**20, "g": 2.0**30, "t": 2.0**40, "p": 2.0**50}

# Sample: "20.00 MiB" → ("20.00", "M"); "149. GiB" → ("149.", "G"); "512 bytes" → ("512", "b")
_AMOUNT = LazyPattern(r"(\d{1,25}+(?:\.\d{0,20}+)?)\s?(?:([kmgtp])(?:i?b)?|(b)(?:ytes?)?)?", re.IGNORECASE)


def size_in_bytes(text: str) -> float | None:
    """Return what a size is worth in bytes (KB, kB and KiB all count 1024), or None if the text is no size."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        return None
    return float(match[1]) * _SCALE[(match[2] or match[3] or "").lower()]


def value_of(kind: str, text: str) -> Value:
    """Return what a captured text is worth: a number for int, hex, num and bytes (in bytes), else the text.

    Raises:
        TemplateError: the text is not one that a hole of this kind matches.
    """
    try:
        if kind in ("int", "num"):
            return float(text)
        if kind == "hex":
            return float(int(text, 16))
    except ValueError as error:
        raise TemplateError(f"{text!r} is no {kind}") from error
    if kind == "bytes":
        size = size_in_bytes(text)
        if size is None:
            raise TemplateError(f"{text!r} is no size")
        return size
    return text
