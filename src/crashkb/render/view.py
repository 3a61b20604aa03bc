"""What every output shows of an answer, in one language: the parts, before any layout."""

from collections.abc import Sequence
from typing import NamedTuple

from crashkb.kb.library import Library
from crashkb.model import Answer, Page, RankedCause, Step
from crashkb.render.fill import applicable_steps, fill, plain, values_for
from crashkb.render.phrases import phrase
from crashkb.render.reasons import Reason, reasons, why_not, would_change

_MOST_RELATED = 4
_MOST_NEAREST = 3
_LEAST_NEAREST_SCORE = 0.6
"""A tenth of the best word score: below it only everyday words are shared."""


class CauseView(NamedTuple):
    """One cause, ready to show."""

    id: str
    title: str
    confidence: float
    symptom: str
    background: str
    confirm: str
    steps: tuple[Step, ...]
    left_out: tuple[str, ...]
    """Ids of steps whose limit rules them out here."""
    verify: str
    risks: str
    prevent: str
    reasons: tuple[Reason, ...]
    sources: tuple[str, ...]
    checked: str


class Related(NamedTuple):
    """A page worth reading next."""

    id: str
    kind: str
    title: str


class View(NamedTuple):
    """An answer, ready to show."""

    verdict: str
    language: str
    causes: tuple[CauseView, ...]
    """The answered cause, or the two or three candidates; empty when unknown."""
    page: str
    """Title of the page that answers, else ''."""
    page_text: str
    why_not: tuple[str, ...]
    """About the runner-up: its title, then reasons."""
    would_change: tuple[str, ...]
    others: tuple[tuple[int, str, str], ...]
    """(raw line number, title, telling stretch) of independent failures."""
    benign: tuple[tuple[int, str], ...]
    related: tuple[Related, ...]
    nearest: tuple[Related, ...]
    """The first weak candidates when unknown: worth a look, not a verdict."""
    collect: str
    """Markdown: what to collect next; empty unless it is unknown or unsure."""
    search_terms: tuple[str, ...]
    footer: str


def view(library: Library, answer: Answer, top: int = 3) -> View:
    """The answer's parts in its language.

    Args:
        library: where page texts come from.
        answer: what was found.
        top: how many candidates to show when *unsure*.
    """
    shown = _shown(answer, top)
    causes = tuple(item for cause in shown if (item := cause_view(library, answer, cause)) is not None)
    page = library.page(answer.page) if answer.page else None
    return View(
        verdict=answer.verdict,
        language=answer.language,
        causes=causes,
        page=page.text(answer.language).title if page else "",
        page_text=_whole_text(page, answer) if page else "",
        why_not=why_not(library, answer) if shown else (),
        would_change=would_change(library, answer) if shown else (),
        others=_others(library, answer),
        benign=_benign(library, answer),
        related=_related(library, answer, shown),
        nearest=_nearest(library, answer) if answer.verdict == "unknown" else (),
        collect=_collect(library, answer) if answer.verdict != "known" else "",
        search_terms=_search_terms(answer) if answer.verdict == "unknown" else (),
        footer=_footer(answer, causes, page),
    )


def _shown(answer: Answer, top: int) -> tuple[RankedCause, ...]:
    if answer.verdict == "unknown" or answer.page:
        return ()
    if answer.verdict == "known":
        return answer.causes[:1]
    return tuple(cause for cause in answer.causes[:top] if cause is answer.causes[0] or cause.confidence >= 0.05)


def cause_view(library: Library, answer: Answer, cause: RankedCause) -> CauseView | None:
    """One cause with its page's sections filled in for this report."""
    page = library.page(cause.id)
    if page is None:
        return None
    language = answer.language
    values = values_for(cause.evidence, answer.report)
    sections = {section.name: fill(section.text, values).strip() for section in page.text(language).sections}
    steps, left_out = applicable_steps(page, language, cause.evidence, answer.report)
    return CauseView(
        id=page.id,
        title=page.text(language).title,
        confidence=cause.confidence,
        symptom=sections.get("symptom", ""),
        background=sections.get("why", ""),
        confirm=sections.get("confirm", ""),
        steps=steps,
        left_out=left_out,
        verify=sections.get("verify", ""),
        risks=sections.get("risks", ""),
        prevent=sections.get("prevent", ""),
        reasons=reasons(library, answer, cause.evidence),
        sources=tuple(source.ref for source in page.sources),
        checked=page.checked,
    )


# --- what stands around it ------------------------------------------------------------------------


def _others(library: Library, answer: Answer) -> tuple[tuple[int, str, str], ...]:
    found = []
    for other in answer.others:
        page = library.page(other.cause)
        if page is not None:
            found.append((other.first, f"{page.text(answer.language).title} ({page.id})", plain(other.text)))
    return tuple(found)


def _benign(library: Library, answer: Answer) -> tuple[tuple[int, str], ...]:
    found: dict[str, tuple[int, str]] = {}
    for hit in answer.benign:
        signature = library.signature(hit.signature)
        if signature is not None:
            means = signature.means_zh if answer.language == "zh" else signature.means
            found.setdefault(hit.signature, (hit.first, means))
    return tuple(found.values())[:3]


def _related(library: Library, answer: Answer, shown: Sequence[RankedCause]) -> tuple[Related, ...]:
    """Cases and questions that concern the shown causes, nearest first."""
    wanted = {cause.id for cause in shown}
    ranked = [hit.id for hit in answer.pages if hit.kind in ("qa", "case")]
    about = [page_id for kind in ("case", "qa") for page_id in library.page_ids_about(kind, wanted)]
    cards = library.cards([*ranked, *about]) if wanted else {}
    fitting = [card.id for card in cards.values() if card.id != answer.page and wanted & set(card.causes[:2])]
    pages = [page for page_id in fitting[:_MOST_RELATED] if (page := library.page(page_id)) is not None]
    return tuple(Related(page.id, page.kind, page.text(answer.language).title) for page in pages)


def _nearest(library: Library, answer: Answer) -> tuple[Related, ...]:
    found = []
    for cause in answer.causes[:_MOST_NEAREST]:
        page = library.page(cause.id)
        if page is not None and cause.score > _LEAST_NEAREST_SCORE:
            found.append(Related(page.id, page.kind, page.text(answer.language).title))
    return tuple(found)


def _collect(library: Library, answer: Answer) -> str:
    """The first section of the guide that says what to collect on this platform."""
    if answer.verdict == "unsure" and answer.report.blocks:
        return ""
    platform = next((fact.value for fact in answer.report.facts if fact.name == "platform"), "")
    for page_id in (f"what-to-collect-on-{platform}", "what-to-collect"):
        page = library.page(page_id)
        if page is not None:
            return "\n\n".join(section.text.strip() for section in page.text(answer.language).sections[:2])
    return ""


def _search_terms(answer: Answer) -> tuple[str, ...]:
    """The fatal message in pieces that a search engine takes."""
    for block in answer.report.blocks:
        if block.message or block.exception:
            head = block.message.splitlines()[0] if block.message else ""
            return tuple(plain(term) for term in (block.exception, head[:120]) if term)
    return ()


def _whole_text(page: Page, answer: Answer) -> str:
    values = values_for((), answer.report)
    parts = []
    for section in page.text(answer.language).sections:
        if section.heading:
            parts.append(f"## {section.heading}")
        parts.append(fill(section.text, values).strip())
    return "\n\n".join(part for part in parts if part)


def _footer(answer: Answer, causes: Sequence[CauseView], page: Page | None) -> str:
    checked = causes[0].checked if causes else page.checked if page else ""
    name = "footer" if checked else "footer_plain"
    return phrase(answer.language, name, version=answer.version, checked=checked)
