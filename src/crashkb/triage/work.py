"""The diagnosis of one report as one row; the same bytes whichever process does it."""

import json
import re
from collections import OrderedDict
from hashlib import blake2b
from typing import Any

from crashkb.ask import OpenLibrary, answer_report, condense_text, read_condensed
from crashkb.errors import CrashkbError
from crashkb.match.query import main_block
from crashkb.model import Answer, Report
from crashkb.render.json_answer import row_dict
from crashkb.report.read import read_lines
from crashkb.report.scrub import WHOLE_TEXT, scrub
from crashkb.text.mask import mask
from crashkb.triage.inputs import Batch, Item, open_item

_MOST_REMEMBERED = 4_096
_DATED_CHARACTERS = 4_000

# 2024-05-01, 2024/05/01
_DAY = re.compile(r"(?<!\d)(20\d\d)[-/](0[1-9]|1[0-2])[-/](0[1-9]|[12]\d|3[01])(?!\d)")

_DEVICE_FACTS = ("device", "gpu", "soc", "platform")
_CLUSTER_CHARACTERS = 120
_CLUSTER_FRAMES = 2


class Worker:
    """Makes rows. Reports that are equal but for their log prefixes (times, process ids) are diagnosed once.

    Args:
        library: an opened knowledge base.
    """

    def __init__(self, library: OpenLibrary) -> None:
        self.library = library
        self.diagnosed = 0
        """Reports that were looked at in full."""
        self._known: OrderedDict[bytes, dict[str, Any]] = OrderedDict()

    def rows(self, batch: Batch) -> list[str]:
        """One JSON line for each report, in order."""
        return [self.row(item) for item in batch]

    def row(self, item: Item) -> str:
        """The row of one report as JSON; one that cannot be read has an `error`."""
        return json.dumps(self._row(item), ensure_ascii=False, sort_keys=True)

    def _row(self, item: Item) -> dict[str, Any]:
        loaded = load(self.library, item)
        if loaded.error:
            return error_row(loaded)
        text = loaded.condensed.text if loaded.condensed else loaded.text
        try:
            body = self._body(loaded, text)
        except CrashkbError as error:
            return error_row(loaded._replace(error=str(error)))
        row = {**body, "id": item.id, "source": item.source, "day": item.day or _day(text)}
        row["device"] = item.device or body["device"]
        row["version"] = item.version or body["version"]
        return row

    def _body(self, item: Item, text: str) -> dict[str, Any]:
        """All of a row that the clean lines decide."""
        if item.condensed:
            return self._diagnose(read_condensed(item.condensed))
        lines = scrub(text)
        key = blake2b(repr(lines).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        body = self._known.get(key)
        if body is None:
            body = self._known[key] = self._diagnose(read_lines(lines))
            if len(self._known) > _MOST_REMEMBERED:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(key)
        return body

    def _diagnose(self, report: Report) -> dict[str, Any]:
        self.diagnosed += 1
        answer = answer_report(self.library, report)
        facts = {fact.name: fact.value for fact in reversed(report.facts)}
        framework = facts.get("framework", "")
        version = next((facts[name] for name in (framework, *_PACKAGES.get(framework, ())) if name in facts), "")
        return {
            **row_dict(answer, ""),
            "device": next((facts[name] for name in _DEVICE_FACTS if name in facts), ""),
            "version": f"{framework} {version}".strip(),
            "cluster": cluster(answer),
        }


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


def error_row(item: Item) -> dict[str, Any]:
    """The row of a report that could not be diagnosed."""
    return {
        "id": item.id,
        "source": item.source,
        "error": item.error,
        "verdict": "unknown",
        "causes": [],
        "pages": [],
        "day": item.day,
        "device": item.device,
        "version": item.version,
    }


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
    head = ": ".join(filter(None, (block.exception or block.kind, mask(message[:_CLUSTER_CHARACTERS]).strip())))
    frames = [frame.function or frame.file for frame in block.frames if frame.function or frame.file]
    return " < ".join((head, *frames[:_CLUSTER_FRAMES]))
