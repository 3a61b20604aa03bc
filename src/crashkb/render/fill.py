"""Page text for one person: captured values in place of their holes, and only the steps that apply."""

import re
from collections.abc import Mapping, Sequence

from crashkb.errors import ConditionError
from crashkb.kb.condition import evaluate, parse_condition
from crashkb.model import Evidence, Page, Report, Step, Value

# {{requested|the first figure in the message}}
_VALUE = re.compile(r"\{\{([a-z][a-z0-9_]{0,40})\|([^{}]{0,300})\}\}")

# NUL, escape, C1 controls, bidirectional overrides: never sent to a terminal
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def plain(text: str) -> str:
    """The text without terminal controls and invisible direction marks; line breaks and tabs stay."""
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
    return _VALUE.sub(lambda match: values.get(match[1]) or match[2], text)


def applicable_steps(
    page: Page, language: str, evidence: Sequence[Evidence], report: Report
) -> tuple[tuple[Step, ...], tuple[str, ...]]:
    """The steps that apply, filled in, and the ids of those left out because their limit is false."""
    names: dict[str, Value | tuple[Value, ...]] = {}
    for fact in report.facts:
        old = names.get(fact.name, ())
        names[fact.name] = (*old, fact.value) if isinstance(old, tuple) else (old, fact.value)
    for item in evidence:
        for capture in item.captures:
            names.setdefault(capture.name, capture.value)
    limits = dict(page.limits)
    values = values_for(evidence, report)
    kept, dropped = [], []
    for step in page.text(language).steps:
        if _ruled_out(limits.get(step.id, ""), names):
            dropped.append(step.id)
        else:
            kept.append(Step(step.id, fill(step.text, values)))
    return tuple(kept), tuple(dropped)


def _ruled_out(limit: str, names: Mapping[str, Value | tuple[Value, ...]]) -> bool:
    if not limit:
        return False
    try:
        return evaluate(parse_condition(limit), names) is False
    except ConditionError:
        return False
