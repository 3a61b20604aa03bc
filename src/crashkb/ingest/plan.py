"""From incident to plan: what the knowledge base knows already, which template was mined, what to write.

    incident → reports → known? → telling lines → mined templates → plan

Every value of the plan is a proposal that a person (or an option) may replace.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from crashkb.ask import OpenLibrary, ask
from crashkb.ingest.corpus import Corpus
from crashkb.ingest.generalise import split
from crashkb.ingest.incident import Incident
from crashkb.ingest.mine import Mined, mine
from crashkb.ingest.naming import (
    cut,
    emitter_of,
    frameworks_of,
    message_words,
    plain_line,
    platforms_of,
    slug,
    unique,
    versions_of,
)
from crashkb.ingest.skeleton import Plan
from crashkb.ingest.telling import TellingLine, telling_lines
from crashkb.kb.library import Library
from crashkb.match.confidence import KNOWN
from crashkb.match.searched import searched
from crashkb.model import Answer, Report
from crashkb.report.read import read_report

_SAMPLE_LINES = 12
_SAMPLE_COLUMNS = 1500


class Study(NamedTuple):
    """What was found out about an incident before anything is decided."""

    incident: Incident
    reports: tuple[Report, ...]
    answer: Answer
    """What the knowledge base says to the first log."""
    lines: tuple[TellingLine, ...]
    """Telling lines of the first log."""
    mined: tuple[Mined, ...]
    """Templates, best first; may be empty."""

    @property
    def knows(self) -> bool:
        """Whether a signature of the knowledge base already gives a cause with confidence."""
        return bool(self.answer.causes) and self.answer.causes[0].confidence >= KNOWN and _by_signature(self.answer)


def _by_signature(answer: Answer) -> bool:
    return any(item.kind == "signature" and item.strong for item in answer.causes[0].evidence)


def study(library: OpenLibrary, incident: Incident, corpus: Corpus, cause: str = "") -> Study:
    """Read an incident and mine its templates.

    Args:
        library: the knowledge base.
        incident: masked.
        corpus: what templates must not touch.
        cause: a known cause to which it belongs, whose samples templates may touch; '' if none is meant.
    """
    reports = tuple(read_report(text) for text in incident.texts)
    answer = ask(library, incident.texts[0])
    logs = [telling_lines(library, report) for report in reports]
    allowed = frozenset({cause} if cause else ())
    mined = mine(logs, [searched(report).text for report in reports], corpus, allowed) if logs[0] else ()
    return Study(incident, reports, answer, logs[0], mined)


def propose(
    library: OpenLibrary,
    found: Study,
    taken: Sequence[str] = (),
    *,
    action: str = "",
    cause: str = "",
    mined: Mined | None = None,
) -> Plan:
    """The plan with every value at its default.

    Args:
        library: the knowledge base.
        found: `study` of the incident.
        taken: ids that drafts in the inbox use.
        action: 'cause', 'case' or 'signature'; by default a case where the cause is known already, else a new cause.
        cause: the known cause, for 'case' and 'signature'; by default the one that the knowledge base answers.
        mined: the template to use; by default the best.
    """
    best = mined or (found.mined[0] if found.mined else None)
    report = found.reports[0]
    chosen = action or ("case" if found.knows or cause else "cause")
    line = best.line.text if best is not None else _last_line(found)
    said = plain_line(split(line)) or "incident"
    ids = {*library.page_ids(), *library.signature_ids(), *taken, *_retired(library)}
    names = _names(found, best, chosen, cause, ids, said)
    title = cut(found.incident.title or _title(best, said))
    asks, asks_zh = _asks(best)
    return Plan(
        action=chosen,
        cause=names["cause"],
        signature=names["signature"] if best is not None else "",
        case=names["case"],
        title=title,
        title_zh=title_zh(title),
        family=_family(library, found.answer),
        template=best.template if best is not None else "",
        samples=_samples(found, best, chosen),
        line=line[:_SAMPLE_COLUMNS],
        **_told(report),
        source=found.incident.source,
        asks=asks,
        asks_zh=asks_zh,
    )


def _told(report: Report) -> dict[str, Any]:
    """The fields of a plan that the report tells."""
    return {
        "emitter": emitter_of(report),
        "frameworks": frameworks_of(report),
        "platforms": platforms_of(report),
        "versions": versions_of(report),
    }


def _asks(best: Mined | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """How people will ask about the message, in English and Chinese; nothing without a message."""
    if best is None:
        return (), ()
    words = message_words(best.template)
    return (cut(f'what does "{words}" mean'),), (cut(f"“{words}” 是什么意思"),)


def _last_line(found: Study) -> str:
    """The telling line, or where there is none the last line of the log."""
    if found.lines:
        return found.lines[0].text
    rows = [row.strip() for row in found.incident.texts[0].split("\n") if row.strip()]
    return rows[-1]


def _title(best: Mined | None, said: str) -> str:
    return message_words(best.template) if best is not None else said


def title_zh(title: str) -> str:
    """The Chinese title that stands until somebody writes one: the given one, said to be under investigation."""
    chinese = any("\u4e00" <= letter <= "\u9fff" for letter in title)
    return title if chinese else cut(f"待查明：{title}")


def _retired(library: Library) -> set[str]:
    return {page.id for page in library.every_page()}


def _names(found: Study, best: Mined | None, action: str, cause: str, ids: set[str], said: str) -> dict[str, str]:
    """Ids of what is written; '' for what is not."""
    base = slug(_title(best, said)) or slug(found.incident.title) or "incident"
    emitter = emitter_of(found.reports[0])
    start = "" if base.startswith(emitter.split("-")[0]) else f"{emitter}-"
    signature = unique(f"{start}{base}"[:76].strip("-"), ids)
    names = {"cause": cause, "signature": signature, "case": ""}
    if action == "cause":
        names["cause"] = unique(f"{start}{base}-failure"[:76].strip("-"), {*ids, signature})
        return names
    if not cause and found.answer.causes:
        names["cause"] = found.answer.causes[0].id
    if action == "case":
        names["case"] = unique(f"{start}{base}-case"[:76].strip("-"), {*ids, signature})
        known = bool(found.answer.causes) and found.answer.causes[0].id == names["cause"] and found.knows
        names["signature"] = "" if known else signature
    return names


def _family(library: Library, answer: Answer) -> str:
    """The family of the nearest cause, else `system` or the first that there is."""
    for ranked in answer.causes:
        page = library.page(ranked.id)
        if page is not None and page.family in library.families:
            return page.family
    families = list(library.families)
    return "system" if "system" in families or not families else families[0]


# --- samples --------------------------------------------------------------------------------------


def _samples(found: Study, best: Mined | None, action: str) -> tuple[str, ...]:
    """A few lines of each log around the telling one, at most three logs."""
    samples = []
    for report, text in zip(found.reports[:3], found.incident.texts, strict=False):
        number = _line_in(report, best, found)
        samples.append(excerpt(report, text, number, clean=best is not None and best.level == "two lines"))
    return tuple(dict.fromkeys(sample for sample in samples if sample.strip()))


def _line_in(report: Report, best: Mined | None, found: Study) -> int:
    """Raw number of the telling line in that report."""
    from crashkb.kb.template import find, parse_template

    if best is None:
        return found.lines[0].number if found.lines and report is found.reports[0] else 1
    if report is found.reports[0]:
        return best.line.number
    text = searched(report)
    match = find(parse_template(best.template), text.text)
    return text.numbers[text.line_at(match.start)] if match is not None else 1


def excerpt(report: Report, text: str, number: int, *, clean: bool = False, lines: int = _SAMPLE_LINES) -> str:
    """Lines of a log around a raw line: back to where its block begins and on to its end, as far as there is room.

    Args:
        report: the log, read.
        text: the log.
        number: 1-based raw line that must be among them.
        clean: the lines as they are searched, without echoed source code, instead of the raw ones.
        lines: most lines.
    """
    block = next((item for item in report.blocks if item.first <= number <= item.last), None)
    last = min(block.last, number + lines // 2) if block is not None else number
    first = max(block.first, last - lines + 1) if block is not None else number
    first = min(first, number)
    if clean:
        searched_lines = searched(report)
        pairs = zip(searched_lines.numbers, searched_lines.text.split("\n"), strict=True)
        return "\n".join(row for row_number, row in pairs if first <= row_number <= last)[:8000]
    raw = text.split("\n")[first - 1 : last]
    return "\n".join(row[:_SAMPLE_COLUMNS].rstrip() for row in raw).strip("\n")
