"""One process: what the other engines are measured against."""

from collections.abc import Iterable, Iterator

from crashkb.ask import OpenLibrary
from crashkb.triage.inputs import Batch
from crashkb.triage.work import Worker


def run_serial(library: OpenLibrary, batches: Iterable[Batch]) -> Iterator[list[str]]:
    """The rows of each batch, in order."""
    worker = Worker(library)
    for batch in batches:
        yield worker.rows(batch)
