"""What stands in the conversation: what was asked, answers as cards, replies to follow-ups."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from crashkb.chat import Diagnosis
from crashkb.model import Question
from crashkb.render.phrases import left_out
from crashkb.tui.attachment import Attachment
from crashkb.tui.choice import Choice
from crashkb.tui.composer import chip_text
from crashkb.tui.flow import Paragraph
from crashkb.tui.prose_view import Fold, prose
from crashkb.tui.steps import step_rows
from crashkb.tui.words import heading, likelihood, word

if TYPE_CHECKING:
    from crashkb.render.reasons import Reason
    from crashkb.render.view import CauseView, View

_BAR_CELLS = 10
_MOST_SHOWN_LINES = 12
_LONGEST_QUOTE = 160


class Past(NamedTuple):
    """What is remembered about an answer beside the answer."""

    ticked: Set[tuple[str, str]] = frozenset()
    outcomes: Mapping[str, Mapping[str, tuple[int, int]]] = {}
    """By cause and step: (times it fixed the trouble, times it was judged)."""
    before: Mapping[str, float] = {}
    """Confidences before a re-ranking, by cause; empty for a first answer."""
    turn: int = 0
    """Id in the history, 0 if it is not kept."""


class Asked(Vertical):
    """What a person wrote, with the logs beside it."""

    DEFAULT_CSS = """
    Asked { height: auto; margin: 1 0 0 0; padding: 0 1; border-left: thick $accent; }
    Asked > .said { height: auto; }
    Asked > .chip { color: $text-primary; height: auto; }
    """

    def __init__(self, text: str, attachments: Sequence[Attachment], language: str) -> None:
        super().__init__()
        self._text = text
        self._chips = [chip_text(item, language) for item in attachments]

    def compose(self) -> ComposeResult:
        """Chips, then the words; a very long text is cut here, the evidence pane has it whole."""
        for text in self._chips:
            yield Paragraph(f"▤ {text}", 2, "chip")
        lines = self._text.splitlines()
        shown = "\n".join(lines[:_MOST_SHOWN_LINES]) + ("\n…" if len(lines) > _MOST_SHOWN_LINES else "")
        if shown:
            yield Paragraph(shown, classes="said")


def gauge(confidence: float, cells: int = _BAR_CELLS) -> str:
    """A confidence as a bar."""
    full = round(confidence * cells)
    return "█" * full + "░" * (cells - full)


class AnswerCard(Vertical):
    """An answer.

    Args:
        diagnosis: what was found.
        language: 'en' or 'zh'.
        question: the clarifying question that still waits for an answer.
        past: ticks, outcomes, and the order before.
    """

    DEFAULT_CSS = """
    AnswerCard {
        height: auto; margin: 1 0 0 0; padding: 0 1; border: round $success;
        &.-unsure { border: round $warning; }
        &.-unknown { border: round $error; }
        & .verdict { text-style: bold; color: $text-success; height: auto; }
        &.-unsure .verdict { color: $text-warning; }
        &.-unknown .verdict { color: $text-error; }
        & .title { text-style: bold; height: auto; }
        & .dim { color: $text-muted; height: auto; }
        & .heading { text-style: bold; margin: 1 0 0 0; height: auto; }
        & .passage.-text { margin: 0 0 1 0; }
        & .options { height: auto; margin: 0; }
        & .gap { margin: 1 0 0 0; }
        & Choice { padding: 0; }
        & Choice.-button { padding: 0 1; }
    }
    """

    def __init__(self, diagnosis: Diagnosis, language: str, question: Question | None, past: Past) -> None:
        super().__init__(classes=f"-{diagnosis.answer.verdict}")
        self.diagnosis = diagnosis
        self.language = language
        self.shown: View = diagnosis.views[language]
        self._question = question
        self._past = past

    def compose(self) -> ComposeResult:
        """The parts in the order in which a reader needs them."""
        shown = self.shown
        yield Static(verdict_line(shown, self.language), classes="verdict")
        if shown.page:
            yield Paragraph(shown.page, classes="title")
            yield from prose(shown.page_text)
        yield from self._candidates()
        if self._question is not None:
            yield from self._asking(self._question)
        if shown.causes:
            yield from self._cause(shown.causes[0])
        elif not shown.page:
            weak = "weak" if self.diagnosis.answer.causes else "nothing"
            yield Paragraph(heading(self.language, weak))
        yield from self._around()
        yield Paragraph(" · ".join((shown.footer, *self.diagnosis.answer.notes)), classes="dim gap")

    def _heading(self, name: str) -> Static:
        return Static(Content(heading(self.language, name)), classes="heading")

    # --- candidates and question -----------------------------------------------------------------

    def _candidates(self) -> Iterator[Widget]:
        before = self._past.before
        if self.shown.verdict != "unsure" and not before:
            return
        if before:
            yield Static(Content(word(self.language, "before-after")), classes="dim")
        for number, cause in enumerate(self.shown.causes, 1):
            parts: list[tuple[str, str]] = [
                (f"{number}. {gauge(cause.confidence)} ", ""),
                (f"{cause.confidence:.0%} ", "bold"),
            ]
            old = before.get(cause.id)
            if old is not None and abs(old - cause.confidence) >= 0.005:
                parts.append((f"{'↑' if cause.confidence > old else '↓'} {old:.0%}  ", "$text-accent"))
            parts.append((cause.title, ""))
            yield Choice("page", cause.id, Content.assemble(*parts))

    def _asking(self, question: Question) -> Iterator[Widget]:
        yield self._heading("question")
        yield Paragraph(question.text)
        for number, option in enumerate(question.options, 1):
            yield Choice("option", str(number), f"{number}  {option.label}", "-button")
        yield Static(Content(word(self.language, "free-answer")), classes="dim")

    # --- the first cause ------------------------------------------------------------------------

    def _cause(self, cause: "CauseView") -> Iterator[Widget]:
        yield Paragraph(cause.title, classes="title")
        yield Choice("page", cause.id, cause.id, "dim")
        yield from prose(cause.symptom)
        if cause.reasons:
            yield self._heading("why")
            yield from (self._reason(reason) for reason in cause.reasons)
        yield self._heading("checklist")
        outcomes = self._past.outcomes.get(cause.id, {})
        yield from step_rows(cause.id, cause.steps, self._past.ticked, outcomes, self.language)
        if cause.left_out:
            yield Paragraph(left_out(self.language, cause.left_out), classes="dim")
        yield Static("", classes="gap")
        parts = (("background", cause.background), ("confirm", cause.confirm), ("verify", cause.verify))
        for name, text in (*parts, ("risks", cause.risks), ("prevent", cause.prevent)):
            if text:
                yield Fold(heading(self.language, name), text)
        yield from self._lists(cause)

    def _reason(self, reason: "Reason") -> Widget:
        if not reason.first:
            return Paragraph(f"• {reason.why}", 2)
        name = "line" if reason.first == reason.last else "lines"
        where = heading(self.language, name).format(first=reason.first, last=reason.last)
        quoted = " ".join(reason.text.split())
        quoted = quoted if len(quoted) <= _LONGEST_QUOTE else quoted[: _LONGEST_QUOTE - 1] + "…"
        text = Content.assemble(
            (f"▸ {where}  ", "bold"), (quoted, "$text-accent"), f"\n  {reason.why}" if reason.why else ""
        )
        return Choice("line", str(reason.first), text)

    def _lists(self, cause: "CauseView") -> Iterator[Widget]:
        shown = self.shown
        for name, items in (("why_not", shown.why_not), ("would_change", shown.would_change)):
            if items:
                yield Fold(heading(self.language, name), "\n".join(f"- {item}" for item in items))
        if cause.sources:
            yield Fold(heading(self.language, "sources"), "\n".join(f"- {source}" for source in cause.sources))

    # --- what stands around it --------------------------------------------------------------------

    def _around(self) -> Iterator[Widget]:
        shown = self.shown
        if shown.others:
            yield self._heading("others")
            for line, title, text in shown.others:
                where = heading(self.language, "line").format(first=line)
                yield Choice(
                    "line",
                    str(line),
                    Content.assemble((f"▸ {where}  ", "bold"), (text[:120], "$text-accent"), f" → {title}"),
                )
        for line, means in shown.benign:
            where = heading(self.language, "line").format(first=line)
            yield Choice("line", str(line), f"○ {heading(self.language, 'benign')}: {where} · {means}")
        for name, related in (("nearest", shown.nearest), ("related", shown.related)):
            if related:
                yield self._heading(name)
                yield from (Choice("page", item.id, f"→ {item.title}") for item in related)
        if shown.collect:
            yield Fold(heading(self.language, "collect"), shown.collect, is_open=shown.verdict == "unknown")
        if shown.search_terms:
            yield self._heading("search")
            yield from (Choice("copy", term, f"⧉ {term}") for term in shown.search_terms)
        if shown.verdict == "unknown" and self._past.turn:
            yield Choice("draft", str(self._past.turn), f"✎ {word(self.language, 'draft-offer')}", "gap")


def verdict_line(shown: "View", language: str) -> Content:
    """Verdict and confidence, in words and number."""
    if shown.page:
        return Content(f"● {heading(language, 'answered')}")
    name = heading(language, shown.verdict)
    if not shown.causes or shown.verdict == "unknown":
        return Content(f"● {name}")
    confidence = shown.causes[0].confidence
    return Content(f"● {name} · {likelihood(language, confidence)} · {confidence:.0%} {gauge(confidence)}")


class ReplyCard(Vertical):
    """A reply to a follow-up: a heading and Markdown, or a step with its box."""

    DEFAULT_CSS = """
    ReplyCard { height: auto; margin: 1 0 0 0; padding: 0 1; border: round $foreground 25%; }
    ReplyCard > .heading { text-style: bold; height: auto; }
    """

    def __init__(self, title: str, body: Sequence[Widget]) -> None:
        super().__init__()
        self._title = title
        self._body = body

    def compose(self) -> ComposeResult:
        """Heading and body."""
        if self._title:
            yield Static(Content(self._title), classes="heading")
        yield from self._body
