"""An answer for a terminal, with rich.

Report text is always a Text object: markup, links and control sequences in it stay what they look like.
"""

from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from crashkb.model import Answer
from crashkb.render.markdown import headline
from crashkb.render.phrases import left_out, phrase
from crashkb.render.reasons import Reason
from crashkb.render.rich_text import blocks, inline
from crashkb.render.view import CauseView, View

_STYLES = {"known": "bold green", "unsure": "bold yellow", "unknown": "bold red"}


def print_answer(console: Console, answer: Answer, shown: View, *, explain: bool = False) -> None:
    """Print the answer in the order in which a reader needs it."""
    # All at once: each call of print looks anew how large the terminal is.
    console.print(Group(*_parts(answer, shown)), soft_wrap=False, highlight=False, markup=False, emoji=False)
    if explain:
        for line in explanation(answer, shown.language):
            console.print(line, highlight=False, markup=False, emoji=False)


def _parts(answer: Answer, shown: View) -> Iterator[RenderableType]:
    language = shown.language
    yield Text("● " + headline(answer, shown), _STYLES[answer.verdict])
    if shown.page_text:
        yield ""
        yield from blocks(shown.page_text)
    elif not shown.causes:
        yield Text(phrase(language, "weak" if answer.causes else "nothing"))
    if answer.verdict == "unsure":
        yield from _candidates(shown)
    if answer.question:
        yield from _heading(language, "question")
        yield _indent(Text(answer.question.text))
        for option in answer.question.options:
            yield _indent(Text(f"→ {option.label}" + (f"  ({option.cause})" if option.cause else "")))
    if shown.causes:
        yield from _cause(shown.causes[0], language)
    yield from _around(shown)
    yield from _next(shown)
    if answer.notes:
        yield from _list(language, "notes", [Text(note) for note in answer.notes])
    yield ""
    yield Text(shown.footer, "dim")


def _heading(language: str, name: str) -> Iterator[RenderableType]:
    yield ""
    yield Text(phrase(language, name), "bold")


def _indent(item: RenderableType, by: int = 2) -> RenderableType:
    return Padding(item, (0, 0, 0, by), expand=False)


def _list(language: str, name: str, items: Sequence[Text]) -> Iterator[RenderableType]:
    if items:
        yield from _heading(language, name)
        for item in items:
            yield _indent(Text("• ").append_text(item))


def _candidates(shown: View) -> Iterator[RenderableType]:
    if not shown.causes:
        return
    yield from _heading(shown.language, "candidates")
    for number, cause in enumerate(shown.causes, 1):
        line = (
            Text(f"{number}. {cause.title}").append(f"  {cause.confidence:.0%}", "dim").append(f"  {cause.id}", "dim")
        )
        yield _indent(line)


def _cause(cause: CauseView, language: str) -> Iterator[RenderableType]:
    yield Text(cause.id, "dim")
    yield ""
    yield from blocks(cause.symptom)
    yield from _list(language, "why", [_reason(item, language) for item in cause.reasons])
    yield from _heading(language, "background")
    yield from (_indent(item) for item in blocks(cause.background))
    yield from _heading(language, "checklist")
    for number, step in enumerate(cause.steps, 1):
        first, *rest = list(blocks(step.text)) or [""]
        yield _indent(Text(f"☐ {number}. ", "bold").append_text(_as_text(first)).append(f"  [{step.id}]", "dim"))
        yield from (_indent(item, 5) for item in rest)
    if cause.left_out:
        yield _indent(Text(left_out(language, cause.left_out), "dim"))
    for name, text in (("verify", cause.verify), ("risks", cause.risks), ("prevent", cause.prevent)):
        if text:
            yield from _heading(language, name)
            yield from (_indent(item) for item in blocks(text))


def _as_text(item: RenderableType) -> Text:
    if isinstance(item, Padding):
        item = item.renderable
    return item if isinstance(item, Text) else Text(str(item))


def _reason(reason: Reason, language: str) -> Text:
    if not reason.first:
        return Text(reason.why)
    where = phrase(language, "line" if reason.first == reason.last else "lines", first=reason.first, last=reason.last)
    text = reason.text if len(reason.text) <= 200 else reason.text[:200] + " …"
    return Text(f"{where}: ", "bold").append(text, "cyan").append(f"\n{reason.why}" if reason.why else "")


def _around(shown: View) -> Iterator[RenderableType]:
    language = shown.language
    yield from _list(language, "why_not", [Text(item) for item in shown.why_not])
    yield from _list(language, "would_change", [Text(item) for item in shown.would_change])
    others = [
        Text(f"{phrase(language, 'line', first=line)}: ").append(text, "cyan").append(f" → {title}")
        for line, title, text in shown.others
    ]
    yield from _list(language, "others", others)
    harmless = [Text(f"{phrase(language, 'line', first=line)}: {means}") for line, means in shown.benign]
    yield from _list(language, "benign", harmless)
    related = [Text(item.title).append(f"  crashkb show {item.id}", "dim") for item in shown.related]
    yield from _list(language, "related", related)


def _next(shown: View) -> Iterator[RenderableType]:
    language = shown.language
    if shown.collect:
        yield from _heading(language, "collect")
        yield from (_indent(item) for item in blocks(shown.collect))
    nearest = [Text(item.title).append(f"  crashkb show {item.id}", "dim") for item in shown.nearest]
    yield from _list(language, "nearest", nearest)
    yield from _list(language, "search", [Text(term) for term in shown.search_terms])
    if shown.verdict == "unknown":
        yield ""
        yield Text(phrase(language, "draft"), "dim")
    if shown.causes and shown.causes[0].sources:
        yield from _list(language, "sources", [inline(source) for source in shown.causes[0].sources])


def explanation(answer: Answer, language: str) -> Iterator[Text]:
    """Every contribution to every candidate's score."""
    yield Text("\n" + phrase(language, "explain"), "bold")
    for cause in answer.causes:
        yield Text(f"  {cause.id}  {cause.score:.2f} → {cause.confidence:.0%}")
        for item in cause.trail:
            yield Text(f"    {item.amount:+.2f}  {item.weight}  {item.detail}", "dim")
