"""What leaves the chat: to the clipboard and into files, masked wherever it is written."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from crashkb.tui.entries import Answered
from crashkb.tui.export import answer_markdown, conversation_markdown, wrong_report
from crashkb.tui.record import utc_now
from crashkb.tui.session import Session

if TYPE_CHECKING:
    from crashkb.tui.app import CrashkbApp

_MOST_REPORTED_LINES = 20_000


async def copy(app: "CrashkbApp", text: str) -> None:
    """Into the clipboard by OSC 52, and masked into a file for terminals that do not take that."""
    app.copy_to_clipboard(text)
    folder = app.recorder.folder
    if folder is not None:
        path = folder / "clipboard.txt"
        if written(path, await _masked(app, text)):
            app.tell("copied-file", path=path)
            return
    app.tell("copied")


async def copy_answer(app: "CrashkbApp", answer: Answered | None) -> None:
    """An answer as Markdown."""
    if answer is None:
        app.tell("nothing-to-copy")
    else:
        await copy(app, answer_markdown(answer))


async def export(app: "CrashkbApp", session: Session) -> None:
    """The conversation as a Markdown file."""
    if session.last is None:
        app.tell("nothing-to-copy")
        return
    await _write(
        app,
        "conversation",
        conversation_markdown(session.title or "crashkb", session.entries, app.language),
        "exported",
    )


async def report_wrong(app: "CrashkbApp", session: Session) -> None:
    """Input, answer and versions, ready for an issue; the answer counts as wrong from now on."""
    answer = session.last
    if answer is None:
        app.tell("nothing-to-copy")
        return
    lines = await session.log_lines()
    text = await _write(app, "wrong-answer", wrong_report(answer, "\n".join(lines[:_MOST_REPORTED_LINES])), "wrong")
    app.copy_to_clipboard(text)
    causes = answer.diagnosis.answer.causes
    if answer.turn and causes:
        await app.recorder.judge(answer.turn, causes[0].id, "", "wrong-answer")


async def _masked(app: "CrashkbApp", text: str) -> str:
    return str(await app.pages.request("mask", text))


async def _write(app: "CrashkbApp", name: str, text: str, told: str) -> str:
    masked = await _masked(app, text)
    stamp = utc_now().replace(":", "").replace("-", "")
    path = app.folder / f"crashkb-{name}-{stamp}.md"
    if written(path, masked):
        app.tell(told, path=path)
    else:
        app.tell("not-exported", path=path)
    return masked


def written(path: Path, text: str) -> bool:
    """Write a file that only its owner reads; whether it could be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        return False
    return True
