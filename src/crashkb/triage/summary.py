"""What many rows say together, counted row by row: memory stays that of the distinct things, not of the rows."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

_MOST_EXAMPLES = 3
_MOST_CLUSTERS = 50_000


class Group:
    """Reports that share a cause, or a cluster of unknown ones."""

    __slots__ = ("count", "days", "devices", "examples", "first_day", "known", "last_day", "versions")

    def __init__(self) -> None:
        self.count = 0
        self.known = 0
        """Reports of which the verdict is known."""
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
        self.known += row.get("verdict") == "known"
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
        incomplete: reports of which only a part could be read.
        pages: versions of the knowledge base that diagnosed them.
        verdicts: reports by verdict, by day ('' where none is told).
        causes: by cause id (or id of the page that answers), reports whose first candidate it is, known or unsure.
        clusters: reports without a known cause, by what their crashes have in common.
    """

    def __init__(self) -> None:
        self.total = 0
        self.errors = 0
        self.incomplete = 0
        self.pages: set[str] = set()
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
        self.incomplete += bool(row.get("incomplete"))
        self.pages.update(filter(None, (str(row.get("kb") or ""),)))
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
