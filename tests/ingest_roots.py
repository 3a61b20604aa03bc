"""Writable roots for tests of ingest: a copy of the small knowledge base, and drafts in it."""

import shutil
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from crashkb.ask import OpenLibrary
from crashkb.ingest.compose import Composed, compose
from crashkb.ingest.corpus import Corpus, CorpusText, read_corpus
from crashkb.ingest.form_desk import FormDesk
from crashkb.ingest.inbox import Draft, write_draft
from crashkb.ingest.incident import from_texts
from crashkb.ingest.plan import propose, study
from crashkb.ingest.workspace import Workspace
from crashkb.kb.freshness import fingerprint
from kbs import open_roots
from small_kb import SMALL

TODAY = date(2026, 11, 30)

LOG = """Traceback (most recent call last):
  File "/srv/train/run.py", line 4, in <module>
    solve()
  File "/usr/lib/python3/site-packages/frobnet/core.py", line 9, in solve
    raise FrobError(text)
frobnet.FrobError: lattice of 12 nodes collapsed at layer 'enc1' (tensor [3, 4]) on cuda:0
"""


def small_root(folder: Path) -> Path:
    """A writable copy of the small knowledge base."""
    root = folder / "root"
    shutil.copytree(SMALL, root)
    return root


def composed(root: Path, log: str = LOG, library: OpenLibrary | None = None) -> tuple[Composed, Corpus, OpenLibrary]:
    """A draft of that log, not yet written."""
    opened = library or open_roots(root)
    corpus = read_corpus(opened, [])
    found = study(opened, from_texts([("crash.log", log)]), corpus)
    return compose(opened, found, propose(opened, found), corpus, TODAY, root), corpus, opened


def drafted(root: Path, log: str = LOG, library: OpenLibrary | None = None) -> Draft:
    """A draft of that log in the root's inbox."""
    made = composed(root, log, library)[0]
    return write_draft(root, made.plan, made.files, [log], TODAY, "Ada")


def opened_workspace(root: Path, history: Path | None = None) -> Workspace:
    """The root alone, without the built-in pages under it."""
    return Workspace(root, open_roots(root), TODAY, fingerprint([root]), history)


def form_desk(root: Path, texts: Sequence[CorpusText] = ()) -> FormDesk:
    """A desk over that root, held against its own samples and further texts."""
    workspace = opened_workspace(root)
    return FormDesk(workspace, read_corpus(workspace.library, [], texts))
