"""What many rows say together, counted row by row: memory stays that of the distinct things, not of the rows."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

_MOST_EXAMPLES = 3
_MOST_CLUSTERS = 50_000
_TOP = 20
_TOP_PER_GROUP = 12


class Group:
    """Reports that share a cause, or a cluster of unknown ones."""

    __slots__ = ("count", "days", "devices", "examples", "first_day", "last_day", "versions")

    def __init__(self) -> None:
        self.count = 0
        self.first_day = self.last_day = ""
        self.examples: list[str] = []
        """Sources of the first reports, in alphabetical order of all: independent of who was ready first."""
        self.days: Counter[str] = Counter()
        self.devices: Counter[str] = Counter()
        self.versions: Counter[str] = Counter()

    def add(self, row: dict[str, Any]) -> None:
        """Count one more report."""
        day, device, version = (str(row.get(name) or "") for name in ("day", "device", "version"))
        self.count += 1
        if day:
            self.first_day = min(self.first_day or day, day)
            self.last_day = max(self.last_day, day)
            self.days[day] += 1
        self.devices[device or "?"] += 1
        self.versions[version or "?"] += 1
        source = str(row.get("source") or row["id"])
        if len(self.examples) < _MOST_EXAMPLES or source < self.examples[-1]:
            self.examples = sorted({*self.examples, source})[:_MOST_EXAMPLES]


class Summary:
    """Counts over rows.

    Attributes:
        total: reports.
        errors: reports that could not be read.
        verdicts: reports by verdict, by day ('' where none is told).
        causes: by cause id (or id of the page that answers), reports whose first candidate it is, known or unsure.
        clusters: reports without a known cause, by what their crashes have in common.
    """

    def __init__(self) -> None:
        self.total = 0
        self.errors = 0
        self.verdicts: Counter[str] = Counter()
        self.days: dict[str, Counter[str]] = {}
        self.causes: dict[str, Group] = {}
        self.clusters: dict[str, Group] = {}
        self.overflow = 0
        """Unknown reports of rare clusters that were no longer told apart."""

    def add(self, row: dict[str, Any]) -> None:
        """Count one row."""
        self.total += 1
        if "error" in row:
            self.errors += 1
            return
        verdict = str(row["verdict"])
        self.verdicts[verdict] += 1
        self.days.setdefault(str(row.get("day") or ""), Counter())[verdict] += 1
        if verdict == "unknown":
            self._add_unknown(row)
        else:
            name = row.get("page") or row["causes"][0]["id"]
            self.causes.setdefault(name, Group()).add(row)

    def _add_unknown(self, row: dict[str, Any]) -> None:
        name = str(row.get("cluster") or "no crash recognised")
        group = self.clusters.get(name)
        if group is None:
            if len(self.clusters) >= _MOST_CLUSTERS:
                self.overflow += 1
                return
            group = self.clusters[name] = Group()
        group.add(row)


def summarise(rows: Iterable[str]) -> Summary:
    """The counts over JSON rows."""
    summary = Summary()
    for row in rows:
        summary.add(json.loads(row))
    return summary


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
    parts = [
        Table(
            "Top causes",
            "Known and unsure reports by their first candidate.",
            ("reports", "share", "cause", "what it is", "first seen", "last seen", "examples"),
            tuple(
                (
                    str(group.count),
                    _share(group.count, summary.total),
                    name,
                    title_of(name),
                    group.first_day,
                    group.last_day,
                    ", ".join(group.examples),
                )
                for name, group in causes[:_TOP]
            ),
        ),
        *((_new(summary, title_of, since),) if since else ()),
        _clusters(clusters, summary),
        _by("By device", causes, clusters, lambda group: group.devices),
        _by("By version", causes, clusters, lambda group: group.versions),
        _by_day(summary),
    ]
    return tuple(part for part in parts if part.rows)


def _ranked(groups: dict[str, Group]) -> list[tuple[str, Group]]:
    return sorted(groups.items(), key=lambda item: (-item[1].count, item[0]))


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else ""


def _clusters(clusters: Sequence[tuple[str, Group]], summary: Summary) -> Table:
    note = (
        "Reports without a known cause, by type, message and first frames: what the knowledge base should learn next."
    )
    if summary.overflow:
        note += f" {summary.overflow:,} more in rare clusters."
    rows = tuple(
        (str(group.count), name[:200], group.first_day, group.last_day, ", ".join(group.examples))
        for name, group in clusters[:_TOP]
    )
    return Table("Unknown", note, ("reports", "what they share", "first seen", "last seen", "examples"), rows)


def _new(summary: Summary, title_of: Callable[[str], str], since: str) -> Table:
    found = [
        (group.count, f"{name}: {title_of(name)}", group.first_day, group.examples)
        for name, group in summary.causes.items()
        if group.first_day >= since
    ]
    found += [
        (group.count, f"unknown: {name[:200]}", group.first_day, group.examples)
        for name, group in summary.clusters.items()
        if group.first_day >= since
    ]
    found.sort(key=lambda item: (-item[0], item[1]))
    rows = tuple((str(count), name, day, ", ".join(examples)) for count, name, day, examples in found[:_TOP])
    note = f"First seen on {since} or later, among the reports that tell a day."
    return Table(f"New since {since}", note, ("reports", "cause", "first seen", "examples"), rows)


def _by(
    title: str,
    causes: Sequence[tuple[str, Group]],
    clusters: Sequence[tuple[str, Group]],
    counts_of: Callable[[Group], Counter[str]],
) -> Table:
    totals: Counter[str] = Counter()
    leading: dict[str, tuple[int, str]] = {}
    for names, is_cause in ((causes, True), (clusters, False)):
        for name, group in names:
            for value, count in counts_of(group).items():
                totals[value] += count
                if is_cause and count > leading.get(value, (0, ""))[0]:
                    leading[value] = (count, name)
    rows = []
    for value, count in sorted(totals.items(), key=lambda item: (-item[1], item[0]))[:_TOP_PER_GROUP]:
        most, cause = leading.get(value, (0, ""))
        rows.append((str(count), value, f"{cause} ({most})" if cause else ""))
    is_told = any(value != "?" for _, value, _ in rows)
    return Table(
        title, "? where the report does not tell.", ("reports", "", "leading cause"), tuple(rows) if is_told else ()
    )


def _by_day(summary: Summary) -> Table:
    days = sorted(day for day in summary.days if day)
    rows = tuple(
        (day, *(str(summary.days[day][verdict]) for verdict in ("known", "unsure", "unknown"))) for day in days[-31:]
    )
    return Table("By day", "The last days that reports tell.", ("day", "known", "unsure", "unknown"), rows)
