"""The parts of a report as tables: the same for a terminal, Markdown and HTML."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import chain
from os.path import commonprefix
from typing import NamedTuple

from crashkb.triage.summary import Group, Summary

TOP_CAUSES, BY_DAY = "Top causes", "By day"
"""Titles of the tables that have a plot, or are one."""

_TOP = 20
_TOP_PER_GROUP = 12
_RECENT_DAYS = 7
_FEWEST_THAT_STAND_OUT = 5
_DEVIATIONS = 3
"""Standard deviations above its share of all reports from which a cause stands out among those of a device or version:
less is chance where hundreds are compared."""

Ranked = Sequence[tuple[str, Group]]


class Table(NamedTuple):
    """One part of a report."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(summary: Summary, title_of: Callable[[str], str], since: str = "") -> tuple[Table, ...]:
    """The parts of a report, those without rows left out.

    Args:
        summary: the counts.
        title_of: page id to its title.
        since: ISO date; causes and clusters first seen on it or later are listed as new. '' lists none.
    """
    causes, clusters = _ranked(summary.causes), _ranked(summary.clusters)
    examples = _Examples(summary)
    parts = (
        _causes(causes, summary, title_of, examples),
        *((_new(summary, title_of, since, examples),) if since else ()),
        _clusters(clusters, summary, examples),
        _by("By device", summary, causes, clusters, lambda group: group.devices),
        _by("By version", summary, causes, clusters, lambda group: group.versions),
        _by_day(summary),
    )
    return tuple(part for part in parts if part.rows)


class _Examples:
    """Sources without the folder that all of them share."""

    def __init__(self, summary: Summary) -> None:
        groups = chain(summary.causes.values(), summary.clusters.values())
        shared = commonprefix([source for group in groups for source in group.examples])  # noqa: RUF071 - cut below
        self._cut = shared.rfind("/") + 1
        self.folder = shared[: self._cut]

    def of(self, group: Group) -> str:
        return ", ".join(source[self._cut :] for source in group.examples)

    def note(self) -> str:
        return f" Examples are in {self.folder}" if self.folder else ""


def _ranked(groups: dict[str, Group]) -> list[tuple[str, Group]]:
    return sorted(groups.items(), key=lambda item: (-item[1].count, item[0]))


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


class _Trend:
    """Reports of the last days and of as many days before, as far as reports tell their day."""

    def __init__(self, summary: Summary) -> None:
        self._last = _date(max(summary.days, default=""))

    def of(self, group: Group) -> str:
        if self._last is None:
            return ""
        counts = [0, 0]
        for day, count in group.days.items():
            found = _date(day)
            ago = (self._last - found) // timedelta(days=_RECENT_DAYS) if found else 2
            if 0 <= ago < 2:
                counts[ago] += count
        return f"{counts[0]} ({counts[1]})"


def _date(day: str) -> date | None:
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def _causes(causes: Ranked, summary: Summary, title_of: Callable[[str], str], examples: _Examples) -> Table:
    trend = _Trend(summary)
    rows = tuple(
        (
            str(group.count),
            _share(group.count, summary.total),
            str(group.known),
            name,
            title_of(name),
            trend.of(group),
            group.first_day,
            group.last_day,
            examples.of(group),
        )
        for name, group in causes[:_TOP]
    )
    note = "Known and unsure reports by their first candidate." + _rest(causes) + examples.note()
    week = f"{_RECENT_DAYS} days (before)"
    columns = ("reports", "share", "known", "cause", "what it is", week, "first seen", "last seen", "examples")
    return Table(TOP_CAUSES, note, columns, rows)


def _rest(groups: Ranked) -> str:
    """A sentence about those that the table does not show."""
    rest = groups[_TOP:]
    return f" {len(rest):,} more with {sum(group.count for _, group in rest):,} reports are not shown." if rest else ""


def _clusters(clusters: Ranked, summary: Summary, examples: _Examples) -> Table:
    note = (
        "Reports without a known cause, by type, message and first frames: what the knowledge base should learn next."
        + _rest(clusters)
    )
    if summary.overflow:
        note += f" {summary.overflow:,} more in rare clusters."
    trend = _Trend(summary)
    rows = tuple(
        (str(group.count), name[:200], trend.of(group), group.first_day, group.last_day, examples.of(group))
        for name, group in clusters[:_TOP]
    )
    week = f"{_RECENT_DAYS} days (before)"
    return Table("Unknown", note, ("reports", "what they share", week, "first seen", "last seen", "examples"), rows)


def _new(summary: Summary, title_of: Callable[[str], str], since: str, examples: _Examples) -> Table:
    found = [(name, f"{name}: {title_of(name)}", group) for name, group in summary.causes.items()]
    found += [("", f"unknown: {name[:200]}", group) for name, group in summary.clusters.items()]
    new = [(told, group) for _, told, group in found if group.first_day >= since]
    new.sort(key=lambda item: (-item[1].count, item[0]))
    rows = tuple((str(group.count), told, group.first_day, examples.of(group)) for told, group in new[:_TOP])
    note = f"First seen on {since} or later, among the reports that tell a day." + _rest(new)
    return Table(f"New since {since}", note, ("reports", "cause", "first seen", "examples"), rows)


class _Part:
    """The reports of one device or version."""

    def __init__(self) -> None:
        self.total = self.unknown = 0
        self.causes: list[tuple[int, str]] = []

    def leading(self) -> str:
        count, name = min(self.causes, key=lambda item: (-item[0], item[1]), default=(0, ""))
        return f"{name} ({count})" if name else ""

    def stands_out(self, summary: Summary) -> str:
        """The cause that is most frequent here compared with its share of all reports."""
        found: list[tuple[float, str, int]] = []
        for count, name in self.causes:
            expected = self.total * summary.causes[name].count / summary.total
            if count >= _FEWEST_THAT_STAND_OUT and count - expected >= _DEVIATIONS * expected**0.5:
                found.append((-count / expected, name, count))
        times, name, count = min(found, default=(0.0, "", 0))
        return f"{name} ({count}, {-times:.1f}x its share)" if name else ""


def _by(
    title: str, summary: Summary, causes: Ranked, clusters: Ranked, counts_of: Callable[[Group], Counter[str]]
) -> Table:
    parts: dict[str, _Part] = {}
    for name, group in causes:
        for value, count in counts_of(group).items():
            part = parts.setdefault(value, _Part())
            part.total += count
            part.causes.append((count, name))
    for _, group in clusters:
        for value, count in counts_of(group).items():
            part = parts.setdefault(value, _Part())
            part.total += count
            part.unknown += count
    ranked = sorted(parts.items(), key=lambda item: (-item[1].total, item[0]))[:_TOP_PER_GROUP]
    rows = tuple(
        (str(part.total), value, _share(part.unknown, part.total), part.leading(), part.stands_out(summary))
        for value, part in ranked
    )
    note = "? where the report does not tell. What stands out is more frequent here than chance would make it."
    is_told = any(value != "?" for value, _ in ranked)
    columns = ("reports", title.partition(" ")[2], "unknown", "leading cause", "stands out")
    return Table(title, note, columns, rows if is_told else ())


def _by_day(summary: Summary) -> Table:
    days = sorted(day for day in summary.days if day)
    rows = tuple(
        (day, *(str(summary.days[day][verdict]) for verdict in ("known", "unsure", "unknown"))) for day in days[-31:]
    )
    return Table(BY_DAY, "The last days that reports tell.", ("day", "known", "unsure", "unknown"), rows)
