"""The way from a pasted text to an answer: start reading here.

    text → report (clean numbered lines, blocks, prose, facts)
         → hits (signatures, near misses) and pages (by words)
         → ranked causes with evidence and confidence
         → answer: known, unsure or unknown

Every step is one call of one room; nothing here knows how a step works.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crashkb.kb.freshness import fingerprint
from crashkb.kb.library import Library
from crashkb.kb.store import open_file, open_index, open_remembered
from crashkb.kb.vocabulary import SYSTEM_EMITTERS
from crashkb.match.by_signature import fact_values, find_hits
from crashkb.match.by_words import WordHit, find_pages
from crashkb.match.confidence import KNOWN, PROOF, UNSURE, Calibration, features, read_calibration
from crashkb.match.damaged import find_damaged
from crashkb.match.doubt import with_doubts
from crashkb.match.near import find_near_misses
from crashkb.match.query import make_query
from crashkb.match.question import clarify
from crashkb.match.rank import Scored, rank
from crashkb.match.searched import searched
from crashkb.model import Answer, Hit, OtherFailure, PageHit, RankedCause, Report
from crashkb.report.read import read_report, trigger_words
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.resources import cache_dir, data_dir, kb_roots

if TYPE_CHECKING:
    from crashkb.report.condense import Condensed
    from crashkb.report.stream import Stream

_PAGE_ANSWERS = 0.8
"""Likeness to a way of asking from which a question page answers by itself."""

_MOST_WITHOUT_PROOF = 0.75
"""Confidence at most, in a cause that nothing proves; below KNOWN."""

_MOST_CAUSES = 10
_MOST_PAGES = 10


class OpenLibrary(Library):
    """A library together with the calibration that turns scores into confidence."""

    calibration: Calibration

    broken: tuple[str, ...] = ()
    """`file:line: problem` of a team's pages that answer not at all or not as meant."""


def open_library(
    roots: Sequence[str] = (),
    *,
    environ: Mapping[str, str] | None = None,
    cache: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> OpenLibrary:
    """The built-in knowledge base with the given roots laid over it, its index built if pages changed.

    Args:
        roots: folders that hold a `kb/`, later ones win; added to those of CRASHKB_PATH and pyproject.toml.
        environ: environment variables; default os.environ.
        cache: folder for the index; default the user's cache folder.
        progress: told how many pages are read, where the index has to be built.

    Raises:
        LibraryError: a root or the index cannot be used.
    """
    variables = os.environ if environ is None else environ
    found = kb_roots(roots, variables, Path.cwd())
    connection, note = open_index(found, cache or cache_dir(variables), partial(_build, progress))
    return _calibrated(OpenLibrary(connection, note), found)


def open_unchecked(
    roots: Sequence[str] = (), *, environ: Mapping[str, str] | None = None, cache: Path | None = None
) -> tuple[OpenLibrary, Callable[[], bool]] | None:
    """A large knowledge base as it was at the last start, while a second process looks whether its pages changed.

    To be asked at once; what it says may be shown if the function that comes with it, which waits for that look, says
    that nothing changed. None where `open_library` is as fast: few pages, or no index yet.

    Args:
        roots: as for `open_library`, like the others.
        environ: environment variables; default os.environ.
        cache: folder for the index; default the user's cache folder.

    Raises:
        LibraryError: a root cannot be used.
    """
    variables = os.environ if environ is None else environ
    found = kb_roots(roots, variables, Path.cwd())
    known = open_remembered(found, cache or cache_dir(variables))
    if known is None:
        return None
    from crashkb.kb.aside import begin  # deferred: only a large knowledge base needs it

    connection, mark = known
    look = begin(partial(fingerprint, found))
    return _calibrated(OpenLibrary(connection), found), lambda: look() == mark


def open_library_file(path: str) -> OpenLibrary:
    """The knowledge base whose index another process has open (`Library.index_file`): the same pages to the letter.

    Raises:
        LibraryError: the file is gone or damaged.
    """
    return _calibrated(OpenLibrary(open_file(Path(path))))


def _calibrated(library: OpenLibrary, roots: Sequence[Path] = ()) -> OpenLibrary:
    """The library with its calibration and, where its roots are known, with what is broken in them."""
    library.calibration = read_calibration(data_dir() / "calibration.json")
    library.broken = tuple(f"{roots[number]}/{line}" for number, line in library.noted_broken if number < len(roots))
    return library


def _build(progress: Callable[[int], None] | None, roots: Sequence[Path], path: Path, key: str) -> None:
    from crashkb.kb.broken import note_broken  # deferred, as below: only changed pages need it
    from crashkb.kb.index import build_index
    from crashkb.kb.parsed import NAME, ParsedPages

    build_index(roots, path, key, progress)
    note_broken(roots, path, ParsedPages(path.parent / NAME))


def ask(
    library: OpenLibrary,
    text: "str | Stream",
    *,
    language: str = "auto",
    locale_language: str = "en",
    priors: Mapping[str, float] | None = None,
    masked: frozenset[str] = frozenset(),
) -> Answer:
    """What the knowledge base says to a pasted log or a question.

    Args:
        library: an opened knowledge base.
        text: any text, or a stream over a huge one (`crashkb.report.stream`); it is only read.
        language: 'en', 'zh' or 'auto': Chinese if the prose is, the locale's if there is no prose.
        locale_language: the language of the user's locale, 'en' or 'zh'.
        priors: cause id to an amount added to its score.
        masked: cause ids to leave out, as if they had no page (for evaluation).
    """
    report = read_large_report(library, text)
    return answer_report(
        library, report, language=language, locale_language=locale_language, priors=priors, masked=masked
    )


def answer_report(
    library: OpenLibrary,
    report: Report,
    *,
    language: str = "auto",
    locale_language: str = "en",
    priors: Mapping[str, float] | None = None,
    masked: frozenset[str] = frozenset(),
) -> Answer:
    """What the knowledge base says to a report that was read already; the arguments are those of `ask`."""
    spoken = language if language != "auto" else report.language or locale_language
    hits = find_all_hits(library, report)
    query = make_query(library, report, hits)
    pages = find_pages(library, query)
    scored = tuple(item for item in rank(library, report, hits, pages, priors) if item.id not in masked)
    causes = with_confidence(library, scored, report, hits)
    return conclude(library, report, hits, causes, pages, spoken)


def read_large_report(library: Library, text: "str | Stream") -> Report:
    """The report of a text of any size: of a huge one only the telling stretches are read."""
    if isinstance(text, str) and len(text) <= WHOLE_TEXT:
        return read_report(text)
    return read_condensed(condense_text(library, text))


def condense_text(library: Library, text: "str | Stream") -> "Condensed":
    """The telling stretches of a huge text, all of a small one."""
    # Deferred, as are the types: only huge texts need the scanner.
    from crashkb.report.condense import condense
    from crashkb.report.scanner import Wanted

    return condense(text, Wanted(trigger_words(), library.message_words))


def read_condensed(condensed: "Condensed") -> Report:
    """The report of the stretches that were kept of a text."""
    report = read_report(condensed.text, condensed.numbers)
    notes = (*report.notes, *filter(None, (condensed.note, condensed.incomplete)))
    return report._replace(notes=notes, repeats=condensed.repeats, incomplete=condensed.incomplete)


def find_all_hits(library: Library, report: Report) -> tuple[Hit, ...]:
    """Signatures found in the report, near misses for telling lines that none explains, and damaged messages."""
    hits = find_hits(library, report, searched(report))
    matched = {number for hit in hits for number in range(hit.first, hit.last + 1)}
    facts = fact_values(report)
    near = find_near_misses(library, report, matched, facts)
    damaged = find_damaged(library, report, hits, facts)
    return with_doubts(report, (*hits, *near, *damaged))


def with_confidence(
    library: OpenLibrary, scored: Sequence[Scored], report: Report, hits: Sequence[Hit]
) -> tuple[RankedCause, ...]:
    """The first causes with their confidence.

    It stays below *known* without proof: where neither a specific message of this cause nor a known question stands
    in the report; and where the message is one that any program prints (a full disk, a heap overflow) and nothing in
    the report speaks of an AI framework. A cause is never likelier than the one ranked above it: kind and share can
    favour the lower one by themselves, and a list that contradicts its own order is no help.
    """
    speaks_of_ai = any(fact.name == "framework" for fact in report.facts)
    causes: list[RankedCause] = []
    above = 1.0
    for index, item in enumerate(scored[:_MOST_CAUSES]):
        found = features(scored, index, report, hits)
        confidence = library.calibration.confidence(found)
        if found.kind < PROOF or (not speaks_of_ai and _only_from_the_system(library, item)):
            confidence = min(confidence, _MOST_WITHOUT_PROOF)
        above = min(above, confidence)
        causes.append(RankedCause(item.id, round(above, 4), item.evidence, round(item.score, 4), item.trail))
    return tuple(causes)


def _only_from_the_system(library: Library, scored: Scored) -> bool:
    """Whether all signatures that speak for the cause are such as any program prints."""
    found = [library.signature(evidence.signature) for evidence in scored.evidence if evidence.signature]
    return all(signature is not None and signature.emitter in SYSTEM_EMITTERS for signature in found)


def conclude(
    library: OpenLibrary,
    report: Report,
    hits: Sequence[Hit],
    causes: tuple[RankedCause, ...],
    pages: Sequence[WordHit],
    language: str,
) -> Answer:
    """Verdict, clarifying question, other failures and notes."""
    answering = _answering_page(pages, report)
    verdict = _verdict(library, causes, answering)
    return Answer(
        verdict=verdict,
        causes=causes,
        pages=tuple(PageHit(hit.id, hit.kind, round(hit.score, 4)) for hit in pages[:_MOST_PAGES]),
        question=clarify(library, causes, language) if verdict == "unsure" else None,
        report=report,
        language=language,
        page=answering,
        others=_others(hits, causes, verdict),
        benign=tuple(hit for hit in hits if hit.role == "benign"),
        version=library.version,
        notes=(*report.notes, *((library.note,) if library.note else ())),
    )


def _answering_page(pages: Sequence[WordHit], report: Report) -> str:
    """The question or guide page that was asked for almost in its own words, else ''."""
    if any(block.fatal for block in report.blocks):
        return ""
    best = max(
        (hit for hit in pages if hit.kind in ("qa", "guide")), key=lambda hit: (hit.ask, hit.cosine), default=None
    )
    leading = max((hit.ask for hit in pages if hit.kind == "cause"), default=0.0)
    return best.id if best is not None and best.ask >= max(_PAGE_ANSWERS, leading) else ""


def _verdict(library: Library, causes: Sequence[RankedCause], answering: str) -> str:
    best = causes[0].confidence if causes else 0.0
    if answering:
        return "known"
    if best >= KNOWN:
        page = library.page(causes[0].id)
        return "unsure" if page is not None and page.symptom else "known"
    return "unsure" if best >= UNSURE else "unknown"


def _others(hits: Sequence[Hit], causes: Sequence[RankedCause], verdict: str) -> tuple[OtherFailure, ...]:
    """Failures that stand elsewhere in the report and speak for another cause than the first."""
    if not causes or verdict == "unknown":
        return ()
    first = causes[0]
    own = {evidence.signature for evidence in first.evidence}
    blocks = {hit.block for hit in hits if hit.signature in own and hit.block >= 0}
    found: dict[str, OtherFailure] = {}
    for hit in hits:
        if hit.role != "specific" or hit.doubt or hit.signature in own or hit.similarity < 1.0 or hit.block in blocks:
            continue
        for link in hit.links:
            if link.strong and link.cause != first.id:
                found.setdefault(link.cause, OtherFailure(link.cause, hit.first, hit.text))
    return tuple(found.values())
