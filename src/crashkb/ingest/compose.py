"""From a plan to the files of a draft that break no rule: what a first attempt breaks is mended as far as it can be.

A way of asking that leads elsewhere is left out, a sample in which other messages stand is cut to its telling line, a
template that touches other pages gives way to the next one. What remains is reported and left to a person.
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.ingest.corpus import Corpus
from crashkb.ingest.naming import unique
from crashkb.ingest.plan import Study, propose
from crashkb.ingest.review import Review, review
from crashkb.ingest.skeleton import Plan, pages_of
from crashkb.ingest.writing import page_files, signature_files
from crashkb.kb.glossary import read_root

_TRIES = 6


class Composed(NamedTuple):
    """A draft before it is written."""

    plan: Plan
    files: dict[str, str]
    """Path below the draft's folder → text."""
    review: Review
    """Its problems name files below the draft's folder."""


def compose(
    library: OpenLibrary, found: Study, plan: Plan, corpus: Corpus, today: date, root: Path, fixed: bool = False
) -> Composed:
    """The files of a plan, checked and mended.

    Args:
        library: the knowledge base without the draft.
        found: the study the plan comes from.
        plan: what is to be written.
        corpus: what its effect is held against.
        today: the date of its sources.
        root: the root for which it is written (its languages).
        fixed: leave the plan as it is, whatever it breaks: a person has chosen all of it.
    """
    best: Composed | None = None
    for attempt in range(_TRIES):
        composed = _attempt(library, plan, corpus, today, root)
        if best is None or len(composed.review.everything) < len(best.review.everything):
            best = composed
        if fixed or composed.review.clean:
            break
        mended = _mended(library, found, plan, composed.review, attempt)
        if mended == plan:
            break
        plan = mended
    assert best is not None
    return best


def _attempt(library: OpenLibrary, plan: Plan, corpus: Corpus, today: date, root: Path) -> Composed:
    languages = read_root(root, root.resolve())[0].languages
    pages, signatures = pages_of(plan, today)
    files: dict[str, str] = {}
    for page in pages:
        files |= page_files(page, languages)
    for signature in signatures:
        files |= signature_files(signature)
    with TemporaryDirectory(prefix="crashkb-draft-") as name:
        folder = Path(name)
        write_files(folder, files)
        if (root / "kb" / "root.yaml").is_file():
            write_files(folder, {"kb/root.yaml": (root / "kb" / "root.yaml").read_text(encoding="utf-8")})
        found = review(library, folder, corpus, today)
    return Composed(plan, files, _shown(found, f"{folder.as_posix()}/"))


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write these files below a folder."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def _shown(found: Review, prefix: str) -> Review:
    """The review with paths below the draft's folder."""
    problems = tuple(item._replace(path=item.path.removeprefix(prefix)) for item in found.problems)
    return found._replace(problems=problems)


def _mended(library: OpenLibrary, found: Study, plan: Plan, checked: Review, attempt: int) -> Plan:
    """The plan with the cheapest change that may mend what is broken; the same plan if there is none."""
    codes = {problem.code for problem in checked.everything}
    own = {problem.code for problem in checked.everything if problem.path.startswith("kb/")}
    if "K902" in codes and (plan.asks or plan.asks_zh):
        return plan._replace(asks=(), asks_zh=())
    if own & {"K901", "K903", "K506"} and any("\n" in sample for sample in plan.samples) and plan.template:
        return plan._replace(samples=(plan.line,))
    if codes & {"K901", "K903", "K904", "K905", "K501", "K506", "K509"}:
        later = [item for item in found.mined if item.template != plan.template][attempt : attempt + 1]
        if later:
            ids = (plan.cause,) if plan.action != "cause" else ()
            other = propose(library, found, ids, action=plan.action, cause=_known(plan), mined=later[0])
            keep = ("title", "title_zh", "family", "emitter", "cause", "signature", "case", "question", "source")
            return other._replace(**{name: getattr(plan, name) for name in keep})
    return plan


def _known(plan: Plan) -> str:
    return "" if plan.action == "cause" else plan.cause


def with_question(library: OpenLibrary, plan: Plan, taken: frozenset[str]) -> Plan:
    """The plan with a question page beside its cause; the ways of asking stand on that page then."""
    ids = {*library.page_ids(), *library.signature_ids(), *taken}
    return plan._replace(
        asks=(), asks_zh=(), question=unique(f"{plan.signature or plan.cause}-meaning"[:78].strip("-"), ids)
    )
