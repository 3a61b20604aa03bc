"""Signatures found in a report: reads, place, with/without, conditions of the matches that `match.finding` finds."""

from collections.abc import Mapping, Sequence

from crashkb.errors import ConditionError
from crashkb.kb.condition import evaluate, parse_condition, unknown_names
from crashkb.kb.library import Library
from crashkb.kb.template import find, stand_in_order, words_of
from crashkb.match.finding import Found, find_matches
from crashkb.match.searched import Searched, is_spoken
from crashkb.model import LOG_LINE, MAYBE, PROSE, Capture, Hit, HitLink, Report, Signature, Value
from crashkb.text.fold import lower
from crashkb.text.negation import negated_spans

NEAR_LINES = 20
"""How far from a match outside a block its `with` and `without` companions may stand."""

_MESSAGE_LINES = 6
"""How far behind the matched line `reads` look outside a block."""


def find_hits(library: Library, report: Report, text: Searched) -> tuple[Hit, ...]:
    """Every signature that the report shows, in order of its first line.

    Each match of an active signature whose place, companions and `whole_line` allow it becomes one hit; equal
    captures of one signature are counted, the first is kept.
    """
    found = find_matches(library, text)
    by_signature: dict[str, list[Found]] = {}
    fragments: dict[tuple[str, str], list[Found]] = {}
    for item in found:
        if item.stored.use == "template":
            by_signature.setdefault(item.stored.signature, []).append(item)
        else:
            fragments.setdefault((item.stored.signature, item.stored.use), []).append(item)
    placed: dict[str, list[Found]] = {}
    for name, items in by_signature.items():
        signature = library.signature(name)
        if signature is not None:
            placed[name] = [item for item in items if _in_place(signature, item, report, text)]
    facts = fact_values(report)
    hits: list[Hit] = []
    for name, items in placed.items():
        signature = library.signature(name)
        assert signature is not None
        kept = [item for item in items if _companions_fit(signature, item, placed, fragments, text)]
        hits.extend(_hits(library, signature, kept, facts, report, text))
    return tuple(sorted(hits, key=lambda hit: (hit.first, hit.signature)))


def fact_values(report: Report) -> dict[str, tuple[Value, ...]]:
    """What the report tells about the machine, by name, for conditions."""
    values: dict[str, list[Value]] = {}
    for fact in report.facts:
        values.setdefault(fact.name, []).append(fact.value)
    return {name: tuple(items) for name, items in values.items()}


# --- judging a match ----------------------------------------------------------------------------


def _in_place(signature: Signature, item: Found, report: Report, text: Searched) -> bool:
    """Whether the signature may stand where it was found."""
    if signature.whole_line:
        line = text.text[text.start_of(item.first) : text.end_of(item.last)]
        if line.strip() != text.text[item.match.start : item.match.end].strip():
            return False
    if _is_ruled_out(item, report, text):
        return False
    if not signature.places:
        return True
    block = text.blocks[item.first]
    place = report.blocks[block].kind if block >= 0 else LOG_LINE
    if PROSE in signature.places and _in_prose(item, report, text):
        return True
    # A one-line error is a log line that a reader happened to recognise.
    return place in signature.places or (place == "error-line" and LOG_LINE in signature.places)


def _is_ruled_out(item: Found, report: Report, text: Searched) -> bool:
    """Whether a person names the message only to say that it is not that."""
    if not _in_prose(item, report, text):
        return False
    start = text.start_of(item.first)
    spans = negated_spans(text.text[start : text.end_of(item.last)])
    return any(first <= item.match.start - start < last for first, last in spans)


def _companions_fit(
    signature: Signature,
    item: Found,
    placed: Mapping[str, list[Found]],
    fragments: Mapping[tuple[str, str], list[Found]],
    text: Searched,
) -> bool:
    """Whether all that must stand near does, and nothing that must not."""

    def near(others: Sequence[Found]) -> bool:
        return any(_is_near(item, other, text) for other in others)

    if any(not near(placed.get(name, ())) for name in signature.with_signatures):
        return False
    if any(near(placed.get(name, ())) for name in signature.without_signatures):
        return False
    if signature.with_fragments and not near(fragments.get((signature.id, "with"), ())):
        return False
    return not near(fragments.get((signature.id, "without"), ()))


def _is_near(item: Found, other: Found, text: Searched) -> bool:
    block = text.blocks[item.first]
    if block >= 0 and block == text.blocks[other.first]:
        return True
    return abs(text.numbers[item.first] - text.numbers[other.first]) <= NEAR_LINES


# --- from match to hit --------------------------------------------------------------------------


def _hits(
    library: Library,
    signature: Signature,
    items: Sequence[Found],
    facts: Mapping[str, tuple[Value, ...]],
    report: Report,
    text: Searched,
) -> list[Hit]:
    hits: dict[tuple[object, ...], Hit] = {}
    repeats = dict(report.repeats)
    taken: set[int] = set()
    for item in sorted(items, key=lambda item: (item.match.start, -item.match.end)):
        if item.match.start in taken:
            continue
        taken.add(item.match.start)
        captures = _captures(library, signature, item, report, text)
        key = tuple((capture.name, capture.text) for capture in captures)
        hit = Hit(
            signature=signature.id,
            role=signature.role,
            first=text.number_at(item.match.start),
            last=text.number_at(max(item.match.start, item.match.end - 1)),
            text=" ".join(text.text[item.match.start : item.match.end].split()),
            captures=captures,
            links=_mentioned(signature, item, report, text, judge_links(signature, captures, facts)),
            block=text.blocks[item.first],
            times=item.times,
        )
        hits[key] = _merged(hits[key], hit, report) if key in hits else hit
    # Of a huge text only the first of equal lines were read, but all were counted.
    return [hit._replace(times=max(hit.times, repeats.get(hit.first, 0))) for hit in hits.values()]


def _mentioned(
    signature: Signature, item: Found, report: Report, text: Searched, links: tuple[HitLink, ...]
) -> tuple[HitLink, ...]:
    """The links, never strong where a generic message is only mentioned: "killed" in a sentence may be anything's end."""
    if signature.role == "generic" and text.numbers[item.first] in report.prose_lines:
        return tuple(link._replace(strong=False) for link in links)
    return links


def _in_prose(item: Found, report: Report, text: Searched) -> bool:
    """Whether a person wrote it; a short paste without prose counts as asked."""
    return text.numbers[item.first] in report.prose_lines or is_spoken(report)


def _merged(old: Hit, new: Hit, report: Report) -> Hit:
    """One hit for two equal findings: the one in a fatal block, else the first."""
    better = new if _is_fatal(new, report) and not _is_fatal(old, report) else old
    return better._replace(times=old.times + new.times)


def _is_fatal(hit: Hit, report: Report) -> bool:
    return hit.block >= 0 and report.blocks[hit.block].fatal


def _captures(
    library: Library, signature: Signature, item: Found, report: Report, text: Searched
) -> tuple[Capture, ...]:
    """The match's captures, and those that `reads` find in the same message; the first of a name wins."""
    values = {name: Capture(name, item.match.texts[name], value) for name, value in item.match.captures.items()}
    start = text.start_of(max(0, item.first - (1 if text.blocks[item.first] >= 0 else 0)))
    end = text.end_of(_message_end(item, report, text))
    message = lower(text.text[start:end])
    for read in library.templates_of(signature.id):
        if read.use != "reads" or not stand_in_order(words_of(read.template), message, 0, len(message)):
            continue
        match = find(read.template, text.text, start, end)
        if match is not None:
            for name, value in match.captures.items():
                values.setdefault(name, Capture(name, match.texts[name], value))
    return tuple(values.values())


def _message_end(item: Found, report: Report, text: Searched) -> int:
    """Index of the last searched line of the message that holds the match."""
    block = text.blocks[item.first]
    last = item.last
    limit = last + (40 if block >= 0 else _MESSAGE_LINES)
    while last + 1 < len(text.numbers) and last < limit and text.blocks[last + 1] == block:
        last += 1
    return last


def judge_links(
    signature: Signature, captures: Sequence[Capture], facts: Mapping[str, tuple[Value, ...]]
) -> tuple[HitLink, ...]:
    """The causes a hit speaks for: the first whose condition holds is strong, the rest stay weak.

    A cause whose conditions are all false gets no link. Captures come before facts of the same name.
    """
    names: dict[str, Value | tuple[Value, ...]] = {**facts, **{capture.name: capture.value for capture in captures}}
    links: list[HitLink] = []
    decided = False
    for link in signature.links:
        holds, condition, unknown = _any_holds(link.conditions, names)
        if holds is False:
            continue
        strong = holds is True and not decided
        decided = decided or strong
        links.append(HitLink(link.cause, strong, condition, unknown))
    return tuple(links)


def _any_holds(
    conditions: Sequence[str], names: Mapping[str, Value | tuple[Value, ...]]
) -> tuple[bool | None, str, tuple[str, ...]]:
    """Whether any condition holds (None: unknown), which one decides, and the names that would decide it."""
    if not conditions:
        return True, "", ()
    if conditions == (MAYBE,):
        return None, "", ()
    undecided = ""
    unknown: tuple[str, ...] = ()
    for text in conditions:
        try:
            condition = parse_condition(text)
        except ConditionError:
            continue
        result = evaluate(condition, names)
        if result:
            return True, text, ()
        if result is None and not undecided:
            undecided, unknown = text, unknown_names(condition, names)
    return (None, undecided, unknown) if undecided else (False, "", ())
