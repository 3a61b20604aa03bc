"""Secrets and personal data out of a pasted text, before it is stored or shared.

Found by their documented shapes (token prefixes, key blocks, headers) and by what stands before them (`password=`,
`Serial Number:`, a home folder). What a diagnosis needs stays: versions, error codes, opcodes, shapes, sizes, stack
addresses, library names. A replacement keeps the form of what it replaces (an address stays an address), so that
readers and templates read a masked text as they would read the original; masking twice changes nothing.

Linear: every quantifier is bounded, and a rule runs only where one of its trigger words stands in the text.
"""

import re
from functools import cache
from typing import NamedTuple

from crashkb.text.fold import lower
from crashkb.text.secret_rules import RULES, Rule
from crashkb.text.secret_tokens import TOKENS


class Found(NamedTuple):
    """One kind of thing that was masked; what stood there is not kept."""

    kind: str
    """'github-token', 'email', 'ipv4', 'user', 'host', 'serial', …"""
    replacement: str
    """What stands there now."""
    times: int


class Masked(NamedTuple):
    """A text without secrets, and what was replaced."""

    text: str
    found: tuple[Found, ...]
    """In order of kind; empty where nothing was found."""


_TELLING_TRIGGER = 3
"""From this length on a trigger is rare enough to look only at its lines."""


def mask_secrets(text: str) -> Masked:
    """The text without secrets and personal data, and what was replaced by what.

    Args:
        text: any text, of any size; the cost is linear in it.
    """
    counts: dict[tuple[str, str], int] = {}
    lowered = lower(text)
    for rule in (*_token_rules(), *RULES):
        spans = _spans(rule, lowered)
        if not spans:
            continue
        text, times = _apply(rule, text, spans)
        if times:
            lowered = lower(text)
            counts[rule.kind, rule.replacement] = counts.get((rule.kind, rule.replacement), 0) + times
    found = tuple(Found(kind, replacement, times) for (kind, replacement), times in sorted(counts.items()))
    return Masked(text, found)


def _spans(rule: Rule, lowered: str) -> list[tuple[int, int]]:
    """Where the rule need be tried: the lines that hold a trigger, or all of the text for everyday triggers."""
    present = [trigger for trigger in rule.triggers if trigger in lowered]
    if not present:
        return []
    if rule.kind == "private-key" or min(map(len, present)) < _TELLING_TRIGGER:
        return [(0, len(lowered))]
    spans: set[tuple[int, int]] = set()
    for trigger in present:
        start = lowered.find(trigger)
        while start >= 0:
            end = lowered.find("\n", start)
            end = len(lowered) if end < 0 else end
            spans.add((lowered.rfind("\n", 0, start) + 1, end))
            start = lowered.find(trigger, end)
    return sorted(spans)


def _apply(rule: Rule, text: str, spans: list[tuple[int, int]]) -> tuple[str, int]:
    """The text after one rule, and how often it masked something."""
    parts: list[str] = []
    done = times = 0
    pattern = _compiled(rule.regex)
    for match in (match for first, last in spans for match in pattern.finditer(text, first, last)):
        group = next((name for name, value in match.groupdict().items() if value is not None), None)
        start, end = match.span(group) if group else match.span()
        if start < done or text[start:end] == rule.replacement:
            continue
        if rule.accepts is not None and not rule.accepts(text, start, end):
            continue
        parts += (text[done:start], rule.replacement)
        done = end
        times += 1
    return ("".join((*parts, text[done:])), times) if times else (text, 0)


@cache
def _token_rules() -> tuple[Rule, ...]:
    return tuple(Rule(kind, triggers, regex, f"<{kind}>", None) for kind, triggers, regex in TOKENS)


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
