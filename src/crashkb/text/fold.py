"""One spelling for one character: what every text goes through before anything is searched in it."""

import re
import unicodedata

from crashkb.text.lazy import LazyPattern

CJK = r"[^\W\x00-\u024f]"
"""Regex of one letter beyond the Latin ones, that is, of Chinese, Japanese or Korean in what we read.

Said by what it is not: a class that spells out the CJK ranges takes 2 to 10 ms to compile.
"""

LATIN = r"[0-9A-Za-z_\u00c0-\u024f]"
"""Regex of one letter, digit or underscore of a Latin word."""

NOT_BEFORE = r"(?-i:(?<![0-9A-Za-z_]))"
"""Regex: no Latin letter, digit or underscore stands before. CJK letters do not join words: 报错CUDA."""

NOT_AFTER = r"(?-i:(?![0-9A-Za-z_]))"
"""Regex: no Latin letter, digit or underscore comes next."""

# Sample: "é（" in "café（x）", where the first may be an ASCII letter with a combining accent behind it.
# The bound keeps normalize() linear: it sorts the accents of one letter by insertion, and a text may
# pile 100,000 of them on one letter (13 s in our measurement).
_PIECE = LazyPattern(r"[\x00-\x7f]?[^\x00-\x7f]{1,256}")


def fold(text: str) -> str:
    """Return the text in Unicode form NFKC: full-width ：（） become plain, ligatures letters.

    Case stays. No line break is made or lost, and folding line by line gives the same. Linear.
    """
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return text
    return _PIECE.sub(_normalize, text)


def lower(text: str) -> str:
    """Return the text in lower case with every character at its old place (plain str.lower turns İ into two)."""
    if text.isascii():
        return text.lower()
    return text.replace("İ", "i").lower()


def _normalize(piece: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", piece.group())
