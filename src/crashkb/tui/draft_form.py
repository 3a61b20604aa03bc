"""The fields of a draft: labels, lines and boxes; each change is told."""

from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static, TextArea

from crashkb.ingest.form import KINDS, Form
from crashkb.tui.choice import Choice
from crashkb.tui.words import word


class Field(NamedTuple):
    """One field."""

    name: str
    """Of the form's value."""
    label: str
    """Of crashkb.tui.words."""
    kinds: tuple[str, ...]
    """Kinds of draft that have it."""
    lines: bool = False
    """Whether it may have several."""
    chinese: bool = False
    """Whether it is there only where pages have a Chinese side."""


_TITLED = ("cause", "case")
FIELDS = (
    Field("page", "draft-known-page", KINDS),
    Field("title", "draft-title", _TITLED),
    Field("title_zh", "draft-title-zh", _TITLED, chinese=True),
    Field("templates", "draft-templates", KINDS, lines=True),
    Field("samples", "draft-samples", KINDS, lines=True),
    Field("sources", "draft-sources", KINDS, lines=True),
    Field("steps", "draft-steps", ("cause",), lines=True),
    Field("steps_zh", "draft-steps-zh", ("cause",), lines=True, chinese=True),
)
"""In the order in which a person fills them in."""


class Box(TextArea):
    """A field of several lines; Tab goes on to the next field."""

    DEFAULT_CSS = """
    Box {
        height: auto; min-height: 2; max-height: 9; border: none; padding: 0 1; background: $boost;
        &:focus { border: none; background: $primary-muted; }
        & .text-area--cursor-line { background: transparent; }
    }
    """

    def __init__(self, text: str, name: str) -> None:
        super().__init__(
            text, soft_wrap=True, show_line_numbers=False, highlight_cursor_line=False, compact=True, id=f"field-{name}"
        )


class DraftForm(VerticalScroll, can_focus=False):
    """The form.

    Args:
        language: of the labels.
    """

    DEFAULT_CSS = """
    DraftForm { height: 1fr; width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    DraftForm > .label { color: $text-muted; height: auto; margin: 1 0 0 0; }
    DraftForm > .label.-first { margin: 0; }
    DraftForm > Input { height: 1; border: none; padding: 0 1; background: $boost; }
    DraftForm > Input:focus { border: none; background: $primary-muted; }
    DraftForm > .-hidden { display: none; }
    DraftForm > Horizontal { height: auto; }
    """

    class Changed(Message):
        """A value is another now."""

    class KindChosen(Message):
        """The draft is to become another kind."""

        def __init__(self, kind: str) -> None:
            self.kind = kind
            super().__init__()

    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._form = Form("", "cause", "")
        self._has_chinese = True

    def compose(self) -> ComposeResult:
        """The kind as three buttons, then label and field, one under the other."""
        yield Static("", classes="label -first", id="label-kind")
        with Horizontal():
            for kind in KINDS:
                yield Choice("kind", kind, "", "-button")
        for field in FIELDS:
            yield Static("", classes="label", id=f"label-{field.name}")
            yield Box("", field.name) if field.lines else Input(id=f"field-{field.name}")

    def show(self, form: Form, languages: tuple[str, ...]) -> None:
        """Show these values."""
        self._form = form
        self._has_chinese = "zh" in languages
        for field in FIELDS:
            value = getattr(form, field.name)
            widget = self.query_one(f"#field-{field.name}")
            with self.prevent(Input.Changed, TextArea.Changed):
                if isinstance(widget, Box):
                    widget.load_text(value)
                elif isinstance(widget, Input):
                    widget.value = value
        self.relabel(self._language)

    @property
    def values(self) -> Form:
        """What stands in the fields."""
        texts = {}
        for field in FIELDS:
            widget = self.query_one(f"#field-{field.name}")
            texts[field.name] = widget.text if isinstance(widget, Box) else getattr(widget, "value", "").strip()
        return self._form._replace(**texts)

    def relabel(self, language: str) -> None:
        """Say the labels in that language; fields that this kind has not are hidden."""
        self._language = language
        kind = self._form.kind
        self.query_one("#label-kind", Static).update(Content(word(language, "draft-kind")))
        for choice in self.query(Choice):
            mark = "●" if choice.value == kind else "○"
            choice.set_content(Content(f"{mark} {word(language, f'draft-as-{choice.value}')}"))
        for field in FIELDS:
            is_there = kind in field.kinds and (self._has_chinese or not field.chinese)
            label = "draft-new-page" if field.name == "page" and kind == "cause" else field.label
            self.query_one(f"#label-{field.name}", Static).update(Content(word(language, label)))
            for name in ("label", "field"):
                self.query_one(f"#{name}-{field.name}").set_class(not is_there, "-hidden")

    @on(Input.Changed)
    @on(TextArea.Changed)
    def _changed(self, event: "Input.Changed | TextArea.Changed") -> None:
        event.stop()
        self.post_message(self.Changed())

    @on(Choice.Chosen)
    def _chosen(self, event: Choice.Chosen) -> None:
        event.stop()
        if event.value != self._form.kind:
            self.post_message(self.KindChosen(event.value))
