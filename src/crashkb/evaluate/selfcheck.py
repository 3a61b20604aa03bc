"""Every page is a test: the rules of `kb check` that need the whole way from text to answer.

Samples and case logs give their cause first, ways of asking their page, no specific signature fires on another page's
sample, and healthy and foreign logs are never *known*.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from crashkb.ask import OpenLibrary, ask, find_all_hits
from crashkb.kb.vocabulary import SYSTEM_EMITTERS
from crashkb.model import Answer, Page, Problem, Sample, Signature
from crashkb.report.decode import decode
from crashkb.report.read import read_report

Item = TypeVar("Item")

NO_CAUSE = "-"
"""Stands in a sample fence for: nothing may be *known* here."""


class QuietText(NamedTuple):
    """A text that has no known cause: a healthy log, or another program's."""

    name: str
    text: str


def selfcheck(
    library: OpenLibrary, quiet: Iterable[QuietText] = (), progress: Callable[[str], object] = str
) -> tuple[Problem, ...]:
    """All broken retrieval rules of the active pages.

    Args:
        library: an opened knowledge base.
        quiet: logs on which nothing may be known.
        progress: told in words how far it is.
    """
    pages = [page for page_id in library.page_ids() if (page := library.page(page_id)) is not None]
    signatures = [
        signature
        for name in library.signature_ids()
        if (signature := library.signature(name)) is not None and signature.status == "active"
    ]
    problems = list(
        selfcheck_draft(library, _told(pages, "pages", progress), _told(signatures, "signatures", progress))
    )
    for text in _told(tuple(quiet), "logs", progress):
        problems.extend(check_quiet(library, text))
    return tuple(problems)


def _told(items: Sequence[Item], what: str, progress: Callable[[str], object]) -> Iterator[Item]:
    """The items one by one, and how many of them were taken."""
    for number, item in enumerate(items):
        progress(f"{number:,} of {len(items):,} {what} tried")
        yield item


def selfcheck_draft(
    library: OpenLibrary, pages: Iterable[Page], signatures: Iterable[Signature]
) -> tuple[Problem, ...]:
    """The broken retrieval rules of these pages alone; the library holds them."""
    problems: list[Problem] = []
    for signature in signatures:
        for sample in signature.samples:
            problems.extend(_check_sample(library, signature.path, sample))
            problems.extend(_check_crossfire(library, signature, sample))
    for page in pages:
        for sample in page.samples:
            problems.extend(_check_sample(library, page.path, sample))
        problems.extend(_check_asks(library, page))
    return tuple(problems)


def read_quiet(folder: Path) -> tuple[QuietText, ...]:
    """The logs of a folder and its subfolders."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in (".log", ".txt"))
    return tuple(QuietText(path.relative_to(folder).as_posix(), decode(path.read_bytes())) for path in files)


def _check_sample(library: OpenLibrary, path: str, sample: Sample) -> list[Problem]:
    answer = ask(library, sample.text)
    if sample.cause == NO_CAUSE:
        if answer.verdict != "known" or answer.page:  # a page that says why it is harmless is the right answer
            return []
        return [Problem("K901", path, sample.line, f"a harmless sample is answered as known: {_first(answer)}")]
    page = library.page(sample.cause)
    if page is None or (answer.causes and answer.causes[0].id == page.id):
        return []
    return [Problem("K901", path, sample.line, f"the sample gives {_first(answer)} first, not {page.id}")]


def _check_crossfire(library: OpenLibrary, owner: Signature, sample: Sample) -> list[Problem]:
    report = read_report(sample.text)
    problems = []
    for hit in find_all_hits(library, report):
        other = library.signature(hit.signature)
        if other is None or other.id == owner.id or other.role != "specific" or hit.similarity < 1.0:
            continue
        if not _may_share(library, owner, other, sample):
            text = f"the specific signature {other.id} fires on this sample ({hit.text[:60]!r})"
            problems.append(Problem("K903", owner.path, sample.line, text))
    return problems


def _may_share(library: OpenLibrary, owner: Signature, other: Signature, sample: Sample) -> bool:
    """Whether a signature may fire on another's sample: it names the same cause, or the two name each other."""
    causes = {link.cause for link in other.links}
    if sample.cause in causes or causes & {link.cause for link in owner.links}:
        return True
    named = {*owner.with_signatures, *owner.without_signatures}
    if other.id in named or owner.id in {*other.with_signatures, *other.without_signatures}:
        return True
    return any(_are_neighbours(library, sample.cause, cause) for cause in causes)


def _are_neighbours(library: OpenLibrary, first: str, second: str) -> bool:
    for one, two in ((first, second), (second, first)):
        page = library.page(one)
        if page is not None and two in dict(page.text("en").questions):
            return True
    return False


def _check_asks(library: OpenLibrary, page: Page) -> list[Problem]:
    problems = []
    for language, text in page.texts:
        for ask_text in text.asks:
            answer = ask(library, ask_text)
            if leads_to(answer, page):
                continue
            path = page.path if language == "en" else page.path.removesuffix(".md") + f".{language}.md"
            problems.append(Problem("K902", path, 0, f"asking {ask_text!r} leads to {_reached(answer)} first"))
    return problems


def leads_to(answer: Answer, page: Page) -> bool:
    """Whether the page answers, or is first among the answer's pages or (a cause) among its causes."""
    if answer.page == page.id:
        return True
    if page.kind == "cause" and answer.causes and answer.causes[0].id == page.id:
        return True
    return bool(answer.pages) and answer.pages[0].id == page.id


def check_quiet(library: OpenLibrary, text: QuietText) -> list[Problem]:
    """A text without a known cause: nothing is *known*, and no AI emitter's specific signature fires."""
    problems = []
    answer = ask(library, text.text)
    if answer.verdict == "known":
        what = answer.page or _first(answer)
        problems.append(Problem("K904", text.name, 0, f"answered as known: {what}"))
    for hit in find_all_hits(library, answer.report):
        signature = library.signature(hit.signature)
        if signature is None or signature.role != "specific" or signature.emitter in SYSTEM_EMITTERS:
            continue
        if hit.similarity == 1.0:
            problems.append(Problem("K905", text.name, hit.first, f"{signature.id} fires on {hit.text[:60]!r}"))
    return problems


def _first(answer: Answer) -> str:
    return answer.causes[0].id if answer.causes else "nothing"


def _reached(answer: Answer) -> str:
    return answer.pages[0].id if answer.pages else "nothing"


def samples_by_cause(signatures: Sequence[Signature]) -> Mapping[str, int]:
    """How many samples each cause has."""
    counts: dict[str, int] = {}
    for signature in signatures:
        for sample in signature.samples:
            counts[sample.cause] = counts.get(sample.cause, 0) + 1
    return counts
