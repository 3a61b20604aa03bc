"""An answer as Markdown, to paste into an issue or a chat."""

import re
from collections.abc import Iterator

from crashkb.model import Answer
from crashkb.render.fill import plain
from crashkb.render.phrases import phrase
from crashkb.render.reasons import Reason
from crashkb.render.view import CauseView, View

# characters with which Markdown or HTML would begin something
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~])")


def to_markdown(answer: Answer, shown: View) -> str:
    """The answer in the order in which a reader needs it; report text is escaped or fenced."""
    return "\n\n".join(part for part in _parts(answer, shown) if part) + "\n"


def _parts(answer: Answer, shown: View) -> Iterator[str]:
    language = shown.language
    yield f"## {headline(answer, shown)}"
    if answer.report.incomplete:
        yield f"> {escape(answer.report.incomplete)}"
    if shown.page_text:
        yield shown.page_text
    elif not shown.causes:
        yield phrase(language, "weak" if answer.causes else "nothing")
    for number, cause in enumerate(shown.causes):
        yield from _cause(cause, language, full=number == 0)
    if shown.why_not:
        yield f"**{phrase(language, 'why_not')}**\n\n" + "\n".join(f"- {escape(item)}" for item in shown.why_not)
    if shown.would_change:
        yield f"**{phrase(language, 'would_change')}**\n\n" + "\n".join(
            f"- {escape(item)}" for item in shown.would_change
        )
    if answer.question:
        options = "\n".join(f"- {option.label}" for option in answer.question.options)
        yield f"**{phrase(language, 'question')}** {escape(answer.question.text)}\n\n{options}"
    if shown.others:
        rows = "\n".join(f"- {phrase(language, 'line', first=line)}: {title}" for line, title, _ in shown.others)
        yield f"**{phrase(language, 'others')}**\n\n{rows}"
    if shown.nearest:
        rows = "\n".join(f"- {item.title} (`{item.id}`)" for item in shown.nearest)
        yield f"**{phrase(language, 'nearest')}**\n\n{rows}"
    if shown.collect:
        yield f"**{phrase(language, 'collect')}**\n\n{shown.collect}"
    yield f"*{shown.footer}*"


def headline(answer: Answer, shown: View) -> str:
    """One line: verdict, cause, confidence."""
    language = shown.language
    if shown.page:
        return f"{phrase(language, 'answered')}: {shown.page}"
    if answer.verdict == "known" and shown.causes:
        first = shown.causes[0]
        return f"{first.title} ({phrase(language, 'confidence')} {first.confidence:.0%})"
    return phrase(language, answer.verdict)


def _cause(cause: CauseView, language: str, full: bool) -> Iterator[str]:
    if not full:
        yield f"### {cause.title} ({cause.confidence:.0%})\n\n{cause.symptom}"
        return
    yield cause.symptom
    yield f"**{phrase(language, 'why')}**\n\n" + "\n".join(f"- {_reason(item, language)}" for item in cause.reasons)
    boxes = "\n".join(f"- [ ] {step.text}" for step in cause.steps)
    yield f"**{phrase(language, 'checklist')}**\n\n{boxes}"
    yield f"**{phrase(language, 'verify')}**\n\n{cause.verify}"
    if cause.risks:
        yield f"**{phrase(language, 'risks')}**\n\n{cause.risks}"


def _reason(reason: Reason, language: str) -> str:
    if not reason.first:
        return escape(reason.why)
    return f"{phrase(language, 'line', first=reason.first)}: `{code(reason.text)}` {escape(reason.why)}"


def escape(text: str) -> str:
    """Report text as literal Markdown."""
    return _SPECIAL.sub(r"\\\1", plain(text))


def code(text: str) -> str:
    """Report text for a code span: back-ticks cannot end it, line breaks are spaces."""
    return " ".join(plain(text).replace("`", "'").split())[:300]
