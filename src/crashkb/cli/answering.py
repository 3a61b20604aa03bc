"""One answer from input to output, however the arguments were read."""

import os
import sys
from collections.abc import Sequence

from crashkb.ask import OpenLibrary, ask, open_library
from crashkb.cli.inputs import locale_language, open_input
from crashkb.cli.plain import Asked
from crashkb.render.view import view


def answer(asked: Asked) -> int:
    """Read, diagnose and print; the exit status: 0 known or unsure, 1 no known cause.

    Raises:
        CrashkbError: the input or the knowledge base cannot be used.
    """
    with open_input(asked.words) as text:
        library = _open(asked.roots)
        found = ask(library, text, language=asked.language, locale_language=locale_language(os.environ))
    shown = view(library, found, asked.top)
    # The outputs are imported where they are chosen: rich alone costs as much as the rest of a JSON answer.
    if asked.as_json:
        from crashkb.render.json_answer import to_json

        _write(to_json(library, found, shown, explain=asked.explain) + "\n")
    elif asked.as_markdown:
        from crashkb.render.markdown import to_markdown

        _write(to_markdown(found, shown))
    else:
        from rich.console import Console

        from crashkb.render.terminal import print_answer

        print_answer(Console(), found, shown, explain=asked.explain)
    return 1 if found.verdict == "unknown" else 0


def _open(roots: Sequence[str]) -> OpenLibrary:
    """The knowledge base; where its pages changed, a terminal shows how far the building of the index is."""
    if not sys.stderr.isatty():
        return open_library(roots)
    from crashkb.cli.progress import Line  # deferred: a pipe shows nothing

    line = Line()
    library = open_library(
        roots, progress=lambda count: line.show(f"the pages changed: reading them anew, {count:,} read")
    )
    line.clear()
    return library


def _write(text: str) -> None:
    """To standard output; a reader that went away (`| head`) is no error of ours, but the status tells."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python would flush again at exit and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
