"""All texts against which a new template or page is held: samples, key logs, healthy and foreign logs, labelled rows.

A text is looked at again only if something new could touch it, so that one draft's check costs little.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.evaluate.selfcheck import read_quiet
from crashkb.kb.template import Template, find
from crashkb.match.searched import searched
from crashkb.model import Page, Signature
from crashkb.report.read import read_report
from crashkb.text.fold import fold, lower

# gradient, allocat-
_WORD = re.compile(r"[a-z][a-z]{2,30}")


_FEWEST = 1000
"""A small knowledge base's words are weighed as if it had that many texts."""


class CorpusText(NamedTuple):
    """One text with the answer that it must keep."""

    kind: str
    """'sample', 'log' (a case's), 'ask', 'quiet', 'row' (labelled report) or 'history'."""
    name: str
    """Page id, file or row id."""
    owner: str
    """Id of the signature or page that it belongs to, else ''."""
    cause: str
    """The cause that must come first; '' or '-' where nothing may be known."""
    text: str
    searched: str
    """What templates are searched in, folded."""
    lowered: str


class Corpus:
    """The texts of one opened knowledge base."""

    def __init__(self, texts: Sequence[CorpusText]) -> None:
        self.texts = tuple(texts)

    def hits(self, template: Template, *, whole_line: bool = False) -> tuple[CorpusText, ...]:
        """The texts in which the template stands."""
        return tuple(
            text
            for text in self.texts
            if all(anchor in text.lowered for anchor in template.anchors)
            and find(template, text.searched, whole_line=whole_line) is not None
        )

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(word for text in self.texts if text.kind != "ask" for word in set(_WORD.findall(text.lowered)))

    @cached_property
    def _count(self) -> int:
        return max(_FEWEST, sum(text.kind != "ask" for text in self.texts))

    def rarity(self, word: str) -> float:
        """How telling a word is: the logarithm of how few texts hold it, 0 for everyday words."""
        return log((self._count + 1) / (self._frequency[word] + 1))


def make_text(kind: str, name: str, owner: str, cause: str, text: str) -> CorpusText:
    """A corpus text as it will be searched: raw lines, and for logs the clean ones of its report."""
    plain = fold(text)
    if kind in ("quiet", "row", "history"):
        plain = searched(read_report(text)).text
    return CorpusText(kind, name, owner, cause, text, plain, lower(plain))


def page_texts(pages: Iterable[Page], signatures: Iterable[Signature]) -> list[CorpusText]:
    """The samples, key logs and ways of asking of active pages."""
    found = [
        make_text("sample", signature.id, signature.id, sample.cause, sample.text)
        for signature in signatures
        if signature.status == "active"
        for sample in signature.samples
    ]
    for page in pages:
        if page.status != "active":
            continue
        found += [make_text("log", page.id, page.id, sample.cause, sample.text) for sample in page.samples]
        for _, text in page.texts:
            found += [make_text("ask", page.id, page.id, page.id, ask) for ask in text.asks]
    return found


def read_corpus(library: OpenLibrary, quiet_folders: Sequence[Path], rows: Iterable[CorpusText] = ()) -> Corpus:
    """The corpus of an opened knowledge base.

    Args:
        library: the knowledge base.
        quiet_folders: folders of logs without a known cause; absent ones are skipped.
        rows: further texts (labelled reports, the local history).
    """
    ids = library.page_ids()
    pages = [page for page in map(library.page, ids) if page is not None]
    signatures = [item for item in map(library.signature, library.signature_ids()) if item is not None]
    quiet = [
        make_text("quiet", text.name, "", "-", text.text)
        for folder in quiet_folders
        if folder.is_dir()
        for text in read_quiet(folder)
    ]
    return Corpus((*page_texts(pages, signatures), *quiet, *rows))
