"""Light English stemming: crash, crashes, crashed and crashing become one token.

A stem is a key, not a word for the eye (`devic`). The rules are the first steps of Porter's algorithm (1980,
steps 1a and 1b) with a plain loss of the final e, which spares its list of endings.
"""

from crashkb.text.lazy import LazyPattern

# Sample: "crashes", "indexes", "passes", "batches": the e belongs to the ending
_HISSING = ("ses", "xes", "zes", "ches", "shes")
# Sample: "loss", "bus", "axis", "canvas": the s belongs to the word
_NO_PLURAL = ("ss", "us", "is", "as", "ous")
# Sample: "string", "bring", "shed" have no vowel before the ending, so it is none
_VOWEL = LazyPattern(r"[aeiouy]")

_IRREGULAR = {
    "used": "use", "uses": "use", "using": "use", "died": "die", "dies": "die", "dying": "die",
    "ran": "run", "lost": "lose", "froze": "freeze", "frozen": "freeze", "hung": "hang", "built": "build",
    "was": "be", "indices": "index", "matrices": "matrix", "vertices": "vertex", "went": "go",
    "embed": "embed", "need": "need", "bias": "bias", "alias": "alias", "pandas": "pandas", "keras": "keras",
    "process": "process", "species": "species", "series": "series",
}  # fmt: skip


def stem(word: str) -> str:
    """Return the stem of one lower-case English word; words of three letters or with digits stay as they are."""
    irregular = _IRREGULAR.get(word)
    if irregular is not None:
        return _without_e(irregular)
    if len(word) <= 3 or not word.isalpha() or not word.isascii():
        return word
    word = _singular(word)
    for ending in ("ing", "ed"):
        if word.endswith(ending):
            word = _without_ending(word, word[: -len(ending)])
            break
    if word.endswith("ation") and len(word) > 7:
        # quantization: quantiz, as of quantize; allocation: allocat, as of allocate
        word = word[:-5] if word.endswith("ization") else word[:-3]
    return _without_e(word)


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(_HISSING):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str, rest: str) -> str:
    """Return what stands before -ed or -ing, or the word where that is no ending (string, speed)."""
    if len(rest) < 3 or not _VOWEL.search(rest) or rest.endswith("e"):
        return word
    if rest.endswith("i") and word.endswith("ied"):
        return rest[:-1] + "y"
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    return rest


def _without_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 else word
