"""A conversation as Markdown, and the report of a wrong answer; what leaves here is masked by the caller."""

import platform
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from crashkb.tui.entries import Answered, Entry, Guide, Said, Told
from crashkb.tui.words import word

if TYPE_CHECKING:
    from crashkb.model import Answer
    from crashkb.render.view import View

_MOST_LOG_LINES = 200


def answer_markdown(entry: Answered) -> str:
    """One answer as Markdown, in its language."""
    from crashkb.render.markdown import to_markdown  # deferred: the first paint needs no answer

    answer, view = _parts(entry)
    return to_markdown(answer, view)


def _parts(entry: Answered) -> "tuple[Answer, View]":
    answer = entry.diagnosis.answer._replace(language=entry.language, question=entry.questions[entry.language])
    return answer, entry.diagnosis.views[entry.language]


def conversation_markdown(title: str, entries: Sequence[Entry], language: str) -> str:
    """The whole conversation; logs are cut to their ends."""
    parts = [f"# {title}"]
    for entry in entries:
        if isinstance(entry, Said):
            logs = [excerpt(item.text) if item.text else item.path for item in entry.attachments]
            said = [fenced(text) for text in logs] + ([entry.text] if entry.text else [])
            parts += [f"## {word(language, 'you')}", *said]
        elif isinstance(entry, Answered):
            parts.append(answer_markdown(entry))
        elif isinstance(entry, Told):
            reply = entry.replies[entry.language]
            parts += [f"**{word(entry.language, f'say-{reply.topic}')}**", reply.markdown]
        elif isinstance(entry, Guide):
            parts.append(entry.pages[entry.language])
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def wrong_report(entry: Answered, log: str) -> str:
    """Input, answer and versions, ready for an issue."""
    answer = entry.diagnosis.answer
    causes = "\n".join(
        f"- `{cause.id}` {cause.confidence:.0%} (score {cause.score:.2f})" for cause in answer.causes[:5]
    )
    right = "<!-- what it really was, and how you know -->"
    versions = (
        f"crashkb {_version()}, knowledge base {answer.version}, Python {platform.python_version()}, {sys.platform}"
    )
    parts = [
        f"# Wrong answer: {answer.verdict}" + (f" `{answer.causes[0].id}`" if answer.causes else ""),
        right,
        "## Answer",
        causes or "no candidates",
        "## Input",
        fenced(excerpt(log)),
        "## Versions",
        versions,
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _version() -> str:
    try:
        return version("crashkb")
    except PackageNotFoundError:
        return "from source"


def excerpt(log: str, most: int = _MOST_LOG_LINES) -> str:
    """A log cut to its first and last lines."""
    lines = log.strip("\n").split("\n")
    if len(lines) <= most:
        return "\n".join(lines)
    half = most // 2
    return "\n".join([*lines[:half], f"… {len(lines) - most:,} lines …", *lines[-half:]])


def fenced(text: str) -> str:
    """Text as a code block that nothing in it can end."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}text\n{text}\n{fence}"
