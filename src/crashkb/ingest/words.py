"""What the commands of this room say, as lines."""

from collections.abc import Iterator, Sequence

from crashkb.ingest.compose import Composed
from crashkb.ingest.effect import Effect
from crashkb.ingest.plan import Study
from crashkb.ingest.review import Review
from crashkb.kb.broken import problem_lines
from crashkb.text.secrets import Found

_MOST = 12


def masked_lines(found: Sequence[Found]) -> Iterator[str]:
    """What was masked: kind, what stands there now, how often."""
    if not found:
        yield "masked: nothing"
    for item in found:
        yield f"masked: {item.kind} → {item.replacement}" + (f" ({item.times} times)" if item.times > 1 else "")


def study_lines(study: Study) -> Iterator[str]:
    """What the knowledge base knows of an incident, its telling lines and the templates mined."""
    yield known_line(study)
    for line in study.lines[:3]:
        explained = f"  (read by {line.explained})" if line.explained else ""
        yield f"line {line.number}: {line.text.strip()[:160]}{explained}"
    for number, item in enumerate(study.mined[:3], 1):
        touched = f"  (stands in {', '.join(item.steals[:3])} too)" if item.steals else ""
        yield f"template {number}: {item.template}{touched}"
    if not study.mined:
        yield "template: none found; write one into the signature page by hand"


def known_line(study: Study) -> str:
    """What the knowledge base says to it already."""
    answer = study.answer
    if not answer.causes or answer.verdict == "unknown":
        return "known: no, nothing like it is in the knowledge base"
    first = answer.causes[0]
    share = f"{first.confidence:.0%}"
    if study.knows:
        return f"known: {share} this is {first.id}; `--as case` adds your case to it, `--as signature` a message, `--as cause` a new cause"
    return f"known: perhaps {first.id} ({share}); `--cause {first.id}` makes it a message of that cause"


def effect_lines(effect: Effect) -> Iterator[str]:
    """What accepting would change."""
    solved: dict[str, int] = {}
    for change in effect.changes:
        if change.wanted:
            solved[change.kind] = solved.get(change.kind, 0) + 1
    past = solved.get("history", 0)
    rows = sum(solved.values()) - past
    yield (
        f"effect: would now answer {past} past unknowns, {rows} other texts better, changes {len(effect.harmed)} other answers"
        f" ({effect.asked} texts asked again)"
    )
    for change in effect.harmed[:_MOST]:
        yield f"  changes {change.kind} {change.name}: {change.before or 'nothing'} → {change.after or 'nothing'}"


def review_lines(review: Review) -> Iterator[str]:
    """Problems, or that there are none, and the effect."""
    problems = problem_lines(review.everything)
    yield from (f"problem: {line}" for line in problems[:_MOST])
    if len(problems) > _MOST:
        yield f"… and {len(problems) - _MOST} more problems"
    if not problems:
        yield "check: no problems"
    if review.effect is not None:
        yield from effect_lines(review.effect)


def file_lines(composed: Composed) -> Iterator[str]:
    """The files with their text, as `--dry-run` shows them."""
    for path, text in composed.files.items():
        yield f"--- {path}"
        yield from text.rstrip("\n").split("\n")
