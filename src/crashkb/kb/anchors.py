"""Templates on their way into the index, and by which of its words each is looked for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from crashkb.errors import TemplateError
from crashkb.kb.template import Template, parse_template
from crashkb.model import Signature

_COMMON = frozenset(
    "error errors failed failure could cannot should found version library file files from with this that tensor tensors"
    " device model input output expected invalid memory cuda tensorflow torch python import module runtime loading"
    " operation supported support unable when while have size shape type value values data name node which does".split()
)


class Entry(NamedTuple):
    """One template on its way into the index."""

    signature: str
    template: Template
    use: str
    """'template', 'with', 'without' or 'reads'."""


def entries_of(signature: Signature) -> Iterable[Entry]:
    """The templates of an active signature; one that does not parse is left out here and reported by `kb check`."""
    uses = (
        ("template", signature.templates),
        ("with", signature.with_fragments),
        ("without", signature.without_fragments),
        ("reads", signature.reads),
    )
    for use, texts in uses if signature.status == "active" else ():
        for text in texts:
            with suppress(TemplateError):
                yield Entry(signature.id, parse_template(text, fragment=use != "template"), use)


class Anchors:
    """By which word each template is looked for: to be chosen when all templates are known."""

    def __init__(self) -> None:
        self._frequency: Counter[str] = Counter()
        self._words: list[tuple[str, ...]] = []

    def add(self, entry: Entry) -> int:
        """The number of the template, ascending from 0."""
        self._frequency.update(set(entry.template.anchors))
        # `reads` are tried only inside a message that was found, so the prefilter need not know them.
        self._words.append(entry.template.anchors if entry.use != "reads" else ())
        return len(self._words) - 1

    def chosen(self) -> dict[str, list[int]]:
        """By word the templates that it stands for."""
        anchors: dict[str, list[int]] = {}
        for number, words in enumerate(self._words):
            if words:
                anchors.setdefault(rarest(words, self._frequency), []).append(number)
        return anchors


def rarest(anchors: Sequence[str], frequency: Mapping[str, int]) -> str:
    """The anchor with which the prefilter looks for a template: long, in few templates, not an everyday word.

    Choosing by rarity rather than by length alone made the scan several times faster in measurements, because
    each false candidate costs a pattern search.
    """
    return min(
        anchors, key=lambda anchor: (anchor in _COMMON, len(anchor) < 4, frequency[anchor], -len(anchor), anchor)
    )
