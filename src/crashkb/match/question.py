"""The one question that separates the leading cause from its rivals best."""

from collections.abc import Sequence

from crashkb.kb.library import Library
from crashkb.model import Option, Question, RankedCause

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
    """The clarifying question between the first cause and its one or two strongest rivals; None without a rival.

    A `confused_with` question that the first cause shares with a rival comes first, then facts that an undecided
    condition of one of them lacks, else the choice between the titles. A question between the rivals alone would leave
    the likeliest cause out, and is not asked.
    """
    first = library.page(causes[0].id) if causes else None
    rivals = [page for cause in causes[1:3] if (page := library.page(cause.id)) is not None]
    if first is None or not rivals:
        return None
    words = _WORDS[language]
    for rival in rivals:
        for asked, other in ((first, rival), (rival, first)):
            question = dict(asked.text(language).questions).get(other.id)
            if question:
                return Question(question, (Option(words["yes"], asked.id), Option(words["no"], other.id)))
    options = tuple(Option(page.text(language).title, page.id) for page in (first, *rivals))
    names = _missing(causes[:3])
    if names:
        return Question(words["missing"].format(names=", ".join(names)), options, names)
    return Question(words["which"], options)


def _missing(causes: Sequence[RankedCause]) -> tuple[str, ...]:
    names = [name for cause in causes for evidence in cause.evidence for name in evidence.unknown]
    return tuple(dict.fromkeys(names))[:3]
