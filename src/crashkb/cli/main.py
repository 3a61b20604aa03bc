"""Where the command line begins: errors are printed in one place, and a plain `ask` goes straight to its answer."""

import gc
import io
import os
import sqlite3
import sys
from typing import TYPE_CHECKING, Any

from crashkb.errors import CrashkbError
from crashkb.resources import cache_dir

if TYPE_CHECKING:
    from crashkb.cli.group import cli as cli

COMMANDS = {
    "ask": "crashkb.cli.ask",
    "chat": "crashkb.cli.chat",
    "show": "crashkb.cli.show",
    "list": "crashkb.cli.list_pages",
    "search": "crashkb.cli.search",
    "triage": "crashkb.cli.triage",
    "eval": "crashkb.cli.eval_rows",
    "ingest": "crashkb.cli.ingest",
    "kb": "crashkb.cli.kb",
    "serve": "crashkb.cli.serve",
    "completion": "crashkb.cli.completion",
}
"""Command name to the module that holds it as `command`."""


def __getattr__(name: str) -> Any:
    """`cli`, the command line as click has it, loaded when it is asked for."""
    if name != "cli":
        raise AttributeError(name)
    from crashkb.cli.group import cli

    return cli


def run() -> None:
    """The program: `main`, but after a plain answer the process ends at once.

    Taking an interpreter's objects apart costs 9 ms and collecting their cycles on the way 5 ms, for memory that the
    system takes back anyway.
    """
    gc.disable()
    try:
        main()
    except SystemExit as end:
        if gc.isenabled():  # it was no plain answer: threads and exit handlers may be waiting
            raise
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code if isinstance(end.code, int) else 0)


def main() -> None:
    """Run the command line; a CrashkbError becomes one line on stderr and its exit status."""
    _tolerant_output()
    try:
        status = _plain_chat(sys.argv[1:])
        if status is None:
            status = _plain_ask(sys.argv[1:])
        if status is None:
            gc.enable()
            # Deferred: click alone takes as long as bare Python and the reading of a log together.
            from crashkb.cli.group import cli

            cli(prog_name="crashkb")
    except CrashkbError as error:
        print(f"crashkb: {' '.join(str(error).split())}", file=sys.stderr)
        status = error.exit_code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        status = 130
    except BrokenPipeError:
        from crashkb.cli.output import end_quietly  # deferred: `crashkb … | head` alone comes here

        end_quietly()
    except (OSError, UnicodeError, sqlite3.Error) as error:
        print(f"crashkb: {_in_words(error)}", file=sys.stderr)
        status = 3
    sys.exit(status)


def _in_words(error: Exception) -> str:
    """One line about a failure of the machine: a full disk, a closed output, a damaged index (which is removed)."""
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        folder = cache_dir(os.environ)
        for path in folder.glob("index-*.sqlite") if folder else ():
            try:
                path.unlink(missing_ok=True)
            except OSError:
                return f"the index {path} is damaged and may not be removed from here: remove it, or set XDG_CACHE_HOME"
        return "the index was damaged and has been removed; run the command again"
    return " ".join(str(error).split()) or type(error).__name__


def _tolerant_output() -> None:
    """Let what the terminal's encoding lacks appear as an escape: a Chinese or western Windows console is no error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and (stream.encoding or "").lower().replace("-", "") != "utf8":
            stream.reconfigure(errors="backslashreplace")


def _plain_chat(arguments: list[str]) -> int | None:
    """The exit status of the chat where nothing but `crashkb` was typed on a terminal, else None."""
    if arguments or "_CRASHKB_COMPLETE" in os.environ or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    # Deferred, and without click, which would take a tenth of the time to the first screen.
    from crashkb.cli.inputs import locale_language
    from crashkb.tui.opening import open_chat

    open_chat((), locale_language=locale_language(os.environ))
    return 0


def _plain_ask(arguments: list[str]) -> int | None:
    """The exit status of `ask` where its options are plain; None where click has to look at them."""
    if "_CRASHKB_COMPLETE" in os.environ:
        return None
    from crashkb.cli.plain import read_arguments  # deferred: nothing of it is needed to list or complete commands

    asked = read_arguments(arguments)
    if asked is None:
        return None
    from crashkb.cli.answering import answer

    return answer(asked)


if __name__ == "__main__":
    run()
