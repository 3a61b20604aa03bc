"""Every static rule of the page format over a whole knowledge base: problems as values, all at once.

`python -m crashkb.kb.check [DIR …]` prints them, one a line.
"""

import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from crashkb.errors import CrashkbError
from crashkb.kb import link_rules, signature_rules
from crashkb.kb.collection import Collection, read_collection
from crashkb.kb.link_rules import Ids
from crashkb.model import Page, Problem, Signature

MAX_AGE = timedelta(days=366)
"""How old a check of a source may be."""


def check(collection: Collection, today: date | None = None) -> tuple[Problem, ...]:
    """All problems of a knowledge base: those found in reading and those between pages.

    Args:
        collection: what `read_collection` returned.
        today: the day against which dates are held; without it they are not.

    Returns:
        The problems in order of path, line and code.
    """
    ids = Ids(collection)
    found = list(collection.problems)
    for rule in (*link_rules.RULES, *signature_rules.RULES):
        found += rule(ids)
    if today is not None:
        found += _dates(collection, today)
    shown = dict.fromkeys(_printable(problem) for problem in found)
    return tuple(sorted(shown, key=lambda problem: (problem.path, problem.line, problem.code, problem.text)))


def _printable(problem: Problem) -> Problem:
    """The problem without terminal controls: its words quote pages and file names that others wrote."""
    return problem._replace(path=_escaped(problem.path), text=_escaped(problem.text))


def _escaped(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


def is_warning(problem: Problem) -> bool:
    """Whether a problem is only a warning."""
    return problem.code.startswith("W")


def _dates(collection: Collection, today: date) -> Iterator[Problem]:
    """No source was checked in the future (K119) or more than a year ago (W701)."""
    items: tuple[Page | Signature, ...] = (*collection.pages.values(), *collection.signatures.values())
    for item in items:
        if item.status == "retired":
            continue
        marks = collection.marks[item.id]
        days = [(source.checked, marks.line("sources", source.ref), source.ref) for source in item.sources]
        if isinstance(item, Page) and item.checked and not item.sources:
            days.append((item.checked, marks.line("checked"), "the page"))
        for day, line, what in days:
            if not day:
                continue
            checked = date.fromisoformat(day)
            if checked > today:
                yield Problem("K119", marks.path, line, f"{what} was checked on {day}, which is yet to come")
            elif today - checked > MAX_AGE:
                yield Problem(
                    "W701", marks.path, line, f"{what} was last checked on {day}: look again and renew the date"
                )


def main(arguments: Sequence[str]) -> int:
    """Print the problems of the given roots (of the current folder without any); 1 if a rule is broken."""
    try:
        collection = read_collection([Path(argument) for argument in arguments] or [Path()])
    except CrashkbError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    problems = check(collection, date.today())
    for problem in problems:
        print(f"{problem.path}:{problem.line}: {problem.code} {problem.text}")
    warnings = sum(map(is_warning, problems))
    pages = f"{len(collection.pages)} pages and {len(collection.signatures)} signatures"
    print(f"{len(problems) - warnings} problems and {warnings} warnings in {pages}")
    return 1 if len(problems) > warnings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
