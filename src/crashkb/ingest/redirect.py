"""Pages that leave: retired with a redirect, replaced, merged, renamed; every page that names them is changed with them.

Ids are for ever, so nothing is deleted: the old id stays as a retired page that leads to the new one.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from crashkb.errors import IngestError
from crashkb.ingest.accept import CHANGELOG
from crashkb.ingest.journal import commit, settle_locked
from crashkb.ingest.lock import locked
from crashkb.ingest.renaming import rename_in
from crashkb.ingest.writing import page_files, signature_files
from crashkb.kb.collection import Collection, read_collection
from crashkb.kb.files import PageFiles, find_pages, is_id
from crashkb.kb.glossary import read_root
from crashkb.model import Page, Signature


def retire(
    root: Path, old: str, new: str, reason: str = "", author: str = "", below: Sequence[Path] = ()
) -> tuple[str, ...]:
    """Retire a page in favour of another; pages that name it name the other from now on. Returns the changed files.

    A page of a root below is retired by a copy in this root, which lies over it; so are the pages that name it.

    Raises:
        IngestError: one of the two is not there or retired itself, or they are of different kinds.
    """
    with locked(root):
        settle_locked(root)
        files = _Root(root, below)
        page = files.page(old)
        files.active_of_kind(new, page)
        changed = {**files.naming(old, new), **_retired(files, page, new)}
        commit(root, changed, lines=[(CHANGELOG, _line("Retired", old, new, reason, author))])
    return tuple(changed)


def rename(root: Path, old: str, new: str, author: str = "", below: Sequence[Path] = ()) -> tuple[str, ...]:
    """Give a page another id; the old one stays as a redirect. Returns the changed files.

    Raises:
        IngestError: the page is not there, or the new id is taken or no id.
    """
    if not is_id(new):
        raise IngestError(f"{new!r} is no id: lower-case words joined by `-`")
    with locked(root):
        settle_locked(root)
        files = _Root(root, below)
        page = files.page(old)
        if new in files.paths:
            raise IngestError(f"the id `{new}` is taken")
        changed = files.naming(old, new)
        for path, text in files.texts_of(old).items():
            folder, _, name = path.rpartition("/")
            changed[f"{folder}/{new}{name[len(old) :]}"] = rename_in(text, old, new)
        changed.update(_retired(files, page, new))
        commit(root, changed, lines=[(CHANGELOG, _line("Renamed", old, new, "", author))])
    return tuple(changed)


def merge(root: Path, old: str, new: str, author: str = "", below: Sequence[Path] = ()) -> tuple[str, ...]:
    """Retire a page and give what is worth keeping of it to another: templates and samples, or ways of asking.

    Raises:
        IngestError: see `retire`.
    """
    with locked(root):
        settle_locked(root)
        files = _Root(root, below)
        page = files.page(old)
        into = files.active_of_kind(new, page)
        changed = files.naming(old, new)
        kept: dict[str, str] = {}
        if isinstance(page, Signature) and isinstance(into, Signature):
            kept = signature_files(_joined(page, into))
        elif isinstance(page, Page) and isinstance(into, Page):
            kept = page_files(_asked(page, into), files.languages)
        for path, text in kept.items():
            changed[path] = _without_doublets(rename_in(text, old, new), new, new)
        # The kept samples lead to the surviving page's causes already; names of the old page go last.
        changed.update(_retired(files, page, new))
        commit(root, changed, lines=[(CHANGELOG, _line("Merged", old, new, "", author))])
    return tuple(changed)


class _Root:
    """The pages of a root, and of those below it, with the text of their files."""

    def __init__(self, root: Path, below: Sequence[Path] = ()) -> None:
        self.languages = read_root(root, root.resolve())[0].languages
        self.collection: Collection = read_collection([*below, root])
        self.paths: dict[str, PageFiles] = {}
        self.homes: dict[str, Path] = {}
        for home in (*below, root):
            for item in find_pages(home)[0]:
                self.paths[item.id] = item
                self.homes[item.id] = home

    def page(self, name: str) -> Page | Signature:
        """An active page."""
        found = self.collection.pages.get(name) or self.collection.signatures.get(name)
        if found is None:
            raise IngestError(f"there is no page `{name}`")
        if found.status == "retired":
            raise IngestError(f"`{name}` is retired already; `{found.replaced_by}` serves instead")
        return found

    def active_of_kind(self, name: str, like: Page | Signature) -> Page | Signature:
        """An active page that can serve instead of `like`."""
        found = self.page(name)
        if found.id == like.id:
            raise IngestError(f"`{name}` cannot serve instead of itself")
        if _kind(found) != _kind(like):
            raise IngestError(f"`{name}` is a {_kind(found)}, `{like.id}` a {_kind(like)}")
        return found

    def texts_of(self, name: str) -> dict[str, str]:
        """Path below its root → text of a page's files."""
        files = self.paths[name]
        return {
            path.relative_to(self.homes[name]).as_posix(): path.read_text(encoding="utf-8")
            for path in (files.path, files.zh)
            if path is not None
        }

    def naming(self, old: str, new: str) -> dict[str, str]:
        """The files of other pages that name `old`, naming `new` instead; both files of a page where one does."""
        changed: dict[str, str] = {}
        asked = self._asked_by(new)
        for name in self.paths:
            texts = self.texts_of(name) if name != old else {}
            replaced = {
                path: _renamed(_without_pair(text, old) if name in asked else text, old, new, name)
                if old in text
                else text
                for path, text in texts.items()
            }
            if replaced != texts:
                changed |= replaced
        return changed

    def _asked_by(self, name: str) -> frozenset[str]:
        """The pages with which a page asks to be confused: one question a pair is enough."""
        page = self.collection.pages.get(name)
        return (
            frozenset(other for _, text in page.texts for other, _ in text.questions)
            if page is not None
            else frozenset()
        )


def _renamed(text: str, old: str, new: str, own: str) -> str:
    return _without_doublets(rename_in(text, old, new), new, own)


def _without_pair(text: str, name: str) -> str:
    """The text without its `confused_with` question about that page, and without the key if nothing is left of it."""
    text = re.sub(rf"(?m)(?<=^confused_with:\n)((?:  .*\n)*?)  {re.escape(name)}:.*\n", r"\1", text)
    return re.sub(r"(?m)^confused_with:\n(?!  )", "", text)


def _without_doublets(text: str, new: str, own: str) -> str:
    """The text without a second mention of the new id in one list or mapping, and without a page naming itself."""
    front, mark, rest = text.partition("\n---")
    rows: list[str] = []
    seen: set[tuple[str, str]] = set()
    key = ""
    for row in front.split("\n"):
        top = re.match(r"([a-z_]{1,40}):", row)
        key = top[1] if top else key
        item = re.fullmatch(rf"\s+(?:- )?\"?{re.escape(new)}\"?(?::.*)?", row)
        if item and ((key, new) in seen or (own == new and key in ("confused_with", "causes", "with", "without"))):
            continue
        if item:
            seen.add((key, new))
        rows.append(_flow_once(row, new))
    return "\n".join(rows) + mark + rest


def _flow_once(row: str, new: str) -> str:
    """A flow list with the id at most once: [a, b, a] → [a, b]."""
    match = re.fullmatch(r"([a-z_]{1,40}: \[)([^\]]*)(\])", row)
    if not match or new not in match[2]:
        return row
    items = dict.fromkeys(item.strip() for item in match[2].split(","))
    return match[1] + ", ".join(items) + match[3]


def _retired(files: "_Root", page: Page | Signature, new: str) -> Mapping[str, str]:
    """The files of the page, retired in favour of `new`."""
    texts = files.texts_of(page.id)
    main = next(path for path in texts if not path.endswith(".zh.md"))
    texts[main] = re.sub(r"\n---[ \t]*(?=\n|$)", f"\nstatus: retired\nreplaced_by: {new}\n---", texts[main], count=1)
    return texts


def _kind(page: Page | Signature) -> str:
    return page.kind if isinstance(page, Page) else "signature"


def _joined(old: Signature, new: Signature) -> Signature:
    """The surviving signature with the other's wordings, fragments to read and samples."""
    known = {link.cause for link in new.links}
    return new._replace(
        templates=tuple(dict.fromkeys((*new.templates, *old.templates))),
        reads=tuple(dict.fromkeys((*new.reads, *old.reads))),
        links=(*new.links, *(link for link in old.links if link.cause not in known)),
        samples=tuple({sample.text: sample for sample in (*old.samples, *new.samples)}.values()),
        near_misses=tuple(dict.fromkeys((*new.near_misses, *old.near_misses))),
        sources=tuple({source.ref: source for source in (*old.sources, *new.sources)}.values()),
    )


def _asked(old: Page, new: Page) -> Page:
    """The surviving page with the other's ways of asking and sources."""
    texts = tuple(
        (language, text._replace(asks=tuple(dict.fromkeys((*text.asks, *old.text(language).asks)))))
        for language, text in new.texts
    )
    sources = tuple({source.ref: source for source in (*old.sources, *new.sources)}.values())
    return new._replace(texts=texts, sources=sources)


def _line(what: str, old: str, new: str, reason: str, author: str) -> str:
    tail = "".join((f": {' '.join(reason.split())}" if reason else "", f" ({author})" if author else ""))
    return f"- {what} `{old}`; `{new}` serves instead{tail}."
