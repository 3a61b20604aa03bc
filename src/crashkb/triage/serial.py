"""One process: what the other engines are measured against."""

from collections.abc import Iterable, Iterator

from crashkb.ask import OpenLibrary
from crashkb.triage.inputs import Batch, Item
from crashkb.triage.once import Once
from crashkb.triage.work import Worker


def run_serial(library: OpenLibrary, batches: Iterable[Batch]) -> Iterator[list[str]]:
    """The rows of each batch, in order."""
    worker, once = Worker(library), Once()
    for batch in batches:
        yield [row for item in batch for row in _rows(worker, once, item)]


def _rows(worker: Worker, once: Once, item: Item) -> list[str]:
    """The row of a report: one after the other, none has to wait."""
    rows, chosen = once.take_heads((item,), worker.heads((item,)))
    return rows or once.take_bodies(chosen, worker.bodies(chosen))
