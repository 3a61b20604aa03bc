"""What a command was given to read: a file, standard input, or the words themselves."""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from crashkb.errors import InputError
from crashkb.report.decode import decode


def read_input(words: Sequence[str]) -> str:
    """The text to diagnose: of standard input ('-' or nothing), of a file, or the words as a question.

    Raises:
        InputError: nothing was given, or the file cannot be read or is not text.
    """
    if not words or list(words) == ["-"]:
        if not words and sys.stdin.isatty():
            raise click.UsageError("give a file, '-' for standard input, or a question in words")
        return _not_empty(decode(sys.stdin.buffer.read()), "standard input")
    text = " ".join(words)
    if len(words) == 1 and _names_a_file(text):
        return _not_empty(decode(_read(Path(text))), text)
    return _not_empty(text, "the question")


def _names_a_file(text: str) -> bool:
    """Whether one word is meant as a path: it exists, or it looks like nothing else."""
    if "\n" in text or len(text) > 4096:
        return False
    try:
        if os.path.lexists(text):
            return True
    except ValueError:
        return False
    has_separator = "/" in text or "\\" in text
    ending = text.rpartition(".")[2].lower()
    return not any(letter.isspace() for letter in text) and (
        has_separator or ending in ("log", "txt", "out", "ips", "crash")
    )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except IsADirectoryError as error:
        raise InputError(f"{path} is a folder; give a file (or use `crashkb triage` for folders)") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def _not_empty(text: str, name: str) -> str:
    if not text.strip():
        raise InputError(f"{name} is empty; give a log, a stack trace or a question")
    return text


def locale_language(environ: Mapping[str, str]) -> str:
    """'zh' if the user's locale is Chinese, else 'en'."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "zh" if environ[name].lower().startswith("zh") else "en"
    return "en"
