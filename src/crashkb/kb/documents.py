"""What a page is searched by: its document of words, and the ways in which it is asked for."""

import re
from collections.abc import Iterable

from crashkb.model import Page, Signature
from crashkb.text.concepts import Concepts
from crashkb.text.tokens import tokens

SEARCHED_KINDS = ("cause", "qa", "case", "guide")

_UNTELLING = frozenset({"fix", "verify", "risks", "prevent", "actions", "before-after", "lesson"})
"""Sections about what to do, not about what is seen."""

# ```python … ```
_CODE = re.compile(r"^[ \t]{0,16}(```|~~~).*?^[ \t]{0,16}\1", re.DOTALL | re.MULTILINE)

_TITLE_WEIGHT = 3
_ASK_WEIGHT = 2
_TEMPLATE_WEIGHT = 2

_MOST_KNOWN = 20_000
"""Texts of which the terms are kept: all that a thousand pages say."""


class Wording:
    """Texts as terms. A way of asking stands in its page's document, among the others and in a profile: it is read once.

    Args:
        concepts: the glossary.
    """

    def __init__(self, concepts: Concepts) -> None:
        self._concepts = concepts
        self._known: dict[str, tuple[list[str], list[str]]] = {}

    def terms(self, text: str) -> list[str]:
        """The tokens of a text and the concepts it speaks of."""
        words, concepts = self._read(text)
        return words + concepts

    def concepts(self, text: str) -> list[str]:
        """The concepts that a text speaks of."""
        return self._read(text)[1]

    def _read(self, text: str) -> tuple[list[str], list[str]]:
        known = self._known.get(text)
        if known is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            words = tokens(text)
            known = self._known[text] = (words, self._concepts.expand(text, words))
        return known


def document_tokens(page: Page, signatures: Iterable[Signature], wording: Wording) -> list[str]:
    """The tokens by which a page is found: both languages, ways of asking, and the messages that lead to it.

    Telling fields count several times; the vectoriser dampens repetition by its logarithm. Remedies and code are left
    out: they name what the person does not have yet (measured with each way of asking held out: 0.90 of pages in the
    first three instead of 0.89, Chinese 0.695 first instead of 0.688).
    """
    parts: list[tuple[str, int]] = [(page.id.replace("-", " "), 1)]
    for _, written in page.texts:
        parts.append((written.title, _TITLE_WEIGHT))
        parts.extend((ask, _ASK_WEIGHT) for ask in written.asks)
        parts.extend((_prose(section.text), 1) for section in written.sections if section.name not in _UNTELLING)
    if page.kind == "cause":
        for signature in signatures:
            if any(link.cause == page.id for link in signature.links):
                parts.extend((template, _TEMPLATE_WEIGHT) for template in signature.templates)
                parts.append((signature.means, 1))
                parts.append((signature.means_zh, 1))
    found: list[str] = []
    for text, weight in parts:
        found.extend(wording.terms(text) * weight)
    return found


def asks_of(page: Page) -> list[str]:
    """All ways in which a page is asked for, its title included where it states the trouble."""
    asks = [ask for _, text in page.texts for ask in text.asks]
    titles = [text.title for _, text in page.texts] if page.kind in ("cause", "qa") else []
    return list(dict.fromkeys((*asks, *titles)))


def _prose(markdown: str) -> str:
    return _CODE.sub(" ", markdown)
