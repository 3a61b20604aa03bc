"""One triage from inputs to rows: which engine, what is finished already."""

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from crashkb.ask import OpenLibrary
from crashkb.triage.inputs import Item, batches, find_inputs
from crashkb.triage.output import Output
from crashkb.triage.serial import run_serial

ENGINES = ("auto", "serial", "processes", "dask")

_FEW = 24
"""Reports up to which starting processes takes longer than the work."""


class Plan(NamedTuple):
    """How a triage is to run."""

    roots: tuple[str, ...] = ()
    engine: str = "auto"
    """One of ENGINES; 'auto' takes all cores where that pays."""
    jobs: int = 0
    """Processes; 0 for one a core."""
    scheduler: str = ""
    """Address of a Dask cluster; '' for one on this machine."""


def diagnose(
    library: OpenLibrary,
    inputs: Sequence[str],
    plan: Plan,
    output: Output | None = None,
    without: Sequence[Path] = (),
) -> Iterator[list[str]]:
    """The rows of all reports, some at a time, written to the output before they are given out.

    The rows are the same whichever engine makes them; their order is that of the inputs with one process only.

    Args:
        library: the opened knowledge base.
        inputs: as `find_inputs` takes them.
        plan: how to run.
        output: where the rows go; reports that have their row there already are left out.
        without: paths that are no input, such as reports that will be written.

    Raises:
        InputError: an input names nothing.
        LibraryError: the Dask cluster cannot be used.
    """
    written = [path.resolve() for path in (*without, *((output.path,) if output else ()))]
    items = (item for item in find_inputs(inputs, written) if output is None or not output.is_finished(item.source))
    for rows in _rows(library, items, plan):
        if output is not None:
            output.write(rows)
        yield rows


def _rows(library: OpenLibrary, items: Iterator[Item], plan: Plan) -> Iterator[list[str]]:
    jobs = plan.jobs or _cores()
    engine = plan.engine
    if engine == "auto":
        first = list(islice(items, _FEW + 1))
        items = chain(first, items)
        engine = "serial" if len(first) <= _FEW or jobs == 1 else "processes"
    if engine == "serial":
        return run_serial(library, batches(items))
    # Deferred: few reports need no processes, few machines have Dask.
    if engine == "dask":
        from crashkb.triage.cluster import run_dask

        return run_dask(library, plan.roots, batches(items), plan.scheduler, jobs)
    from crashkb.triage.processes import run_processes

    return run_processes(library, plan.roots, batches(items), jobs)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
