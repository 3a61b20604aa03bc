"""Page text for one person: captured values in place of their holes, and only the steps that apply."""

from collections.abc import Mapping, Sequence

from crashkb.errors import ConditionError
from crashkb.kb.condition import Condition, evaluate, parse_condition
from crashkb.model import Evidence, Page, Report, Step, Value
from crashkb.text.lazy import LazyPattern

# {{requested|the first figure in the message}}
_VALUE = LazyPattern(r"\{\{([a-z][a-z0-9_]{0,40})\|([^{}]{0,300})\}\}")

# ESC [ 31;1 m · ESC ] 8 ; ; url BEL; then what is left of NUL, escape, C1 controls, bidirectional overrides: never sent to
# a terminal
_CONTROLS = LazyPattern(
    "(?:\x1b\\[|\x9b)[0-?]{0,64}+[ -/]{0,8}+[@-~]"
    "|(?:\x1b\\]|\x9d)[^\x07\x1b\x9c\n]{0,4096}+(?:\x07|\x1b\\\\|\x9c)"
    "|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)

_MACHINE = ("platform", "accelerator")
"""Facts whose steps come first: who runs Windows wants the Windows command, not the fifth step."""


def plain(text: str) -> str:
    """The text without terminal controls and invisible direction marks; line breaks and tabs stay."""
    if text.replace("\n", "").replace("\t", "").isprintable():  # nearly always: no control and no mark is printable
        return text
    return _CONTROLS.sub("", text)


def values_for(evidence: Sequence[Evidence], report: Report) -> dict[str, str]:
    """What `{{name|…}}` stands for, as printed: captures of the cause's evidence, then facts; the first of a name wins."""
    values: dict[str, str] = {}
    for item in sorted(evidence, key=lambda item: not item.strong):
        for capture in item.captures:
            values.setdefault(capture.name, plain(capture.text))
    for fact in report.facts:
        values.setdefault(fact.name, plain(fact.value))
    return values


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text with every hole replaced by the person's own value, or by its fallback words."""
    return _VALUE.sub(lambda match: values.get(match[1]) or match[2], text) if "{{" in text else text


def applicable_steps(
    page: Page, language: str, evidence: Sequence[Evidence], report: Report
) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """The steps that apply, filled in, those made for this platform or accelerator first, and the ids of those left out.

    A step is left out where its limit is false.
    """
    told = _told(evidence, report)
    names = {"accelerator": _usual_accelerator(told), **told}
    limits = dict(page.limits)
    values = values_for(evidence, report)
    own: list[Step] = []
    others: list[Step] = []
    dropped: list[str] = []
    for step in page.text(language).steps:
        limit = _read_limit(limits.get(step.id, ""))
        if limit is not None and evaluate(limit, names) is False:
            dropped.append(step.id)
            continue
        mine = limit is not None and _is_made_for(limit, told)
        (own if mine else others).append(Step(step.id, fill(step.text, values)))
    return (*own, *others), tuple(dropped)


def _told(evidence: Sequence[Evidence], report: Report) -> dict[str, Value | tuple[Value, ...]]:
    """What the report tells, by name: facts, then captures."""
    names: dict[str, tuple[Value, ...]] = {}
    for fact in report.facts:
        names[fact.name] = (*names.get(fact.name, ()), fact.value)
    told: dict[str, Value | tuple[Value, ...]] = {**names}
    for item in evidence:
        for capture in item.captures:
            told.setdefault(capture.name, capture.value)
    return told


def _usual_accelerator(told: Mapping[str, Value | tuple[Value, ...]]) -> str:
    """What a graphics card is where nobody says: NVIDIA's, but on a Mac Apple's."""
    return "mps" if told.get("platform") == ("macos",) else "cuda"


def _is_made_for(limit: Condition, told: Mapping[str, Value | tuple[Value, ...]]) -> bool:
    """Whether the limit names the very platform or accelerator of the report, other than Linux, in whose order pages are."""
    names_it = any(
        clause.left.text in _MACHINE and clause.op == "=" and clause.right.text != "linux" for clause in limit.clauses
    )
    return names_it and evaluate(limit, told) is True


def _read_limit(text: str) -> Condition | None:
    try:
        return parse_condition(text) if text else None
    except ConditionError:
        return None
