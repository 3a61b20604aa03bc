"""Which keys the bottom line names, by what has the focus."""

from textual.widget import Widget

from crashkb.tui.choice import Choice
from crashkb.tui.composer import Composer
from crashkb.tui.key_bar import Key
from crashkb.tui.log_view import LogView
from crashkb.tui.prose_view import FoldHeading
from crashkb.tui.steps import StepRow

HELP = Key("F1", "help", "app.help")
PALETTE = Key("^P", "palette", "app.command_palette")
LANGUAGE = Key("F8", "language", "app.language")
CLOSE = Key("Esc", "close", "screen.close")

CHAT_KEYS = (
    HELP,
    Key("F2", "evidence", "screen.side('evidence')"),
    Key("F3", "reasoning", "screen.side('reasoning')"),
    Key("F4", "browse", "app.browse"),
    Key("F5", "history", "app.history"),
    LANGUAGE,
    PALETTE,
    Key("F6", "unknowns", "app.unknowns"),
    Key("F7", "drafts", "app.drafts"),
    Key("^Q", "quit", "app.quit"),
)
_WRITE = Key("Esc", "write", "screen.write")
_ANSWER_KEYS = (
    Key("y", "copy-answer", "screen.copy_answer"),
    Key("e", "evidence", "screen.side('evidence')"),
    Key("w", "reasoning", "screen.side('reasoning')"),
    Key("x", "export", "screen.export"),
    Key("!", "wrong", "screen.wrong"),
    HELP,
)
_STEP_KEYS = (
    Key("Space", "tick", "focused.tick"),
    Key("f", "fixed", "focused.judge('fixed')"),
    Key("d", "nope", "focused.judge('did-not-help')"),
    Key("c", "copy", "focused.copy"),
    _WRITE,
)
_LOG_KEYS = (
    Key("n", "next", "screen.jump(1)"),
    Key("p", "previous", "screen.jump(-1)"),
    Key("/", "search", "screen.search"),
    Key("c", "copy", "focused.copy"),
    Key("Esc", "close", "screen.write"),
)


def keys_for(focused: Widget | None) -> tuple[Key, ...]:
    """The keys of the chat screen where that widget has the focus."""
    if focused is None or isinstance(focused, Composer):
        return CHAT_KEYS
    if isinstance(focused, StepRow):
        return (*_STEP_KEYS, *_ANSWER_KEYS)
    if isinstance(focused, LogView):
        return _LOG_KEYS
    if isinstance(focused, Choice | FoldHeading):
        return (Key("Enter", "choose", "focused.choose"), _WRITE, *_ANSWER_KEYS)
    return (_WRITE, *_ANSWER_KEYS)
