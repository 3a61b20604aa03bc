"""One answer from input to output, however the arguments were read."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from crashkb.ask import OpenLibrary, ask, open_library, open_unchecked
from crashkb.cli.inputs import locale_language, open_input
from crashkb.cli.opening import opened_library, tell_broken
from crashkb.cli.output import Lines, write
from crashkb.cli.plain import Asked
from crashkb.errors import InputError
from crashkb.model import Answer
from crashkb.render.view import view

if TYPE_CHECKING:
    from crashkb.report.stream import Stream


def answer(asked: Asked) -> int:
    """Read, diagnose and print; the exit status: 0 known or unsure, 1 no known cause, 3 part of the input is missing.

    Raises:
        CrashkbError: the input or the knowledge base cannot be used.
    """
    with open_input(asked.words) as text:
        library, found = _ask(asked, text)
    _print(library, found, asked)
    if found.report.incomplete:
        print(f"crashkb: answered from the part that could be read: {found.report.incomplete}", file=sys.stderr)
        return InputError.exit_code
    return 1 if found.verdict == "unknown" else 0


def _print(library: OpenLibrary, found: Answer, asked: Asked) -> None:
    shown = view(library, found, asked.top)
    # The outputs are imported where they are chosen: rich alone costs as much as the rest of a JSON answer.
    if asked.as_json:
        from crashkb.render.json_answer import to_json

        write(to_json(library, found, shown, explain=asked.explain) + "\n")
    elif asked.as_markdown:
        from crashkb.render.markdown import to_markdown

        write(to_markdown(found, shown))
    else:
        from rich.console import Console

        from crashkb.render.terminal import print_answer

        if sys.stdout.isatty():
            print_answer(Console(), found, shown, explain=asked.explain)
            return
        lines = Lines()
        print_answer(Console(file=lines), found, shown, explain=asked.explain)
        write(lines.text())


def _ask(asked: Asked, text: "str | Stream") -> tuple[OpenLibrary, Answer]:
    """The knowledge base and its answer; a large one answers while another process looks whether its pages changed."""
    spoken = partial(ask, language=asked.language, locale_language=locale_language(os.environ))
    early = open_unchecked(asked.roots) if isinstance(text, str) else None  # a stream cannot be read twice
    if early is not None:
        library, unchanged = early
        found = spoken(library, text)
        if unchanged():
            tell_broken(library.broken)
            return library, found
        library.close()
    library = _open(asked.roots)
    return library, spoken(library, text)


def _open(roots: Sequence[str]) -> OpenLibrary:
    """The knowledge base; where its pages changed, a terminal shows how far the building of the index is."""
    if not sys.stderr.isatty():
        return opened_library(roots)
    from crashkb.cli.progress import Line  # deferred: a pipe shows nothing

    line = Line()
    library = open_library(
        roots, progress=lambda count: line.show(f"the pages changed: reading them anew, {count:,} read")
    )
    line.clear()
    tell_broken(library.broken)
    return library
