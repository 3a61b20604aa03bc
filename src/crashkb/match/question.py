"""The one question that separates the leading candidates best."""

from collections.abc import Sequence

from crashkb.kb.library import Library
from crashkb.model import Option, Page, Question, RankedCause

_WORDS = {
    "en": {
        "which": "Which of these is closer to what you see?",
        "missing": "Can you tell: {names}? It would decide between these.",
        "yes": "Yes",
        "no": "No",
    },
    "zh": {
        "which": "下面哪一个更像你遇到的情况？",
        "missing": "能补充一下这些信息吗：{names}？有了它就能分清。",
        "yes": "是",
        "no": "不是",
    },
}


def clarify(library: Library, causes: Sequence[RankedCause], language: str) -> Question | None:
    """The clarifying question about the first two or three causes; None with fewer than two.

    A `confused_with` question of the leading pairs comes first, then facts that an undecided condition lacks, else the
    choice between the titles.
    """
    pages = [page for cause in causes[:3] if (page := library.page(cause.id)) is not None]
    if len(pages) < 2:
        return None
    words = _WORDS[language]
    for first, second in _pairs(pages):
        for asked, other in ((first, second), (second, first)):
            question = dict(asked.text(language).questions).get(other.id)
            if question:
                return Question(question, (Option(words["yes"], asked.id), Option(words["no"], other.id)))
    options = tuple(Option(page.text(language).title, page.id) for page in pages)
    names = _missing(causes[:3])
    if names:
        return Question(words["missing"].format(names=", ".join(names)), options, names)
    return Question(words["which"], options)


def _pairs(pages: Sequence[Page]) -> list[tuple[Page, Page]]:
    return [(pages[i], pages[j]) for i in range(len(pages)) for j in range(i + 1, len(pages))]


def _missing(causes: Sequence[RankedCause]) -> tuple[str, ...]:
    names = [name for cause in causes for evidence in cause.evidence for name in evidence.unknown]
    return tuple(dict.fromkeys(names))[:3]
