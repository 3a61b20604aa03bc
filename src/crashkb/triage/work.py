"""The diagnosis of one report in two steps, and its row; the same bytes whichever process does it."""

import json
import re
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from crashkb.ask import OpenLibrary, answer_report, condense_text, read_condensed
from crashkb.errors import CrashkbError, InputError
from crashkb.match.query import main_block
from crashkb.model import Answer, Line, Report
from crashkb.render.json_answer import row_dict
from crashkb.report.read import read_lines
from crashkb.report.scrub import WHOLE_TEXT, scrub
from crashkb.text.mask import mask
from crashkb.triage.inputs import Batch, Item, open_item

if TYPE_CHECKING:
    from crashkb.report.condense import Condensed

_MOST_HELD = 2_000_000
"""Characters of reports that are remembered between the two steps; what is forgotten is read again."""

_DATED_CHARACTERS = 4_000

# 2024-05-01, 2024/05/01
_DAY = re.compile(r"(?<!\d)(20\d\d)[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])(?!\d)")

_DEVICE_FACTS = ("device", "gpu", "soc", "platform")
_CLUSTER_CHARACTERS = 120
_CLUSTER_FRAMES = 2


Body = dict[str, Any]
"""All of a row that the text decides; or only an `error`."""


class Head(NamedTuple):
    """What a report is known by before it is diagnosed."""

    id: str
    source: str
    day: str = ""
    device: str = ""
    """As its row tells, '' if it does not; so `version`."""
    version: str = ""
    fingerprint: str = ""
    """Equal for reports that are equal but for their log prefixes (times, process ids)."""
    error: str = ""
    """Why it cannot be read, if it cannot."""


class _Reading(NamedTuple):
    """A report that was read."""

    size: int
    """Characters."""
    day: str
    lines: tuple[Line, ...] = ()
    condensed: "Condensed | None" = None
    """The telling stretches of a huge report, in place of the lines."""

    def fingerprint(self) -> str:
        data = repr(self.condensed or self.lines).encode("utf-8", "surrogatepass")
        return blake2b(data, digest_size=16).hexdigest()

    def report(self) -> Report:
        return read_condensed(self.condensed) if self.condensed else read_lines(self.lines)


class Worker:
    """Reads and diagnoses reports; what was read for the first step is remembered for the second.

    Args:
        library: an opened knowledge base.
    """

    def __init__(self, library: OpenLibrary) -> None:
        self.library = library
        self.diagnosed = 0
        """Reports that were looked at in full."""
        self._readings: OrderedDict[str, _Reading] = OrderedDict()
        """By source."""
        self._held = 0

    def heads(self, batch: Batch) -> list[Head]:
        """The first step: what each report is known by."""
        return [self._head(item) for item in batch]

    def bodies(self, batch: Batch) -> list[Body]:
        """The second step: the diagnosis of each report."""
        return [self._body(item) for item in batch]

    def _head(self, item: Item) -> Head:
        head = Head(item.id, item.source, item.day, item.device, item.version)
        try:
            reading = self._read(item)
        except CrashkbError as error:
            return head._replace(error=str(error))
        self._readings[item.source] = reading
        self._held += reading.size
        while self._held > _MOST_HELD and len(self._readings) > 1:
            self._held -= self._readings.popitem(last=False)[1].size
        return head._replace(day=item.day or reading.day, fingerprint=reading.fingerprint())

    def _body(self, item: Item) -> Body:
        reading = self._readings.pop(item.source, None)
        try:
            if reading is None:
                reading = self._read(item)
            else:
                self._held -= reading.size
            return self._diagnose(reading.report())
        except CrashkbError as error:
            return {"error": str(error)}

    def _read(self, item: Item) -> _Reading:
        """Read a report.

        Raises:
            InputError: it cannot be read.
        """
        loaded = load(self.library, item)
        if loaded.error:
            raise InputError(loaded.error)
        if loaded.condensed:
            text = loaded.condensed.text
            return _Reading(len(text), _day(text), condensed=loaded.condensed)
        return _Reading(len(loaded.text), _day(loaded.text), scrub(loaded.text))

    def _diagnose(self, report: Report) -> Body:
        self.diagnosed += 1
        answer = answer_report(self.library, report)
        facts = {fact.name: fact.value for fact in reversed(report.facts)}
        framework = facts.get("framework", "")
        version = next((facts[name] for name in (framework, *_PACKAGES.get(framework, ())) if name in facts), "")
        body = {
            **row_dict(answer, ""),
            "device": next((facts[name] for name in _DEVICE_FACTS if name in facts), ""),
            "version": f"{framework} {version}".strip(),
            "cluster": cluster(answer),
        }
        return {**body, "incomplete": report.incomplete} if report.incomplete else body


def row_of(head: Head, body: Body) -> str:
    """The row of one report as JSON."""
    told = {"id": head.id, "source": head.source, "day": head.day}
    told["device"] = head.device or body["device"]
    told["version"] = head.version or body["version"]
    return json.dumps({**body, **told}, ensure_ascii=False, sort_keys=True)


_PACKAGES = {"pytorch": ("torch",), "keras": ("keras", "tensorflow"), "transformers": ("transformers", "torch")}
"""Framework to the packages whose version tells its own."""


def load(library: OpenLibrary, item: Item) -> Item:
    """The item with its text, or the telling stretches of a huge one, or an error, in place of its path."""
    if item.error or item.condensed:
        return item
    try:
        with open_item(item) as text:
            if isinstance(text, str) and len(text) <= WHOLE_TEXT:
                return item._replace(text=text, path="")
            return item._replace(text="", path="", condensed=condense_text(library, text))
    except (CrashkbError, OSError) as error:
        return item._replace(path="", error=str(error))


def error_row(item: Item, error: str) -> str:
    """The row of a report that could not be diagnosed."""
    row = {
        "id": item.id,
        "source": item.source,
        "error": error,
        "verdict": "unknown",
        "causes": [],
        "pages": [],
        "day": item.day,
        "device": item.device,
        "version": item.version,
    }
    return json.dumps(row, ensure_ascii=False, sort_keys=True)


def _day(text: str) -> str:
    """The first date that the report tells, ISO, or ''."""
    match = _DAY.search(text[:_DATED_CHARACTERS])
    return "-".join(match.groups()) if match else ""


def cluster(answer: Answer) -> str:
    """What reports of one unknown failure have in common: type, masked message and first frames of the crash."""
    report = answer.report
    block = main_block(report)
    if block is None:
        line = next((line.text for line in report.lines), "")
        return mask(line[:_CLUSTER_CHARACTERS]).strip()
    message = next((line for line in block.message.splitlines() if line.strip()), "")
    said = mask(message[:_CLUSTER_CHARACTERS]).strip()
    name = block.exception or block.kind
    head = said if said.startswith(name) else ": ".join(filter(None, (name, said)))
    frames = [frame.function or frame.file for frame in block.frames if frame.function or frame.file]
    return " < ".join((head, *frames[:_CLUSTER_FRAMES]))
