"""The pages as a tree by kind and family, and which of them a few typed words mean."""

from collections.abc import Sequence

from crashkb.text.fold import lower
from crashkb.tui.wire import Entry

KINDS = ("cause", "qa", "case", "guide", "signature")
"""In the order of the tree."""

_LEAST_LIKENESS = 78
_SHORTEST_FUZZY = 4


def matching(entries: Sequence[Entry], words: str) -> tuple[Entry, ...]:
    """The entries that hold all words in id, titles or family; where none does, those that nearly do."""
    wanted = lower(words).split()
    if not wanted:
        return tuple(entries)
    texts = [_text(entry) for entry in entries]
    found = [entry for entry, text in zip(entries, texts, strict=True) if all(part in text for part in wanted)]
    if found or len(words.strip()) < _SHORTEST_FUZZY:
        return tuple(found)
    from rapidfuzz import fuzz, process  # deferred: only a filter with a slip in it needs it

    near = process.extract(" ".join(wanted), texts, scorer=fuzz.partial_ratio, limit=40, score_cutoff=_LEAST_LIKENESS)
    return tuple(entries[index] for _, _, index in near)


def _text(entry: Entry) -> str:
    return lower(" ".join((entry.id, entry.id.replace("-", " "), entry.family, *entry.titles.values())))


def grouped(entries: Sequence[Entry]) -> dict[str, dict[str, list[Entry]]]:
    """By kind, then by family ('' where a kind has none), in the order of the tree."""
    groups: dict[str, dict[str, list[Entry]]] = {}
    for kind in KINDS:
        for entry in entries:
            if entry.kind == kind:
                groups.setdefault(kind, {}).setdefault(entry.family, []).append(entry)
    return groups
