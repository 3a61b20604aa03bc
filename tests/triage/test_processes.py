"""All cores: the same rows as one process, whatever happens to the processes."""

import json
import multiprocessing

from crashkb.triage.inputs import batches
from crashkb.triage.processes import DIED, _Pool, run_processes
from kbs import real_library
from triage_reports import many, serial_rows


def test_rows_are_those_of_one_process() -> None:
    """To the byte, once sorted."""
    items = many(150)
    rows = [row for rows in run_processes(real_library(), (), batches(iter(items), most=16), 2) for row in rows]

    assert sorted(rows) == sorted(serial_rows(real_library(), items))
    assert not multiprocessing.active_children()


def test_a_killed_worker_costs_nothing_but_time() -> None:
    """Its reports are given to another."""
    items = many(200)
    rows: list[str] = []
    killed = 0
    for some in run_processes(real_library(), (), batches(iter(items), most=8), 2):
        rows += some
        if killed < 3 and len(rows) > 30 * (killed + 1):
            killed += 1
            multiprocessing.active_children()[0].kill()

    assert killed == 3
    assert sorted(rows) == sorted(serial_rows(real_library(), items))


def test_a_report_that_kills_its_workers_gets_a_row_with_an_error() -> None:
    """The run goes on."""
    pool = _Pool(real_library().index_file, ())
    items = many(3)
    pool._deaths[items[1].source] = 3
    rows = [json.loads(row) for rows in pool.run(batches(iter(items), most=1), 1) for row in rows]
    pool.close()

    assert {row["id"]: row.get("error", "") for row in rows} == {"r0": "", "r1": DIED, "r2": ""}


def test_a_run_that_is_given_up_leaves_no_process_behind() -> None:
    """Ctrl-C in the middle."""
    run = run_processes(real_library(), (), batches(iter(many(200)), most=4), 2)
    next(run)
    run.close()  # type: ignore[attr-defined]

    assert not multiprocessing.active_children()
