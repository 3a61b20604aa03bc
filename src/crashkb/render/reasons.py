"""Why this cause and not the next one, in words of one language."""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.kb.library import Library
from crashkb.model import Answer, Evidence
from crashkb.render.fill import plain
from crashkb.render.phrases import fact_names, phrase
from crashkb.text.lazy import LazyPattern
from crashkb.text.tokens import tokens

_MOST_REASONS = 5

_WORD = LazyPattern(r"[A-Za-z0-9_]+|[^\W\d_]+")


class Reason(NamedTuple):
    """One piece of evidence in words."""

    first: int
    """Raw line number, 0 where no line is meant."""
    last: int
    text: str
    """The line's telling stretch, as printed; empty for words."""
    why: str
    """What it means."""


def reasons(library: Library, answer: Answer, evidence: Sequence[Evidence]) -> tuple[Reason, ...]:
    """The evidence in words, lines of the report first, one reason a signature; common words only where no line tells."""
    by_line = any(item.first for item in evidence)
    found: list[Reason] = []
    seen: set[str] = set()
    for item in evidence:
        if (item.signature and item.signature in seen) or (by_line and item.kind == "words"):
            continue
        seen.add(item.signature)
        found.append(Reason(item.first, item.last, plain(item.text) if item.first else "", _why(library, answer, item)))
    return tuple(found[:_MOST_REASONS])


def _why(library: Library, answer: Answer, item: Evidence) -> str:
    language = answer.language
    if item.kind == "words":
        return phrase(language, "words", words=", ".join(_as_written(answer, item.text.split())))
    if item.kind == "asks":
        return phrase(language, "asks", ask=item.text)
    signature = library.signature(item.signature)
    means = (signature.means_zh if language == "zh" else signature.means) if signature else ""
    parts = [phrase(language, "near", signature=item.signature) if item.kind == "near" else means]
    if item.condition and item.strong:
        parts.append(phrase(language, "condition", condition=_with_values(item)))
    elif item.condition and item.unknown:
        parts.append(
            phrase(language, "undecided", condition=item.condition, names=fact_names(answer.language, item.unknown))
        )
    if item.doubt:
        parts.append(phrase(language, f"doubt_{item.doubt}"))
    if item.times > 1:
        parts.append(phrase(language, "times", count=item.times))
    return " · ".join(part for part in parts if part)


def _as_written(answer: Answer, stems: Sequence[str]) -> list[str]:
    """Search words as the person wrote them: tokens are stems, and concepts have no letters of their own."""
    written: dict[str, str] = {}
    messages = " ".join(f"{block.exception} {block.message[:2000]}" for block in answer.report.blocks[:4])
    for word in _WORD.findall(plain(f"{answer.report.prose[:4000]} {messages}")):
        for token in tokens(word):
            written.setdefault(token, word)
    return list(dict.fromkeys(written.get(stem, stem) for stem in stems if ":" not in stem))


def _with_values(item: Evidence) -> str:
    """The condition, with what was captured behind it: `requested > total (requested 130206 GiB, total 23 GiB)`."""
    told = [f"{capture.name} {plain(capture.text)}" for capture in item.captures if capture.name in item.condition]
    return f"{item.condition} ({', '.join(told)})" if told else item.condition


def why_not(library: Library, answer: Answer) -> tuple[str, ...]:
    """The runner-up's title and why it is not first."""
    if len(answer.causes) < 2:
        return ()
    first, second = answer.causes[:2]
    leader, other = library.page(first.id), library.page(second.id)
    if leader is None or other is None or second.score <= 0:
        return ()
    language = answer.language
    parts = [f"{other.text(language).title} ({other.id})"]
    strongest = next((item for item in second.evidence if item.first), None)
    if strongest is None:
        parts.append(phrase(language, "no_line"))
    elif not strongest.strong and strongest.unknown:
        names = fact_names(language, strongest.unknown)
        parts.append(phrase(language, "undecided", condition=strongest.condition, names=names))
    parts.append(phrase(language, "weaker", score=f"{second.score:.1f}", best=f"{first.score:.1f}"))
    theirs = dict(other.text(language).questions).get(leader.id)
    ours = dict(leader.text(language).questions).get(other.id)
    if theirs:
        parts.append(phrase(language, "its_question", question=theirs))
    elif ours:
        parts.append(phrase(language, "our_question", question=ours))
    return tuple(parts)


def would_change(library: Library, answer: Answer) -> tuple[str, ...]:
    """Facts not told that would make a weak link strong."""
    found: dict[str, None] = {}
    for cause in answer.causes[:4]:
        page = library.page(cause.id)
        for item in cause.evidence:
            if page is not None and not item.strong and item.unknown:
                text = phrase(
                    answer.language,
                    "tell",
                    names=", ".join(item.unknown),
                    condition=item.condition,
                    cause=page.text(answer.language).title,
                )
                found.setdefault(text)
    return tuple(found)[:3]
