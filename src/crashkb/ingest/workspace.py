"""What every command of this room begins with: the writable root, the knowledge base over which it lies, the corpus."""

import os
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.errors import HistoryError, IngestError
from crashkb.evaluate.repro import read_repros
from crashkb.history import History, Turn
from crashkb.ingest.corpus import Corpus, CorpusText, make_text, read_corpus
from crashkb.ingest.gaps import Unanswered, unanswered_turns
from crashkb.ingest.incident import Incident, from_texts
from crashkb.ingest.journal import settle
from crashkb.ingest.overlay import overlay
from crashkb.ingest.review import labelled_texts
from crashkb.kb.broken import first_of_each, problem_lines
from crashkb.kb.check import is_warning
from crashkb.kb.collection import read_collection
from crashkb.kb.freshness import fingerprint
from crashkb.kb.index import build_index
from crashkb.kb.store import open_index
from crashkb.match.confidence import read_calibration
from crashkb.resources import builtin_root, cache_dir, data_dir, kb_roots, state_dir

_MOST_TURNS = 500


class Workspace(NamedTuple):
    """A writable root, opened."""

    root: Path
    """The last root: drafts and accepted pages go there."""
    library: OpenLibrary
    """All roots."""
    today: date
    mark: str
    """Fingerprint of the root's pages when it was opened."""
    history: Path | None
    """The history file, None where there is none."""
    broken: tuple[str, ...] = ()
    """`file:line: problem` of pages that answer not at all or not as meant."""

    def corpus(self) -> Corpus:
        """Everything against which a draft is held."""
        folders = [data_dir() / "logs" / name for name in ("healthy", "foreign")]
        folders += [self.root / "data" / "logs" / name for name in ("healthy", "foreign")]
        rows = labelled_texts(sorted({*_rows(data_dir().parent), *_rows(self.root)}))
        rows += repro_texts(list(dict.fromkeys((data_dir() / "repros", self.root / "data" / "repros"))))
        return read_corpus(self.library, list(dict.fromkeys(folders)), (*rows, *history_texts(self.history)))

    def taken(self) -> set[str]:
        """The ids of all roots, retired ones too."""
        return {page.id for page in self.library.every_page()} | set(self.library.signature_ids())


def _rows(root: Path) -> list[Path]:
    return list((root / "data" / "eval").glob("*.jsonl"))


def writable_root(explicit: Sequence[str], environ: Mapping[str, str], cwd: Path) -> Path:
    """The root that is written to: the last one; a killed change in it is finished first.

    Raises:
        IngestError: there is none but the installed built-in one.
        LibraryError: a named root does not exist.
    """
    root = kb_roots(explicit, environ, cwd)[-1]
    if root == builtin_root().resolve() and root.name == "share":
        raise IngestError(
            "the built-in pages are not written to: make your own with `crashkb kb init DIR`, then use `--kb DIR`"
        )
    if not os.access(root, os.W_OK):
        raise IngestError(f"{root} cannot be written")
    settle(root)
    return root


def open_workspace(explicit: Sequence[str], environ: Mapping[str, str], cwd: Path, today: date) -> Workspace:
    """Open the writable root and everything under it.

    Where it lies over others, their index is used as it is and this root is laid over it in memory, so that accepting a
    page costs no new index.

    Raises:
        IngestError, LibraryError: see `writable_root`.
    """
    root = writable_root(explicit, environ, cwd)
    roots = kb_roots(explicit, environ, cwd)
    mark = fingerprint([root])
    below = roots[:-1] or roots
    connection, note = open_index(below, cache_dir(environ), build_index)
    library = OpenLibrary(connection, note)
    library.calibration = read_calibration(data_dir() / "calibration.json")
    broken = library.broken
    if roots[:-1]:
        own = read_collection([root])
        broken = (*broken, *problem_lines(first_of_each([item for item in own.problems if not is_warning(item)])))
        library = overlay(library, list(own.pages.values()), list(own.signatures.values()), own.families)
    return Workspace(root, library, today, mark, history_file(environ), broken)


def repro_texts(folders: Sequence[Path]) -> list[CorpusText]:
    """What the shipped reproductions printed, where the log alone tells its cause; an absent folder counts as none."""
    repros = [repro for folder in folders if folder.is_dir() for repro in read_repros(folder) if repro.from_log]
    return [make_text("row", repro.name, "", repro.cause, repro.log) for repro in repros]


def history_texts(path: Path | None) -> list[CorpusText]:
    """The newest inputs of the local history, without follow-ups; a file that cannot be read counts as none."""
    turns = [turn for turn in read_turns(path) if turn.verdict != "follow-up"]
    return [make_text("history", f"turn {turn.id}", "", "", turn.input) for turn in turns]


def history_gaps(path: Path | None) -> list[Unanswered]:
    """The inputs of the history that were not answered, or not to anybody's help."""
    turns = read_turns(path)
    if path is None or not turns:
        return []
    history = History(path)
    try:
        return unanswered_turns(turns, history.unhelped())
    finally:
        history.close()


def turn_incident(path: Path | None, number: int) -> Incident:
    """The incident of one input of the history.

    Raises:
        IngestError: there is no history, or no such turn in it.
        HistoryError: it cannot be read.
    """
    if path is None:
        raise IngestError("there is no history yet")
    history = History(path)
    try:
        found = history.turn(number)
    finally:
        history.close()
    if found is None:
        raise IngestError(f"the history has no turn {number}")
    return from_texts([(f"history-{number}", found.input)])


def history_file(environ: Mapping[str, str]) -> Path | None:
    """The history file, None where there is none (yet)."""
    state = state_dir(environ)
    path = state / "history.sqlite" if state is not None else None
    return path if path is not None and path.is_file() else None


def read_turns(path: Path | None) -> list[Turn]:
    """The newest turns of the history, newest first."""
    if path is None or not path.is_file():
        return []
    try:
        history = History(path)
        try:
            turns = [turn for talk in history.conversations() for turn in reversed(history.turns(talk.id))]
        finally:
            history.close()
    except HistoryError:
        return []
    return turns[:_MOST_TURNS]
