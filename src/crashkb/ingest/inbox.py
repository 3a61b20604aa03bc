"""Drafts on disk: one folder per incident in ingest/inbox/ of a root, itself laid out as a root.

    ingest/inbox/<draft>/kb/…          the pages, as they will stand in kb/
    ingest/inbox/<draft>/draft.json    what it is: action, ids, fingerprint, who and when
    ingest/inbox/<draft>/incident-1.log  the masked log

Being a root, a draft can be tried as one: `crashkb --kb ingest/inbox/<draft> ask crash.log`.
"""

import hashlib
import json
import os
import re
import shutil
import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import IngestError
from crashkb.ingest.skeleton import Plan
from crashkb.text.mask import mask

INBOX = "ingest/inbox"
REJECTED = "ingest/rejected.jsonl"
SCHEMA = 1

_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,120}")


class Draft(NamedTuple):
    """One draft."""

    name: str
    """Its folder."""
    folder: Path
    action: str
    title: str
    created: str
    """ISO date."""
    by: str
    """Who ingested it, as git knows them; '' if it does not."""
    fingerprint: str
    """Of its telling line: equal for every print of the same message."""
    base: tuple[tuple[str, str], ...] = ()
    """(path, SHA-256) of pages that the draft replaces, as they were when it was made."""


def fingerprint(plan: Plan) -> str:
    """Sixteen hexadecimal digits over the masked telling line."""
    return hashlib.sha256(mask(plan.line or plan.title).lower().encode()).hexdigest()[:16]


def write_draft(
    root: Path, plan: Plan, files: Mapping[str, str], logs: Sequence[str], today: date, by: str = ""
) -> Draft:
    """Write a draft's folder in one step (a temporary folder, renamed).

    Raises:
        IngestError: the root cannot be written.
    """
    stem = f"{today.isoformat()}-{plan.case or plan.signature or plan.cause}"[:90].rstrip("-")
    draft = Draft("", Path(), plan.action, plan.title, today.isoformat(), by, fingerprint(plan))
    inbox = root / INBOX
    try:
        inbox.mkdir(parents=True, exist_ok=True)
        temporary = inbox / f".new-{uuid.uuid4().hex}"
        for path, text in files.items():
            _put(temporary / path, text)
        if (root / "kb" / "root.yaml").is_file():  # the draft is read in the root's languages
            _put(temporary / "kb" / "root.yaml", (root / "kb" / "root.yaml").read_text(encoding="utf-8"))
        for number, log in enumerate(logs, 1):
            _put(temporary / f"incident-{number}.log", log.rstrip("\n") + "\n")
        _put(temporary / "draft.json", about(draft))
        name = _claim(temporary, inbox, stem)
    except OSError as error:
        raise IngestError(f"{inbox} cannot be written: {error.strerror or error}") from error
    return draft._replace(name=name, folder=inbox / name)


def _claim(temporary: Path, inbox: Path, stem: str) -> str:
    """Rename the folder to the first free name; renaming onto a folder that is not empty fails, so nobody loses."""
    for number in range(1, 100_000):
        name = stem if number == 1 else f"{stem}-{number}"
        if (inbox / name).exists():
            continue
        try:
            os.rename(temporary, inbox / name)
        except OSError:
            if not (inbox / name).exists():
                raise
            continue
        return name
    raise IngestError(f"too many drafts named {stem}")


def about(draft: Draft) -> str:
    """The content of a draft's draft.json."""
    about = {
        "schema": SCHEMA,
        "action": draft.action,
        "title": draft.title,
        "created": draft.created,
        "by": draft.by,
        "fingerprint": draft.fingerprint,
        "base": dict(draft.base),
    }
    return json.dumps(about, ensure_ascii=False, indent=2) + "\n"


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def read_inbox(root: Path) -> tuple[Draft, ...]:
    """The drafts of a root, oldest first."""
    found = (path for path in (root / INBOX).glob("*") if path.is_dir() and not path.is_symlink())
    folders = sorted(path for path in found if not path.name.startswith("."))
    return tuple(_read(folder) for folder in folders)


def find_draft(root: Path, name: str) -> Draft:
    """The draft of that name, or of the only name that begins so.

    Raises:
        IngestError: there is none, or more than one.
    """
    if not _NAME.fullmatch(name) or ".." in name:
        raise IngestError(f"{name!r} is no draft's name; `crashkb ingest list` shows them")
    drafts = [draft for draft in read_inbox(root) if draft.name == name]
    drafts = drafts or [draft for draft in read_inbox(root) if name in draft.name]
    if len(drafts) == 1:
        return drafts[0]
    if not drafts:
        raise IngestError(f"no draft {name!r} in {root / INBOX}; `crashkb ingest list` shows them")
    raise IngestError(f"{name!r} fits {len(drafts)} drafts: {', '.join(draft.name for draft in drafts[:5])}")


def _read(folder: Path) -> Draft:
    """The draft in that folder; one without a readable draft.json still is one."""
    try:
        data = json.loads((folder / "draft.json").read_text(encoding="utf-8"))
        base = tuple(sorted((str(key), str(value)) for key, value in (data.get("base") or {}).items()))
        action, title, created, by, mark = (
            str(data.get(key, "")) for key in ("action", "title", "created", "by", "fingerprint")
        )
        return Draft(folder.name, folder, action, title, created, by, mark, base)
    except (OSError, ValueError, AttributeError):
        return Draft(folder.name, folder, "pages", folder.name, "", "", "")


def drafts_ids(root: Path) -> frozenset[str]:
    """The ids that pages in the inbox use."""
    paths = (root / INBOX).glob("*/kb/*/**/*.md")
    return frozenset(path.name.removesuffix(".md").removesuffix(".zh") for path in paths)


# --- rejection ----------------------------------------------------------------------------------


def reject(root: Path, draft: Draft, today: date, reason: str = "") -> None:
    """Remove a draft and remember its fingerprint, so that it is not proposed again.

    Raises:
        IngestError: the root cannot be written.
    """
    row = {"fingerprint": draft.fingerprint, "title": draft.title, "rejected": today.isoformat(), "reason": reason}
    try:
        if draft.fingerprint:
            with (root / REJECTED).open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
        shutil.rmtree(draft.folder)
    except OSError as error:
        raise IngestError(f"{draft.folder} cannot be removed: {error.strerror or error}") from error


def rejected(root: Path) -> dict[str, str]:
    """Fingerprint → why (or when) it was rejected."""
    try:
        rows = (root / REJECTED).read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    found: dict[str, str] = {}
    for row in rows:
        try:
            data = json.loads(row)
            found[str(data["fingerprint"])] = str(data.get("reason") or f"rejected on {data.get('rejected', '?')}")
        except (ValueError, KeyError, TypeError):
            continue  # a conflict mark of git's: the other rows count
    return found
