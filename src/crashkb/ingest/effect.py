"""What a draft would change: its own samples first, other pages' samples, quiet logs, labelled rows, the local history.

Only texts that something in the draft could touch are asked again, before and after.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from crashkb.ask import OpenLibrary, ask
from crashkb.errors import TemplateError
from crashkb.evaluate.selfcheck import QuietText, check_quiet, leads_to, selfcheck_draft
from crashkb.ingest.corpus import Corpus, CorpusText
from crashkb.ingest.overlay import overlay
from crashkb.kb.documents import SEARCHED_KINDS, Wording, document_tokens
from crashkb.kb.template import parse_template
from crashkb.model import Answer, Page, Problem, Signature

_LEAST_COSINE = 0.5
_LEAST_COSINE_OF_ASK = 0.4
"""Below these a page cannot come before the one that a text is about."""


class Change(NamedTuple):
    """A text whose first cause the draft changes."""

    kind: str
    """Kind of the corpus text."""
    name: str
    before: str
    """First cause and verdict before, '' for nothing."""
    after: str
    wanted: bool
    """Whether it becomes right, or known where it was not: a gain."""


class Effect(NamedTuple):
    """What accepting a draft would do."""

    problems: tuple[Problem, ...]
    """Broken retrieval rules: of the draft's own pages and of others because of it."""
    changes: tuple[Change, ...]
    asked: int
    """How many texts were asked again."""

    @property
    def solved(self) -> int:
        """How many past unknowns or labelled reports are answered now."""
        return sum(change.wanted for change in self.changes)

    @property
    def harmed(self) -> tuple[Change, ...]:
        """Answers that get worse or merely other."""
        return tuple(change for change in self.changes if not change.wanted)


def effect(
    library: OpenLibrary,
    pages: Sequence[Page],
    signatures: Sequence[Signature],
    corpus: Corpus,
    after: OpenLibrary | None = None,
) -> Effect:
    """Hold a draft against every text that it could touch.

    Args:
        library: the knowledge base without the draft.
        pages, signatures: the draft's.
        corpus: `crashkb.ingest.corpus.read_corpus`.
        after: the overlay, if the caller has it already.
    """
    laid = after or overlay(library, pages, signatures)
    problems = list(selfcheck_draft(laid, pages, signatures))
    changes: list[Change] = []
    own = {page.id for page in pages} | {signature.id for signature in signatures}
    touched = [text for text in _touched(library, pages, signatures, corpus) if text.owner not in own]
    for text in touched:
        answer = ask(laid, text.text)
        problems += _broken(library, laid, text, answer, own)
        change = _change(ask(library, text.text), answer, text)
        if change is not None:
            changes.append(change)
    return Effect(tuple(dict.fromkeys(problems)), tuple(changes), len(touched))


def _touched(
    library: OpenLibrary, pages: Sequence[Page], signatures: Sequence[Signature], corpus: Corpus
) -> Iterator[CorpusText]:
    """The texts that a template of the draft matches, or that hold enough of the words of its pages."""
    matched: set[int] = set()
    for signature in signatures:
        for written in signature.templates:
            try:
                template = parse_template(written)
            except TemplateError:
                continue
            matched.update(id(text) for text in corpus.hits(template, whole_line=signature.whole_line))
    words = [_Words(library, page, signatures) for page in pages if page.kind in SEARCHED_KINDS]
    for text in corpus.texts:
        least = _LEAST_COSINE_OF_ASK if text.kind == "ask" else _LEAST_COSINE
        if id(text) in matched or any(page.most_cosine(text.lowered) >= least for page in words):
            yield text


class _Words:
    """The words of one page, ready to say how like it a text can be at most."""

    def __init__(self, library: OpenLibrary, page: Page, signatures: Sequence[Signature]) -> None:
        counts = Counter(document_tokens(page, signatures, Wording(library.concepts)))
        known = library.postings(counts)
        rarest = log((2 + library.document_count) / 2) + 1.0
        vector = {
            term: (1.0 + log(count)) * (known[term].idf if term in known else rarest) for term, count in counts.items()
        }
        total = sum(weight * weight for weight in vector.values()) or 1.0
        plain = {term: weight * weight / total for term, weight in vector.items() if not term.startswith("concept:")}
        self._terms = list(plain)
        self._shares = list(plain.values())
        self._automaton = AhoCorasick(self._terms) if plain else None

    def most_cosine(self, lowered: str) -> float:
        """An upper bound of the cosine of the page with a text in lower case: 1 if it held all words of the page."""
        if self._automaton is None:
            return 0.0
        found = {number for number, _, _ in self._automaton.find_matches_as_indexes(lowered, overlapping=True)}
        return sqrt(sum(self._shares[number] for number in found))


def _broken(
    library: OpenLibrary, laid: OpenLibrary, text: CorpusText, answer: Answer, own: set[str]
) -> Iterator[Problem]:
    """The rule that another page's text breaks because of the draft."""
    if text.kind == "quiet":
        was = {(item.code, item.text) for item in check_quiet(library, QuietText(text.name, text.text))}
        found = check_quiet(laid, QuietText(text.name, text.text))
        yield from (item for item in found if (item.code, item.text) not in was)
        return
    first = answer.causes[0].id if answer.causes else ""
    if text.kind in ("sample", "log"):
        if text.cause != "-" and first in own and first != text.cause:
            yield Problem("K901", text.name, 0, f"its sample would give {first} first, not {text.cause}")
        for evidence in (item for cause in answer.causes for item in cause.evidence):
            if evidence.signature in own and evidence.kind == "signature":
                signature = laid.signature(evidence.signature)
                if signature is not None and text.cause not in {link.cause for link in signature.links}:
                    yield Problem("K903", text.name, 0, f"{evidence.signature} would fire on its sample")
    elif text.kind == "ask":
        page = laid.page(text.owner)
        stolen = first in own or (bool(answer.pages) and answer.pages[0].id in own)
        if page is not None and stolen and not leads_to(answer, page):
            yield Problem("K902", text.name, 0, f"asking {text.text[:80]!r} would no longer lead to it")


def _change(before: Answer, after: Answer, text: CorpusText) -> Change | None:
    """What becomes of one text, None where the answer stays."""
    old, new = _said(before), _said(after)
    if old == new or text.kind == "ask":
        return None
    first = after.causes[0].id if after.causes else ""
    if text.kind == "history":
        wanted = before.verdict != "known" and after.verdict != "unknown"
    elif text.kind == "row":
        wanted = bool(text.cause) and first in text.cause.split()
    else:
        wanted = bool(text.cause) and first == text.cause
    return Change(text.kind, text.name, old, new, wanted)


def _said(answer: Answer) -> str:
    """First cause and verdict; an unknown answer says nothing, whatever candidates it lists."""
    if answer.verdict == "unknown" or not answer.causes:
        return answer.page
    return f"{answer.causes[0].id} ({answer.verdict})"
