"""A Dask cluster: the same rows as one process, also when a worker dies."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from crashkb.errors import LibraryError
from crashkb.triage.cluster import do_task
from crashkb.triage.processes import Task
from kbs import real_library
from triage_reports import many, serial_rows

TESTS = Path(__file__).parents[1]

SCRIPT = f"""
import json, os, signal, sys
sys.path.insert(0, {str(TESTS)!r})
from crashkb.ask import open_library_file
from crashkb.triage.cluster import run_dask
from crashkb.triage.inputs import batches
from triage_reports import many

if __name__ == "__main__":
    from distributed import Client, LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster, Client(cluster) as client:
        victims = list(client.run(os.getpid).values())
        for rows in run_dask(open_library_file(sys.argv[1]), (), batches(iter(many(200)), most=8), cluster.scheduler_address):
            print(json.dumps(rows), flush=True)
            if victims:
                os.kill(victims.pop(), signal.SIGKILL)
                victims = []
"""


def test_rows_are_those_of_one_process_though_a_worker_is_killed(tmp_path: Path) -> None:
    """To the byte, once sorted."""
    pytest.importorskip("distributed")
    (tmp_path / "script.py").write_text(SCRIPT)
    result = subprocess.run(
        [sys.executable, str(tmp_path / "script.py"), real_library().index_file],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert result.returncode == 0, result.stderr
    rows = [row for line in result.stdout.splitlines() for row in json.loads(line)]
    assert sorted(rows) == sorted(serial_rows(real_library(), many(200)))


def test_a_worker_with_other_pages_is_refused() -> None:
    """Two knowledge bases would give two kinds of rows."""
    task = Task("heads", tuple(many(2)))
    with pytest.raises(LibraryError, match="knowledge base"):
        do_task(task, (), real_library().index_file, "another")

    assert len(do_task(task, (), real_library().index_file, real_library().version)) == 2
