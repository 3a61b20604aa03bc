"""A draft becomes part of the knowledge base: checked, given its final ids, moved in one step, told in the changelog."""

import hashlib
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from crashkb.errors import IngestError
from crashkb.ingest.inbox import INBOX, Draft
from crashkb.ingest.journal import commit, settle_locked
from crashkb.ingest.lock import locked
from crashkb.ingest.naming import unique
from crashkb.ingest.renaming import rename_in
from crashkb.kb.files import MAX_BYTES, PageFiles, find_pages, read_text
from crashkb.kb.freshness import fingerprint
from crashkb.kb.signature_page import read_signature_file
from crashkb.kb.signature_rules import template_keys
from crashkb.kb.template import parse_template
from crashkb.text.fold import fold, lower

CHANGELOG = "CHANGELOG.md"


class Accepted(NamedTuple):
    """What an accept did."""

    files: tuple[str, ...]
    """Paths below the root."""
    renamed: tuple[tuple[str, str], ...]
    """(id in the draft, final id) where somebody had taken the id meanwhile."""
    line: str
    """The changelog's new line."""


Ids = Callable[[], set[str]]
"""Every id that is taken, read under the lock."""


def accept(root: Path, draft: Draft, taken: Ids, author: str = "", checked: str = "") -> Accepted:
    """Move a draft's pages into kb/ of the root.

    Args:
        root: the root that holds the draft.
        draft: has been checked.
        taken: gives the ids of the roots below; those of this root are read here.
        author: for the changelog.
        checked: `crashkb.kb.freshness.fingerprint` of the root when the draft was checked; if it is another now, what
            was accepted meanwhile is held against the draft.

    Raises:
        IngestError: the draft is gone, has no pages, or a page that it replaces has changed meanwhile.
    """
    with locked(root):
        settle_locked(root)
        if not draft.folder.is_dir():
            raise IngestError(f"the draft {draft.name} is gone: somebody accepted or rejected it")
        files = read_files(draft)
        _check_base(root, draft, files)
        if checked != fingerprint([root]):
            _refuse_doublets(root, draft)
        own = {page.id for page in find_pages(root)[0]}
        replaced = {Path(path).name.removesuffix(".md").removesuffix(".zh") for path, _ in draft.base}
        files, renamed = with_final_ids(files, (own | taken()) - replaced)
        line = _line(draft, files, author)
        commit(root, files, remove=[f"{INBOX}/{draft.name}"], lines=[(CHANGELOG, line)])
    return Accepted(tuple(files), renamed, line)


def read_files(draft: Draft) -> dict[str, str]:
    """Path → text of the draft's page files.

    Raises:
        IngestError: there is none, or one is no page (a link, too large, not UTF-8, in a wrong place).
    """
    pages, problems = find_pages(draft.folder)
    top = draft.folder.resolve()
    files: dict[str, str] = {}
    found = list(problems)
    for path in _paths(pages):
        text, more = read_text(path, top)
        found += [problem for problem in more if problem.code.startswith("K")]
        if text is not None:
            files[path.relative_to(draft.folder).as_posix()] = text
    if found:
        first = found[0]
        raise IngestError(f"{first.path}{f':{first.line}' if first.line else ''}: {first.code} {first.text}")
    if not files:
        raise IngestError(f"{draft.folder / 'kb'} holds no pages")
    return files


def _paths(pages: Sequence[PageFiles]) -> list[Path]:
    return [path for page in pages for path in (page.path, page.zh) if path is not None]


def _check_base(root: Path, draft: Draft, files: Mapping[str, str]) -> None:
    """A page that the draft replaces is still as it was when the draft was made."""
    for path, digest in draft.base:
        if path in files and file_digest(root / path) != digest:
            raise IngestError(
                f"{path} has changed since the draft was made: bring the change into the draft, then run `crashkb ingest check`"
            )


def _refuse_doublets(root: Path, draft: Draft) -> None:
    """No page of the root has a template that the draft has too, unless the draft replaces that page."""
    drafted = [files.path for files in find_pages(draft.folder)[0] if files.kind == "signature"]
    own = [item for path in drafted if (item := read_signature_file(path, draft.folder)[0]) is not None]
    keys = {key: item.id for item in own for key in template_keys(item)}
    words = [parse_template(text).anchors[0] for item in own for text in item.templates]
    replaced = {_id_of(path) for path, _ in draft.base}
    for files in find_pages(root)[0]:
        if files.kind != "signature" or files.id in replaced or not _holds(files.path, words):
            continue
        home = read_signature_file(files.path, root)[0]
        for key in template_keys(home) if home is not None else ():
            if key in keys:
                raise IngestError(f"`{files.id}`, accepted meanwhile, has the same template as `{keys[key]}`: keep one")


def _holds(path: Path, words: Sequence[str]) -> bool:
    """Whether a file holds any of the words: a quick look that saves reading most pages."""
    text = lower(fold(path.read_text(encoding="utf-8", errors="replace")))
    return any(word in text for word in words)


def file_digest(path: Path) -> str:
    """SHA-256 of a file, '' if it is absent."""
    try:
        with path.open("rb") as file:
            return hashlib.sha256(file.read(MAX_BYTES + 1)).hexdigest()
    except OSError:
        return ""


def with_final_ids(files: Mapping[str, str], taken: set[str]) -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """The files with ids that nobody uses yet, and what was renamed."""
    ids = sorted({_id_of(path) for path in files})
    renamed: list[tuple[str, str]] = []
    for name in ids:
        if name in taken:
            renamed.append((name, unique(name, taken | set(ids) | {new for _, new in renamed})))
    final = dict(files)
    for old, new in renamed:
        final = {_renamed_path(path, old, new): rename_in(text, old, new) for path, text in final.items()}
    return final, tuple(renamed)


def _id_of(path: str) -> str:
    return Path(path).name.removesuffix(".md").removesuffix(".zh")


def _renamed_path(path: str, old: str, new: str) -> str:
    if _id_of(path) != old:
        return path
    folder, _, name = path.rpartition("/")
    return f"{folder}/{new}{name[len(old) :]}"


def _line(draft: Draft, files: Mapping[str, str], author: str) -> str:
    """`- New cause x, signature y: title (Name, 2026-11-30).`"""
    kinds = {"causes": "cause", "signatures": "signature", "qa": "question", "cases": "case", "guides": "guide"}
    told = [
        f"{kinds.get(path.split('/')[1], 'page')} `{_id_of(path)}`" for path in files if not path.endswith(".zh.md")
    ]
    what = "Changed" if draft.base else "New"
    who = ", ".join(part for part in (author or draft.by, draft.created) if part)
    return f"- {what} {', '.join(told)}: {' '.join(draft.title.split())}{f' ({who})' if who else ''}."


# --- git ------------------------------------------------------------------------------------------


def git_user(root: Path) -> str:
    """The name that git has for whoever works here, '' without git."""
    return _git(root, "config", "user.name", check=False)


def git_branch(root: Path, name: str) -> None:
    """Make and switch to a branch.

    Raises:
        IngestError: git refuses.
    """
    _git(root, "switch", "--create", name)


def git_commit(root: Path, accepted: Accepted) -> str:
    """Commit exactly the accepted files and the changelog; returns the commit's short hash.

    Raises:
        IngestError: git refuses.
    """
    _git(root, "add", "--", *accepted.files, CHANGELOG)
    _git(root, "commit", "--message", accepted.line.removeprefix("- "), "--only", "--", *accepted.files, CHANGELOG)
    return _git(root, "rev-parse", "--short", "HEAD")


def _git(root: Path, *arguments: str, check: bool = True) -> str:
    try:
        result = subprocess.run(
            ["git", "-C", str(root), *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        if check:
            raise IngestError(f"git cannot be run: {error}") from error
        return ""
    if result.returncode and check:
        said = (result.stderr or result.stdout).strip().splitlines()
        raise IngestError(f"git {arguments[0]} failed: {said[-1] if said else result.returncode}")
    return result.stdout.strip() if not result.returncode else ""
