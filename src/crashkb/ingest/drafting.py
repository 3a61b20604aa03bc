"""What can be done with a draft, one function each: start, save, accept, reject.

The command line and the chat both call these; nothing here asks or prints.
"""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from crashkb.errors import IngestError
from crashkb.ingest.accept import Accepted, accept, git_user
from crashkb.ingest.compose import Composed, compose
from crashkb.ingest.corpus import Corpus
from crashkb.ingest.form_files import files_mark
from crashkb.ingest.inbox import INBOX, Draft, about, drafts_ids, find_draft, fingerprint, reject, rejected, write_draft
from crashkb.ingest.incident import Incident
from crashkb.ingest.journal import commit, settle_locked
from crashkb.ingest.lock import locked
from crashkb.ingest.plan import propose, study
from crashkb.ingest.review import Review, review
from crashkb.ingest.workspace import Workspace


def start(workspace: Workspace, corpus: Corpus, incident: Incident, *, again: bool = False) -> Draft:
    """A draft of an incident with every value at its default, written into the inbox.

    Args:
        workspace: where it goes.
        corpus: what templates must not touch.
        incident: masked.
        again: also if the message was rejected before.

    Raises:
        IngestError: it was rejected before, or the root cannot be written.
    """
    found = study(workspace.library, incident, corpus)
    plan = propose(workspace.library, found, tuple(drafts_ids(workspace.root)))
    known = rejected(workspace.root).get(fingerprint(plan))
    if known is not None and not again:
        raise IngestError(f"rejected before ({known})")
    return keep(workspace, compose(workspace.library, found, plan, corpus, workspace.today, workspace.root), incident)


def keep(workspace: Workspace, composed: Composed, incident: Incident) -> Draft:
    """Write a composed draft into the inbox."""
    user = git_user(workspace.root)
    return write_draft(workspace.root, composed.plan, composed.files, incident.texts, workspace.today, user)


def save(root: Path, name: str, files: Mapping[str, str], mark: str, action: str, title: str) -> Draft:
    """Write a draft's files in one step; those that are not among them any more go away.

    Args:
        root: the root.
        name: the draft's.
        files: path below its folder → text.
        mark: `files_mark` of the files that were opened.
        action, title: what the draft is now.

    Raises:
        IngestError: it is gone, or its files have changed since they were opened.
    """
    with locked(root):
        settle_locked(root)
        draft = find_draft(root, name)
        if files_mark(draft.folder) != mark:
            raise IngestError(f"the files of {name} have changed since they were opened: open the draft again")
        there = {path.relative_to(draft.folder).as_posix() for path in (draft.folder / "kb").rglob("*.md")}
        place = f"{INBOX}/{draft.name}"
        changed = draft._replace(action=action, title=title or draft.title)
        written = {f"{place}/{path}": text for path, text in {**files, "draft.json": about(changed)}.items()}
        commit(root, written, remove=[f"{place}/{path}" for path in sorted(there - set(files))])
    return changed


def decide(workspace: Workspace, draft: Draft, *, force: bool = False) -> tuple[Review, Accepted | None]:
    """Check a draft and, where it is clean, accept it; what broke is in the review otherwise.

    Args:
        workspace: opened just now, so that what was accepted before counts.
        draft: one of its inbox.
        force: also with problems of its effect; broken pages are never accepted.

    Raises:
        IngestError: see `accept`.
    """
    found = review(workspace.library, draft.folder, workspace.corpus(), workspace.today)
    if found.problems or not (found.clean or force):
        return found, None
    root = workspace.root
    return found, accept(root, draft, workspace.taken, git_user(root), workspace.mark)


def refuse(root: Path, name: str, today: date, reason: str = "") -> Draft:
    """Remove a draft and remember it.

    Raises:
        IngestError: there is no such draft, or the root cannot be written.
    """
    with locked(root):
        draft = find_draft(root, name)
        reject(root, draft, today, reason)
    return draft
