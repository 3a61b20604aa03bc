"""The process beside the chat that holds the knowledge base: it diagnoses, and reads pages, so that typing never waits.

`python -m crashkb.tui.worker [ROOT…]` reads pickled requests from standard input and writes pickled replies to standard
output, each after its length in eight bytes. Only the chat that started it writes to it. It ends when its input ends,
so no process stays behind when the chat is killed.
"""

import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from crashkb.ask import OpenLibrary, ask, open_library, read_large_report
from crashkb.chat import Diagnosis, tie_broken
from crashkb.errors import CrashkbError
from crashkb.match.question import clarify
from crashkb.model import LANGUAGES, Answer, RankedCause
from crashkb.render.fill import plain
from crashkb.render.json_answer import as_dict
from crashkb.render.page import page_markdown, signature_markdown
from crashkb.render.view import view
from crashkb.report.stream import Stream
from crashkb.text.secrets import mask_secrets
from crashkb.tui.log_layout import copied, layout_of
from crashkb.tui.wire import Catalog, Entry, Glance, Layout, lines_of, open_logs, read_logs

if TYPE_CHECKING:
    from crashkb.ingest.workspace import Workspace
    from crashkb.tui.draft_desk import DraftDesk

LENGTH = struct.Struct(">Q")

MOST_STORED = 1_000_000
"""Characters of an input that go into the history."""

_MOST_TITLES = 8
"""More candidates than any part of the screen names."""


class Desk:
    """What the process can do; the library is opened at the first request that needs it.

    Args:
        open_it: opens the knowledge base.
        open_workspace: opens the root that is written to, for drafts.
    """

    def __init__(
        self, open_it: Callable[[], OpenLibrary], open_workspace: "Callable[[], Workspace] | None" = None
    ) -> None:
        self._open_it = open_it
        self._open_workspace = open_workspace
        self._library: OpenLibrary | None = None
        self._drafts: DraftDesk | None = None

    @property
    def library(self) -> OpenLibrary:
        """The knowledge base, opened once."""
        if self._library is None:
            self._library = self._open_it()
        return self._library

    def warm(self) -> str:
        """Open the knowledge base; returns its version."""
        library = self.library
        ask(library, "warm up", language="en")
        return library.version

    def reopen(self) -> str:
        """Open the knowledge base anew, for its pages have changed; returns its version."""
        self._library = None
        return self.warm()

    def broken(self) -> tuple[str, ...]:
        """`file:line: problem` of a team's pages that answer not at all or not as meant."""
        return self.library.broken

    def drafting(self, name: str, *arguments: object) -> Any:
        """What the method of that name of a `DraftDesk` gives."""
        if self._drafts is None:
            from crashkb.tui.draft_desk import DraftDesk  # deferred: diagnoses need nothing of the writing of pages

            assert self._open_workspace is not None
            self._drafts = DraftDesk(self._open_workspace)
        return getattr(self._drafts, name)(*arguments)

    def glance(self, text: str, paths: Sequence[str]) -> Glance:
        """What kind of log it is, before it is diagnosed."""
        with open_logs(text, paths) as log:
            counter = _Counter(log) if isinstance(log, Stream) else None
            report = read_large_report(self.library, log)
        blocks = [block.kind for block in report.blocks if block.fatal] or [block.kind for block in report.blocks]
        platform = next((fact.value for fact in report.facts if fact.name == "platform"), "")
        lines, size = (counter.lines, counter.size) if counter else (lines_of(str(log)), len(str(log)))
        return Glance(lines, size, blocks[0] if blocks else "", platform)

    def diagnose(
        self,
        text: str,
        paths: Sequence[str],
        locale_language: str,
        priors: Mapping[str, float],
        outcomes: Mapping[str, tuple[int, int]],
    ) -> Diagnosis:
        """The answer in both languages.

        Args:
            text: what was pasted or asked.
            paths: files that stand before it.
            locale_language: language of the answer where the text does not tell it.
            priors: cause id to an amount added to its score.
            outcomes: cause id to (times right here, times judged): only breaks ties where it is *unsure*.
        """
        with open_logs(text, paths) as log:
            answer = ask(self.library, log, locale_language=locale_language, priors=priors)
        if answer.verdict == "unsure" and outcomes:
            answer = answer._replace(causes=tie_broken(answer.causes, outcomes))
        spoken = {language: answer._replace(language=language) for language in LANGUAGES}
        questions = {
            language: clarify(self.library, answer.causes, language) if answer.question else None
            for language in LANGUAGES
        }
        spoken = {language: item._replace(question=questions[language]) for language, item in spoken.items()}
        views = {language: view(self.library, item) for language, item in spoken.items()}
        stored = as_dict(self.library, answer, views[answer.language])
        del stored["details"]  # the page's text, which is in the knowledge base
        return Diagnosis(_light(answer), views, questions, _masked(stored), self._titles(answer.causes))

    def _titles(self, causes: Sequence[RankedCause]) -> dict[str, dict[str, str]]:
        """By language: the titles of the first candidates, which the screen may name in either language."""
        pages = [page for cause in causes[:_MOST_TITLES] if (page := self.library.page(cause.id)) is not None]
        return {language: {page.id: page.text(language).title for page in pages} for language in LANGUAGES}

    def page(self, page_id: str, language: str) -> tuple[str, str]:
        """(id, Markdown) of a page or signature; ('', '') if there is none."""
        page, signature = self.library.page(page_id), self.library.signature(page_id)
        if page is not None:
            return page.id, page_markdown(self.library, page, language)
        return (page_id, signature_markdown(signature, language)) if signature is not None else ("", "")

    def catalog(self) -> Catalog:
        """All pages and signatures with their titles."""
        entries = [
            Entry(page.id, page.kind, page.family, {name: page.text(name).title for name in LANGUAGES})
            for page_id in self.library.page_ids()
            if (page := self.library.page(page_id)) is not None
        ]
        for signature_id in self.library.signature_ids():
            signature = self.library.signature(signature_id)
            if signature is not None and signature.status == "active":
                titles = dict.fromkeys(LANGUAGES, signature_id)
                entries.append(Entry(signature_id, "signature", signature.emitter, titles))
        families = {name: {"en": row[1], "zh": row[2]} for name, row in self.library.families.items()}
        return Catalog(self.library.version, tuple(entries), families)

    def mask(self, text: str, paths: Sequence[str] = ()) -> str:
        """The beginning of the input as it may be stored or shared."""
        return mask_secrets(read_logs(text, paths, MOST_STORED)).text

    def layout(self, path: str) -> Layout:
        """Where the lines of a file are, or its text (in a file of its own if it is huge) where it is no plain UTF-8."""
        found = layout_of(path)
        if found.starts:
            return found
        with open_logs("", (path,)) as log:
            return Layout(text=log) if isinstance(log, str) else copied(log)


def _masked(value: Any) -> Any:
    """The value with every text in it masked, for it quotes the report."""
    if isinstance(value, str):
        return mask_secrets(value).text
    if isinstance(value, dict):
        return {name: _masked(item) for name, item in value.items()}
    return [_masked(item) for item in value] if isinstance(value, list) else value


def _light(answer: Answer) -> Answer:
    """The answer without the report's lines, which the screen has already."""
    report = answer.report._replace(lines=(), prose=plain(answer.report.prose)[:2000], prose_lines=frozenset())
    return answer._replace(report=report)


class _Counter:
    """Counts what passes through a stream."""

    def __init__(self, stream: Stream) -> None:
        self.lines = self.size = 0
        stream.pieces = self._counted(stream.pieces)

    def _counted(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        last = b""
        for piece in pieces:
            self.lines += piece.count(b"\n")
            self.size += len(piece)
            last = piece or last
            yield piece
        self.lines += 0 if last.endswith(b"\n") else 1


# --- the wire ----------------------------------------------------------------------------------------


def receive(stream: BinaryIO) -> Any:
    """The next request; None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(stream.read(LENGTH.unpack(head)[0]))


def send(stream: BinaryIO, value: object) -> None:
    """Write one reply."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def serve(desk: Desk, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests (name, arguments) until they end: ('ok', value), ('refused', text) or ('failed', traceback)."""
    while (request := receive(requests)) is not None:
        name, arguments = request
        try:
            reply = ("ok", getattr(desk, name)(*arguments))
        except CrashkbError as error:
            reply = ("refused", str(error))
        except Exception:  # noqa: BLE001 - the border of the worker: the chat shows it and lives on
            reply = ("failed", traceback.format_exc(limit=-4))
        send(replies, reply)


def main(roots: Sequence[str]) -> None:
    """Serve on the standard streams; whatever else prints goes nowhere, for the screen belongs to the chat."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is the chat's to understand
    replies = os.fdopen(os.dup(1), "wb")
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    serve(Desk(lambda: open_library(roots), lambda: _workspace(roots)), sys.stdin.buffer, replies)


def _workspace(roots: Sequence[str]) -> "Workspace":
    from crashkb.ingest.workspace import open_workspace  # deferred, as above

    return open_workspace(roots, os.environ, Path.cwd(), date.today())


if __name__ == "__main__":
    main(sys.argv[1:])
