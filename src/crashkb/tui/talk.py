"""The conversation on the screen: one card after another, made from the session's entries."""

import time
from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from crashkb.tui.cards import AnswerCard, Asked, Past, ReplyCard
from crashkb.tui.choice import Choice
from crashkb.tui.entries import Answered, Entry, Guide, Note, Said, Told
from crashkb.tui.flow import Paragraph
from crashkb.tui.prose_view import ProseView, prose
from crashkb.tui.session import GUIDE_PLATFORMS, Session
from crashkb.tui.steps import step_rows
from crashkb.tui.words import word

_PLATFORM_NAMES = {"linux": "Linux", "windows": "Windows", "macos": "macOS", "android": "Android", "ios": "iOS"}
_PATIENCE_SECONDS = 0.4
"""An answer that is there sooner needs no sign of progress."""


class Talk(VerticalScroll):
    """The cards."""

    DEFAULT_CSS = """
    Talk { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    Talk > .note { color: $text-muted; margin: 1 0 0 0; height: auto; }
    Talk > .problem { color: $text-error; margin: 1 0 0 0; height: auto; }
    Talk > Welcome { height: auto; margin: 1 0; }
    Welcome > .name { text-style: bold; color: $text-primary; height: auto; }
    Welcome > Static { height: auto; margin: 0 0 1 0; }
    Welcome > Choice { margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "screen.side('evidence')", show=False),
        Binding("w", "screen.side('reasoning')", show=False),
        Binding("y", "screen.copy_answer", show=False),
        Binding("x", "screen.export", show=False),
        Binding("exclamation_mark", "screen.wrong", show=False),
        Binding("question_mark", "app.help", show=False),
        Binding("escape,i", "screen.write", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="talk")
        self._working: Static | None = None
        self._clock: Timer | None = None

    async def show_all(self, session: Session) -> None:
        """All entries anew, or the welcome if there are none."""
        await self.remove_children()
        self._working = None
        if session.entries:
            await self.mount_all(card_of(entry, session) for entry in session.entries)
            self.scroll_end(animate=False)
        else:
            await self.mount(Welcome(session.language))
            self.scroll_home(animate=False)

    async def add(self, entries: Sequence[Entry], session: Session) -> None:
        """New entries at the end; the first of them is brought to the top."""
        await self.query(Welcome).remove()
        cards = [card_of(entry, session) for entry in entries]
        await self.mount_all(cards)
        if cards:
            # what a card begins with counts most, so its head is shown, not its end
            self.call_after_refresh(self.scroll_to_widget, cards[0], animate=False, top=True, force=True)

    def remark(self, text: str, is_problem: bool = False) -> None:
        """A line of the screen's own."""
        self.mount(Paragraph(text, classes="problem" if is_problem else "note"))
        self.call_after_refresh(self.scroll_end, animate=False)

    # --- progress ---------------------------------------------------------------------------------

    def begin_work(self, language: str) -> None:
        """Show that something is being worked on, if it takes noticeable time."""
        started = time.monotonic()

        def tell() -> None:
            seconds = time.monotonic() - started
            text = Content(word(language, "working", seconds=int(seconds)))
            if self._working is None:
                self._working = Static(text, classes="note")
                self.mount(self._working)
                self.scroll_end(animate=False)
            else:
                self._working.update(text)

        self.end_work()
        self._clock = self.set_interval(_PATIENCE_SECONDS, tell)

    def end_work(self) -> None:
        """It is done, or was stopped."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None
        if self._working is not None:
            self._working.remove()
            self._working = None


class Welcome(Vertical):
    """What a newcomer sees first."""

    def __init__(self, language: str) -> None:
        texts = [
            Static(Content(f"crashkb · {word(language, 'tagline')}"), classes="name"),
            Paragraph(word(language, "welcome")),
            Static(Content(word(language, "try"))),
        ]
        examples = [
            Choice("example", name, f"▸ {word(language, f'example-{name}')}") for name in ("log", "ask", "none")
        ]
        super().__init__(*texts, *examples)


def card_of(entry: Entry, session: Session) -> Widget:
    """The card of an entry."""
    if isinstance(entry, Said):
        return Asked(entry.text, entry.attachments, session.language)
    if isinstance(entry, Answered):
        is_last = entry is session.last
        question = entry.questions[entry.language] if is_last else None
        past = Past(session.ticked, entry.outcomes, entry.before, entry.turn)
        return AnswerCard(entry.diagnosis, entry.language, question, past)
    if isinstance(entry, Told):
        return _told(entry, session)
    if isinstance(entry, Guide):
        return _guide(entry)
    assert isinstance(entry, Note)
    return Paragraph(word(session.language, entry.name, **entry.values), classes="note")


def _told(entry: Told, session: Session) -> ReplyCard:
    reply, step = entry.replies[entry.language], entry.steps[entry.language]
    title = word(entry.language, f"say-{reply.topic}")
    if reply.kind == "small-talk":
        return ReplyCard("", prose(title))
    if step is not None:
        return ReplyCard(title, step_rows(reply.cause, [step], session.ticked, {}, entry.language, entry.number))
    return ReplyCard(title, prose(reply.markdown or word(entry.language, "say-nothing")))


def _guide(entry: Guide) -> ReplyCard:
    language = entry.language
    body: list[Widget] = [Static(Content(word(language, "guide-where")))]
    body += [
        Choice("guide", name, f"{'●' if name == entry.platform else '○'} {_PLATFORM_NAMES[name]}", "-button")
        for name in GUIDE_PLATFORMS
    ]
    if entry.platform:
        body += [Static(Content(word(language, "guide-order")), classes="note"), ProseView(entry.pages[language])]
    return ReplyCard(word(language, "guide"), body)
