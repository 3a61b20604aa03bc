"""All cores of this machine: one process each, fed with batches through pipes of their own.

The standard library's pools leave their workers behind when the parent is killed, and give up when a worker is. Here a
worker ends when its pipe closes, and a batch whose worker died is given to another one, report by report; a report that
kills three workers gets a row with an error.
"""

import contextlib
import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import NamedTuple, cast

from crashkb.ask import OpenLibrary, open_library, open_library_file
from crashkb.triage.inputs import Batch
from crashkb.triage.once import Once
from crashkb.triage.work import Worker

_MOST_DEATHS = 3
DIED = "the process that read this report died"


class _Mate(NamedTuple):
    """One worker, seen from the parent."""

    process: BaseProcess
    pipe: Connection


class Task(NamedTuple):
    """What a worker is asked for."""

    step: str
    """The method of `Worker` that does it: 'heads' or 'bodies'."""
    batch: Batch

    def split(self) -> list["Task"]:
        """The same for each report alone."""
        return [Task(self.step, (item,)) for item in self.batch]


def run_processes(
    library: OpenLibrary, roots: Sequence[str], batches: Iterable[Batch], jobs: int
) -> Iterator[list[str]]:
    """The rows of each batch, as they become ready.

    Args:
        library: the opened knowledge base; each worker opens the same index file.
        roots: the `--kb` folders, for the workers where there is no such file.
        batches: the work, read as it is needed.
        jobs: number of processes.
    """
    pool = _Pool(library.index_file, roots)
    try:
        yield from pool.run(iter(batches), jobs)
    finally:
        pool.close()


class _Pool:
    def __init__(self, index: str, roots: Sequence[str]) -> None:
        self._opening = (index, tuple(roots))
        self._context = multiprocessing.get_context("spawn")  # threads and open databases do not survive a fork
        self._once = Once()
        self._busy: dict[Connection, tuple[_Mate, Task]] = {}
        self._idle: list[_Mate] = []
        self._again: deque[Task] = deque()
        self._deaths: Counter[str] = Counter()

    def run(self, batches: Iterator[Batch], jobs: int) -> Iterator[list[str]]:
        more = True
        while more or self._busy or self._again:
            while len(self._busy) < jobs and (more or self._again):
                task = self._again.popleft() if self._again else _first_step(next(batches, None))
                if task is None:
                    more = False
                elif rows := self._hopeless(task):
                    yield rows
                else:
                    self._give(self._idle.pop() if self._idle else self._start(), task)
            for pipe in wait(list(self._busy)) if self._busy else ():
                rows = self._take(cast(Connection, pipe))
                if rows:
                    yield rows

    def _hopeless(self, task: Task) -> list[str]:
        """The row of a report that killed too many workers, else nothing."""
        if len(task.batch) > 1 or self._deaths[task.batch[0].source] < _MOST_DEATHS:
            return []
        rows, follower = self._once.give_up(task.batch[0], DIED)
        if follower:
            self._again.append(Task("bodies", follower))
        return rows

    def _give(self, mate: _Mate, task: Task) -> None:
        if not mate.process.is_alive():  # it died while it was idle: no fault of the report's
            mate.pipe.close()
            mate = self._start()
        self._busy[mate.pipe] = (mate, task)
        with contextlib.suppress(OSError):  # it dies just now: reading from it will tell
            mate.pipe.send(task)

    def _take(self, pipe: Connection) -> list[str]:
        """The rows that are ready by what a worker sent; none if it died, and its task is put back."""
        mate, task = self._busy.pop(pipe)
        try:
            reply = pipe.recv()
        except (EOFError, OSError):
            pipe.close()
            mate.process.join()
            if len(task.batch) == 1:
                self._deaths[task.batch[0].source] += 1
            self._again += task.split()
            return []
        rows: list[str]
        chosen: Batch = ()
        if task.step == "heads":
            rows, chosen = self._once.take_heads(task.batch, reply)
        else:
            rows = self._once.take_bodies(task.batch, reply)
        if chosen:
            self._give(mate, Task("bodies", chosen))  # to the same worker: it remembers what it read
        else:
            self._idle.append(mate)
        return rows

    def _start(self) -> _Mate:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, *self._opening), daemon=True)
        process.start()
        theirs.close()
        return _Mate(process, ours)

    def close(self) -> None:
        """End all workers: the busy ones too, if the run is given up."""
        mates = [*self._idle, *(mate for mate, _ in self._busy.values())]
        for mate, _ in self._busy.values():
            mate.process.terminate()
        for mate in mates:
            mate.pipe.close()
        for mate in mates:
            mate.process.join()


def _first_step(batch: Batch | None) -> Task | None:
    return None if batch is None else Task("heads", batch)


def serve(pipe: Connection, index: str, roots: Sequence[str]) -> None:
    """A worker: tasks in, heads or bodies out, until the pipe closes (the parent is done, or dead)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends us
    worker = Worker(open_library_file(index) if index else open_library(roots))
    with contextlib.suppress(EOFError, OSError):
        while True:
            task: Task = pipe.recv()
            pipe.send(getattr(worker, task.step)(task.batch))
