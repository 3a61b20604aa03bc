"""Build the index file: parsed pages, compiled templates, postings, ways of asking, glossary.

Runs only when pages changed. What needs yaml or numpy is imported inside functions because this module is
reachable from the answer path. Pages are read one after the other, so memory holds what was counted in them and not
their texts (docs/adr/0006).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from crashkb.errors import LibraryError
from crashkb.kb.anchors import Anchors, entries_of
from crashkb.kb.documents import SEARCHED_KINDS, Wording, asks_of, document_tokens
from crashkb.kb.index_file import IndexFile, page_row, signature_row, template_row
from crashkb.kb.profiles import Profiles
from crashkb.kb.weights import pack_all
from crashkb.model import Page, Signature
from crashkb.text.concepts import Concepts

if TYPE_CHECKING:
    from crashkb.kb.collection import Frame
    from crashkb.kb.reading import Reading


def build_index(roots: Sequence[Path], path: Path, key: str, progress: Callable[[int], None] | None = None) -> None:
    """Read the pages of these roots and write the index file.

    Pages whose files are as they were at the last build are not parsed again; what they gave lies beside `path`.

    Args:
        roots: folders that hold `kb/`.
        path: the file to write.
        key: what its content stands for.
        progress: told how many pages are read.

    Raises:
        LibraryError: no page could be read.
    """
    from crashkb.kb.collection import concepts_of, read_frames, version_of  # deferred: needs yaml and markdown-it

    frames = read_frames(roots)
    concepts = Concepts(concepts_of(frames))
    file = IndexFile(path)
    words = _Words(file, Wording(concepts), path.parent)
    with closing(words):
        checked = _write_pages(file, words, _readings(frames, path.parent, progress))
        if not checked:
            raise LibraryError("no pages found under " + ", ".join(str(root) for root in roots))
        words.write()
    _write_meta(file, frames, concepts)
    for name, value in (("key", key), ("version", version_of(roots)), ("checked", max(checked))):
        file.note(name, value)
    file.close()


def _readings(frames: "Sequence[Frame]", cache: Path, progress: Callable[[int], None] | None) -> "Iterator[Reading]":
    """All that counts where roots overlay, in the order of ids: signatures first, because pages speak of them."""
    from crashkb.kb.collection import read_files, standing_files  # deferred, as above
    from crashkb.kb.parsed import NAME, ParsedPages

    parsed = ParsedPages(cache / NAME)
    standing = standing_files(frames)
    standing.sort(key=lambda item: item[1].kind != "signature")
    for number, (frame, files) in enumerate(standing):
        if progress is not None:
            progress(number)
        yield read_files(frame, files, parsed)
    parsed.save()


def _write_pages(file: IndexFile, words: "_Words", readings: "Iterable[Reading]") -> set[str]:
    """Write pages, signatures and templates, and count the pages' words; returns the days on which pages were checked."""
    checked: set[str] = set()
    anchors = Anchors()
    leading: dict[str, list[Signature]] = {}
    for reading in readings:
        if (signature := reading.signature) is not None:
            file.insert("signatures", [signature_row(signature)])
            entries = entries_of(signature)
            file.insert("templates", [template_row(anchors.add(entry), entry) for entry in entries])
            for cause in {link.cause for link in signature.links}:
                leading.setdefault(cause, []).append(signature._replace(samples=(), near_misses=()))
        elif (page := reading.page) is not None:
            document = words.add(page, leading.pop(page.id, ())) if page.kind in SEARCHED_KINDS else -1
            file.insert("pages", [page_row(page, document)])
            checked.add(page.checked)
    # One row of its own: every start reads it, and collecting it from the table took longer than all the rest.
    file.note("anchors", anchors.chosen())
    return checked


def _write_meta(file: IndexFile, frames: "Sequence[Frame]", concepts: Concepts) -> None:
    from crashkb.kb.collection import families_of, tables_of  # deferred, as above

    file.note("families", families_of(frames))
    file.note("concepts", concepts.prepared)
    tables = tables_of(frames)
    file.note("tables", {name: [*fields] for name, fields in tables.items()})


class _Words:
    """What is counted in pages, and becomes postings when all are read.

    Args:
        file: where rows go.
        wording: reads the texts.
        folder: for temporary files.
    """

    def __init__(self, file: IndexFile, wording: Wording, folder: Path) -> None:
        from crashkb.kb.inverted import Collected, Vocabulary  # deferred: needs numpy

        self._file = file
        self._wording = wording
        vocabulary = Vocabulary()
        self._documents = Collected(vocabulary, folder)
        # Every way of asking is part of a document, so it brings no term of its own.
        self._asks = Collected(vocabulary, folder)
        self._profiles = Profiles(wording, folder)

    def add(self, page: Page, signatures: Iterable[Signature]) -> int:
        """The document number of the next page; `signatures` lead to it."""
        document = self._documents.add(Counter(document_tokens(page, signatures, self._wording)))
        self._profiles.add(page)
        asks = [(self._asks.add(_counted(self._wording.terms(ask))), document, ask) for ask in asks_of(page)]
        self._file.insert("asks", asks)
        return document

    def write(self) -> None:
        """Write the postings of pages, ways of asking and profiles."""
        from crashkb.kb.tfidf import rarities, weighed  # deferred, as above

        count = self._documents.documents
        idf = rarities(self._documents)
        for table, counts in (("terms", self._documents), ("ask_terms", self._asks)):
            for entries, values, weights in weighed(counts, idf):
                self._file.insert(table, pack_all(entries, values, weights, counts.documents))
        for entries, values, weights in self._profiles.weighed():
            self._file.insert("profile_terms", pack_all(entries, values, weights, count))
        self._file.note("documents", str(count))
        self._file.note("profiles", (self._profiles.causes, self._profiles.length))

    def close(self) -> None:
        """Remove temporary files."""
        for counts in (self._documents, self._asks, self._profiles):
            counts.close()


def _counted(terms: Sequence[str]) -> dict[str, int]:
    """How often each stands there. In few ways of asking a term is repeated, and counting takes four times as long."""
    once = dict.fromkeys(terms, 1)
    return once if len(once) == len(terms) else Counter(terms)
