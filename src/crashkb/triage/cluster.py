"""A Dask cluster: the same work as elsewhere, a batch a task; the reports travel, so workers need not see the files."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from crashkb.ask import OpenLibrary, open_library, open_library_file
from crashkb.errors import CrashkbError, LibraryError
from crashkb.triage.inputs import Batch
from crashkb.triage.once import Once
from crashkb.triage.processes import DIED, Task
from crashkb.triage.work import Body, Head, Worker, load

_AHEAD = 4
"""Batches per worker thread that are on their way at once; more would only fill the scheduler's memory."""

_MOST_LOST = 1_000
"""Results that may be lost with their workers; with more the cluster itself is gone."""


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
    """Tasks on their way."""

    def __init__(self, distributed: Any, client: Any, library: OpenLibrary, roots: tuple[str, ...]) -> None:
        self._distributed = distributed
        self._client = client
        self._library = library
        self._roots = roots
        self._index = library.index_file
        self._once = Once()
        self._lost = 0
        self._tasks: dict[str, Task] = {}
        self._done = distributed.as_completed()

    def rows(self, batches: Iterator[Batch]) -> Iterator[list[str]]:
        threads = sum(self._client.nthreads().values()) or 1
        for batch in batches:
            self._submit(Task("heads", tuple(load(self._library, item) for item in batch)))
            while len(self._tasks) >= _AHEAD * threads:
                yield self._next()
        while self._tasks:
            yield self._next()

    def _submit(self, task: Task) -> None:
        future = self._client.submit(do_task, task, self._roots, self._index, self._library.version, pure=False)
        self._tasks[future.key] = task
        self._done.add(future)

    def _next(self) -> list[str]:
        """The rows that are ready by the next task that ends; none where others have to be done first."""
        future = next(self._done)
        task = self._tasks.pop(future.key)
        try:
            reply = future.result()
        except self._distributed.scheduler.KilledWorker:
            return self._killed(task)
        except CrashkbError:
            raise
        except Exception as error:
            self._lost += 1
            if future.status == "error" or self._lost > _MOST_LOST:
                raise LibraryError(f"the Dask worker failed: {error}") from error
            # Its worker died with the result; waiting for its second coming fails in distributed itself.
            self._submit(task)
            return []
        if task.step == "bodies":
            return self._once.take_bodies(task.batch, reply)
        rows, chosen = self._once.take_heads(task.batch, reply)
        if chosen:
            self._submit(Task("bodies", chosen))
        return rows

    def _killed(self, task: Task) -> list[str]:
        """The row of a report that keeps killing workers; none where it has to be found among others."""
        if len(task.batch) > 1:
            for part in task.split():
                self._submit(part)
            return []
        rows, follower = self._once.give_up(task.batch[0], DIED)
        if follower:
            self._submit(Task("bodies", follower))
        return rows


def do_task(task: Task, roots: tuple[str, ...], index: str, version: str) -> list[Head] | list[Body]:
    """A task, on a worker.

    Args:
        task: a step, and reports with their texts.
        roots: the `--kb` folders, as the worker sees them.
        index: index file to open where the worker has it (on the same machine).
        version: of the knowledge base that is wanted.

    Raises:
        LibraryError: the worker's knowledge base is another one.
    """
    with _ONE:
        worker = _worker(roots, index)
        if worker.library.version != version:
            raise LibraryError(f"a Dask worker has knowledge base {worker.library.version}, this machine {version}")
        return worker.heads(task.batch) if task.step == "heads" else worker.bodies(task.batch)


_ONE = Lock()
"""A Dask worker may have many threads; a library and what a worker remembers are for one at a time."""


@lru_cache(maxsize=2)
def _worker(roots: tuple[str, ...], index: str) -> Worker:
    """One opened knowledge base a process, not a task."""
    return Worker(open_library_file(index) if index and Path(index).is_file() else open_library(roots))
