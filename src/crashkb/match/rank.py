"""Hits and word scores to ranked causes, with the contribution of every weight kept.

The rules, in the order of their force: a hit inside the first fatal block beats one elsewhere; specific beats generic
beats echo; a strong link beats a weak one; words, ways of asking and phrasing order what signatures leave open. Ties
break by id.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from crashkb.kb.library import Card, Library
from crashkb.match.by_words import WordHit
from crashkb.model import Block, Contribution, Evidence, Hit, HitLink, Report


class Weights(NamedTuple):
    """The hand-set weights; a test holds each to what it is for."""

    specific: float = 6.0
    """A strong link of a specific signature."""
    weak: float = 0.35
    """Times this for a weak link (its condition is undecided, or another cause's held)."""
    generic: float = 0.5
    """Times this for a generic signature."""
    echo: float = 0.35
    """Times this for an echo."""
    elsewhere: float = 0.75
    """Times this outside the first fatal block, and where the failure is doubtful."""
    words: float = 3.0
    """Times the TF-IDF cosine."""
    phrasing: float = 16.0
    """Times the likeness to the cause's profile, which is about 0.1–0.4 where it is right."""
    asks: float = 1.5
    """Times the fourth power of the likeness to a way of asking: only a near repetition counts."""


WEIGHTS = Weights()

_FURTHER = 0.25
"""Share of a second signature's amount; several messages of one failure are not independent."""

_THROUGH_PAGE = 0.9
"""A question page speaks for its first cause; each further one gets this share of the one before."""


_MOST_LIKENESS = 0.3
"""Likeness to a profile that counts at most, so that a short page that repeats a message does not outweigh a signature."""


class Scored(NamedTuple):
    """A cause with its score and reasons, before confidence."""

    id: str
    score: float
    evidence: tuple[Evidence, ...]
    trail: tuple[Contribution, ...]


class _Pull(NamedTuple):
    """What one hit gives one cause."""

    amount: float
    hit: Hit
    link: HitLink


def rank(
    library: Library,
    report: Report,
    hits: Sequence[Hit],
    pages: Sequence[WordHit],
    priors: Mapping[str, float] | None = None,
    weights: Weights = WEIGHTS,
) -> tuple[Scored, ...]:
    """Causes by score, best first.

    Args:
        library: where pages come from.
        report: what was pasted.
        hits: signatures found in it.
        pages: pages found by words.
        priors: cause id to an amount added to its score (success rates here, a team's own frequencies).
        weights: the weights; another set is for tests.
    """
    pulls = _pulls(report, hits, weights)
    words = _word_scores(library, pages)
    settled = _is_settled(hits)
    scored: list[Scored] = []
    for cause, page in sorted(library.cards({*pulls, *words}).items()):
        if page.kind != "cause":
            continue
        trail = [
            *_signature_trail(pulls.get(cause, [])),
            # Where a message names the cause, the words of "Segmentation fault" do not speak for the bare symptom.
            *(_word_trail(words.get(cause), weights) if not (settled and page.symptom) else ()),
        ]
        if priors and priors.get(cause):
            trail.append(Contribution("prior", priors[cause]))
        evidence = (*_signature_evidence(pulls.get(cause, [])), *_word_evidence(words.get(cause)))
        scored.append(Scored(cause, sum(item.amount for item in trail), evidence, tuple(trail)))
    return tuple(sorted(scored, key=lambda item: (-item.score, item.id)))


# --- signatures -----------------------------------------------------------------------------------


def fatal_index(report: Report) -> int:
    """Index of the first fatal block, else of the first block, else -1."""
    for index, block in enumerate(report.blocks):
        if block.fatal:
            return index
    return 0 if report.blocks else -1


def _pulls(report: Report, hits: Sequence[Hit], weights: Weights) -> dict[str, list[_Pull]]:
    """By cause, what each hit gives it, strongest first."""
    main = _main_block(report, hits)
    roles = {"specific": 1.0, "generic": weights.generic, "echo": weights.echo, "benign": 0.0}
    pulls: dict[str, list[_Pull]] = {}
    for hit in hits:
        base = weights.specific * roles[hit.role] * hit.similarity
        if (hit.block != main and main >= 0) or hit.doubt:
            base *= weights.elsewhere
        for link in hit.links:
            amount = base if link.strong else base * weights.weak
            if amount > 0:
                pulls.setdefault(link.cause, []).append(_Pull(amount, hit, link))
    for items in pulls.values():
        items.sort(key=lambda pull: (-pull.amount, pull.hit.first, pull.hit.signature))
    return pulls


def _main_block(report: Report, hits: Iterable[Hit]) -> int:
    """The block that the answer is about: the first fatal one with a specific hit, else the first fatal one.

    A program that dies prints its own exception and then, as echoes, what follows from it; a specific message in the
    first of them is the failure to explain.
    """
    specific = {hit.block for hit in hits if hit.role == "specific" and hit.block >= 0 and not hit.doubt}
    for index, block in enumerate(report.blocks):
        if block.fatal and index in specific:
            return index
    return fatal_index(report)


def _is_settled(hits: Iterable[Hit]) -> bool:
    """Whether a specific message stands in the report beyond doubt and decides for a cause."""
    found = (hit for hit in hits if hit.role == "specific" and hit.similarity == 1.0 and not hit.doubt)
    return any(link.strong for hit in found for link in hit.links)


def _signature_trail(pulls: Sequence[_Pull]) -> list[Contribution]:
    trail: list[Contribution] = []
    seen: set[str] = set()
    for pull in pulls:
        if pull.hit.signature in seen:
            continue
        seen.add(pull.hit.signature)
        share = 1.0 if len(seen) == 1 else _FURTHER ** (len(seen) - 1)
        detail = f"{pull.hit.signature} line {pull.hit.first}" + ("" if pull.link.strong else " (weak)")
        trail.append(Contribution(pull.hit.role, pull.amount * share, detail))
        if len(seen) == 3:
            break
    return trail


def _signature_evidence(pulls: Sequence[_Pull]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(
            kind="signature" if pull.hit.similarity == 1.0 else "near",
            text=pull.hit.text,
            first=pull.hit.first,
            last=pull.hit.last,
            signature=pull.hit.signature,
            strong=pull.link.strong,
            condition=pull.link.condition,
            unknown=pull.link.unknown,
            captures=pull.hit.captures,
            times=pull.hit.times,
            doubt=pull.hit.doubt,
        )
        for pull in pulls[:8]
    )


# --- words ------------------------------------------------------------------------------------------


class _Words(NamedTuple):
    cosine: float
    ask: float
    telling: tuple[str, ...]
    ask_text: str
    profile: float


def _word_scores(library: Library, pages: Sequence[WordHit]) -> dict[str, _Words]:
    """By cause: its own page's scores, or those of a question, case or guide page that leads to it."""
    best: dict[str, _Words] = {}
    cards = library.cards(hit.id for hit in pages)
    for hit in pages:
        for cause, share in _leads_to(cards, hit):
            old = best.get(cause, _Words(0.0, 0.0, (), "", 0.0))
            own = hit.kind == "cause"
            ask = hit.ask * share
            best[cause] = _Words(
                max(old.cosine, hit.cosine * share * (1.0 if own else 0.8)),
                max(old.ask, ask),
                hit.telling if own or not old.telling else old.telling,
                hit.ask_text if ask > old.ask else old.ask_text,
                max(old.profile, hit.profile),
            )
    return best


def _leads_to(cards: Mapping[str, Card], hit: WordHit) -> list[tuple[str, float]]:
    if hit.kind == "cause":
        return [(hit.id, 1.0)]
    card = cards.get(hit.id)
    causes = card.causes if card is not None else ()
    return [(cause, _THROUGH_PAGE**position) for position, cause in enumerate(causes)]


def _word_trail(words: _Words | None, weights: Weights) -> list[Contribution]:
    if words is None:
        return []
    trail = [Contribution("words", weights.words * words.cosine, " ".join(words.telling))]
    if words.profile > 0:
        trail.append(Contribution("phrasing", weights.phrasing * min(words.profile, _MOST_LIKENESS)))
    if words.ask > 0:
        trail.append(Contribution("asks", weights.asks * words.ask**4, words.ask_text))
    return trail


def _word_evidence(words: _Words | None) -> tuple[Evidence, ...]:
    if words is None:
        return ()
    evidence = (Evidence("words", " ".join(words.telling)),) if words.telling else ()
    return (*evidence, Evidence("asks", words.ask_text)) if words.ask >= 0.5 else evidence


def block_of(report: Report, index: int) -> Block | None:
    """The report's block of that index, None for -1."""
    return report.blocks[index] if index >= 0 else None
