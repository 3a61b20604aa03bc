"""The one tokeniser: what index, query and spelling take a text to consist of."""

import re
from functools import lru_cache

from crashkb.text.fold import CJK, LATIN, fold
from crashkb.text.lazy import LazyPattern
from crashkb.text.stem import stem

TOKENISER_VERSION = "1"
"""To be raised with every change of what tokens() returns: an index made by another version is rebuilt."""

MAX_TOKEN = 40
"""Longer tokens are dropped: mangled names, hashes, base64."""

_MAX_WORD = 200

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been before being but by can cannot could did do does"
    " doing don each else etc every for from get gets getting got had has have having he her here hers him his how"
    " however i if in into is it its just like ll may me might more most much must my no nor not now of off on once one"
    " only or other our out own please pls re same she should since so some such than thanks that the their them then"
    " there these they this those though through thus to too under until up upon us ve very via was we were what when"
    " where whether which while who whom whose why will with within without would yes yet you your".split()
)
"""English words that say nothing about a crash."""

_UNITS = frozenset("kib mib gib tib kb mb gb tb ms us ns mhz ghz".split())

_TELLING = frozenset("err exit exited rc returned return sig with".split())
# Sample: "WinError", "exit_code", "returncode", "errno", "SXid": a number after these says which error it was
_TELLING_ENDINGS = ("error", "code", "errno", "status", "signal", "xid")

# Sample: "ResourceExhaustedError", "conv2d_1", "137", "0xc0000005"; and, on its own, "显存不足"
_ASCII_WORD = LazyPattern(r"[A-Za-z0-9_]+")
_WORD_OR_CJK = LazyPattern(rf"{CJK}+|{LATIN}+")
# A word that begins with this letter or a later one is a CJK run (see CJK).
_FIRST_CJK = "\u0250"

# Sample: "Out|Of|Memory|Error", "XLA|Gpu", "cuda_|launch": where an identifier is cut
_CUT = LazyPattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])|_+")
# Sample: "3f2a9c1b", "deadbeef01", "7f3c5a": hex digits, at least one of 0-9, six or more
_HEX = LazyPattern(r"(?=[a-f]*+[0-9])[0-9a-f]{6,}+", re.IGNORECASE)
# Sample: "aZ3x9Q1b7Kp2": letters and digits change places four times or more
_SCRAMBLED = LazyPattern(r"(?:[A-Za-z]++[0-9]++){4}")
# Sample: "0xc0000005", "0x80070005": NTSTATUS and HRESULT codes, the only addresses that mean something
_STATUS_CODE = LazyPattern(r"0[xX][c8]0[0-9a-f]{6}", re.IGNORECASE)
# Sample: "sm_86", "compute_90": the architectures of a GPU build
_ARCHITECTURE = LazyPattern(r"(?:sm|compute)_[0-9]{2,3}[a-z]?", re.IGNORECASE)


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order, repeated as often as they occur. Linear in the text.

    Latin words come lower-cased and stemmed, identifiers as their parts and, if they have several, whole
    (ResourceExhaustedError: resourc, exhaust, error, resourceexhaustederror); CJK runs as overlapping pairs of
    letters. Stop words, single letters, addresses, hashes and numbers are dropped, but for numbers of two to five
    digits after a word such as error, exit, code or signal.
    """
    text = fold(text)
    words = _ASCII_WORD.findall(text) if text.isascii() else _WORD_OR_CJK.findall(text)
    found: list[str] = []
    before = ""
    for word in words:
        if word[0].isdigit():
            found += _of_number(word, before)
            before = ""  # "error 13 98": the second number is no code
        elif word[0] >= _FIRST_CJK:
            found += [word[i : i + 2] for i in range(len(word) - 1)] or [word]
        else:
            found += _of_word(word) if len(word) <= _MAX_WORD else ()
            before = word
    return found


def _of_number(word: str, before: str) -> tuple[str, ...]:
    """Return the token of a word that begins with a digit, if it has a meaning after the word before it."""
    if len(word) <= 5 and word.isdigit():
        before = before[-12:].lower()
        telling = before in _TELLING or before.endswith(_TELLING_ENDINGS)
        return (word,) if telling and (len(word) > 1 or before == "signal") else ()
    return (word.lower(),) if len(word) == 10 and _STATUS_CODE.fullmatch(word) else ()


@lru_cache(maxsize=65536)
def _of_word(word: str) -> tuple[str, ...]:
    """Return the tokens of one word that begins with a letter or underscore."""
    if word.isascii() and word.isalpha() and word.islower():  # most words: no need to ask all the patterns
        return (stem(word),) if 1 < len(word) <= MAX_TOKEN and word not in STOP_WORDS and word not in _UNITS else ()
    if _HEX.fullmatch(word) or word.lower() in _UNITS or (len(word) >= 12 and _SCRAMBLED.search(word)):
        return ()
    if word.islower() and "_" not in word:
        return _kept((word,))
    if word.lower().startswith(("sm_", "compute_")) and _ARCHITECTURE.fullmatch(word):
        return (word.lower(),)
    parts = [part for part in _CUT.split(word) if len(part) > 1 and not part.isdigit()]
    whole = word.strip("_").lower()
    return _kept(parts) + ((whole,) if len(parts) > 1 and len(whole) <= MAX_TOKEN else ())


def _kept(words: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return the stems of the words that are neither stop words nor single letters nor too long."""
    lowered = [word.lower() for word in words if 1 < len(word) <= MAX_TOKEN]
    return tuple(stem(word) for word in lowered if word not in STOP_WORDS)
