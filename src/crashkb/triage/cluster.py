"""A Dask cluster: the same work as elsewhere, a batch a task; the reports travel, so workers need not see the files."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from crashkb.ask import OpenLibrary, open_library, open_library_file
from crashkb.errors import CrashkbError, LibraryError
from crashkb.triage.inputs import Batch
from crashkb.triage.processes import DIED
from crashkb.triage.work import Worker, error_row, load

_AHEAD = 4
"""Batches per worker thread that are on their way at once; more would only fill the scheduler's memory."""


def run_dask(
    library: OpenLibrary, roots: Sequence[str], batches: Iterable[Batch], scheduler: str = "", jobs: int = 1
) -> Iterator[list[str]]:
    """The rows of each batch, as they become ready.

    A batch whose worker died is given to another one; one that keeps killing workers is split, and a report that does so
    alone gets a row with an error.

    Args:
        library: the opened knowledge base; the workers must have one of the same version.
        roots: the `--kb` folders, as the workers see them.
        batches: the work, read as it is needed.
        scheduler: address of the cluster's scheduler; '' starts a cluster on this machine.
        jobs: processes of that local cluster.

    Raises:
        LibraryError: Dask is not installed, the scheduler does not answer, or a worker has other pages.
    """
    try:
        distributed: Any = import_module("distributed")  # optional, slow to import, and without types
    except ImportError as error:
        raise LibraryError("Dask is not installed: pip install 'crashkb[dask]'") from error
    local = None
    if not scheduler:
        local = distributed.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
    try:
        client = distributed.Client(scheduler or local)
    except OSError as error:
        raise LibraryError(f"no Dask scheduler answers at {scheduler}: {error}") from error
    try:
        yield from _Run(distributed, client, library, tuple(roots)).rows(iter(batches))
    finally:
        client.close()
        if local is not None:
            local.close()


class _Run:
    """Tasks on their way and the batches they stand for."""

    def __init__(self, distributed: Any, client: Any, library: OpenLibrary, roots: tuple[str, ...]) -> None:
        self._distributed = distributed
        self._client = client
        self._library = library
        self._roots = roots
        self._index = library.index_file
        self._batches: dict[str, Batch] = {}
        self._done = distributed.as_completed()

    def rows(self, batches: Iterator[Batch]) -> Iterator[list[str]]:
        threads = sum(self._client.nthreads().values()) or 1
        for batch in batches:
            self._submit(tuple(load(self._library, item) for item in batch))
            while len(self._batches) >= _AHEAD * threads:
                yield from self._next()
        while self._batches:
            yield from self._next()

    def _submit(self, batch: Batch) -> None:
        future = self._client.submit(diagnose_batch, batch, self._roots, self._index, self._library.version, pure=False)
        self._batches[future.key] = batch
        self._done.add(future)

    def _next(self) -> Iterator[list[str]]:
        """The rows of the next task that ends; none where its batch has to be given out again."""
        future = next(self._done)
        batch = self._batches.pop(future.key)
        try:
            yield future.result()
        except self._distributed.scheduler.KilledWorker:
            if len(batch) > 1:
                for item in batch:
                    self._submit((item,))
                return
            row = error_row(batch[0]._replace(error=DIED))
            yield [json.dumps(row, ensure_ascii=False, sort_keys=True)]
        except CrashkbError:
            raise
        except Exception as error:
            raise LibraryError(f"the Dask worker failed: {error}") from error


def diagnose_batch(batch: Batch, roots: tuple[str, ...], index: str, version: str) -> list[str]:
    """A task: the rows of a batch.

    Args:
        batch: reports with their texts.
        roots: the `--kb` folders, as the worker sees them.
        index: index file to open where the worker has it (on the same machine).
        version: of the knowledge base that is wanted.

    Raises:
        LibraryError: the worker's knowledge base is another one.
    """
    with _ONE:
        return _rows(batch, roots, index, version)


_ONE = Lock()
"""A Dask worker may have many threads; a library and what a worker remembers are for one at a time."""


def _rows(batch: Batch, roots: tuple[str, ...], index: str, version: str) -> list[str]:
    worker = _worker(roots, index)
    if worker.library.version != version:
        raise LibraryError(f"a Dask worker has knowledge base {worker.library.version}, this machine {version}")
    return worker.rows(batch)


@lru_cache(maxsize=2)
def _worker(roots: tuple[str, ...], index: str) -> Worker:
    """One opened knowledge base a process, not a task."""
    return Worker(open_library_file(index) if index and Path(index).is_file() else open_library(roots))
