"""What a command was given to read: a file, standard input, or the words themselves."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO

from crashkb.errors import InputError, UsageError
from crashkb.report.decode import decode
from crashkb.report.scrub import WHOLE_TEXT

if TYPE_CHECKING:
    from crashkb.report.stream import Stream


_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
"""What gzip and Zstandard data begin with."""


@contextmanager
def open_input(words: Sequence[str]) -> "Iterator[str | Stream]":
    """The text to diagnose: of standard input ('-' or nothing), of a file, or the words as a question.

    A huge input is a stream, to be read once inside the `with`; gzip and Zstandard data are unpacked. On a terminal
    the reading of a huge one shows its progress on standard error.

    Raises:
        InputError: the file cannot be read or is not text.
        UsageError: several files, or a file among words.
        click.UsageError: nothing was given.
    """
    if not words or list(words) == ["-"]:
        if not words and sys.stdin.isatty():
            import click  # deferred: a right use needs it not

            raise click.UsageError("give a file, '-' for standard input, or a question in words")
        yield _not_empty(_open(sys.stdin.buffer, 0), "standard input")
        return
    _refuse_several_files(words)
    # Under LC_ALL=C Python hands non-ASCII arguments over as lone surrogates.
    text = " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if len(words) > 1 or not _names_a_file(text):
        yield _not_empty(text, "the question")
        return
    with _opened(text) as file:
        yield _not_empty(_open(file, os.fstat(file.fileno()).st_size), text)


def _refuse_several_files(words: Sequence[str]) -> None:
    """An answer is about one log; a file must never be taken for a word of a question.

    Raises:
        UsageError: several words, and a file among them (or all look like files).
    """
    if len(words) < 2:
        return
    existing = [word for word in words if os.path.isfile(word)]
    files = [word for word in existing if "." in word or "/" in word]
    if len(existing) == len(words) or len(files) > 1 or (not files and all(_names_a_file(word) for word in words)):
        raise UsageError(
            "one file at a time: `crashkb triage FILE...` diagnoses each of many, `cat FILE... | crashkb ask -` reads"
            " several as one log"
        )
    if files:
        raise UsageError(
            f"{files[0]} is a file, the rest is not: give the file alone, or the words in quotes; to add words to a log:"
            f" (cat {files[0]}; echo WORDS) | crashkb ask -"
        )


def _opened(path: str) -> BinaryIO:
    try:
        return open(path, "rb")
    except IsADirectoryError as error:
        raise InputError(f"{path} is a folder; give a file (or use `crashkb triage` for folders)") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def _open(file: BinaryIO, size: int) -> "str | Stream":
    begin = file.read(WHOLE_TEXT)
    if len(begin) < WHOLE_TEXT and not begin.startswith(_PACKED):
        return decode(begin)
    # Deferred: most logs are small and plain.
    from crashkb.cli.progress import Meter
    from crashkb.report.stream import open_text

    return open_text(Meter(file, size, len(begin)), begin)


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


def _not_empty(text: "str | Stream", name: str) -> "str | Stream":
    if isinstance(text, str) and not text.strip():
        raise InputError(f"{name} is empty; give a log, a stack trace or a question")
    return text


def locale_language(environ: Mapping[str, str]) -> str:
    """'zh' if the user's locale is Chinese, else 'en'."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return "zh" if environ[name].lower().startswith("zh") else "en"
    return "en"
