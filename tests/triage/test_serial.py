"""One process."""

import json

from crashkb.triage.inputs import batches
from crashkb.triage.serial import run_serial
from kbs import small_library
from triage_reports import many, serial_rows


def test_rows_come_in_the_order_of_the_reports() -> None:
    """A batch at a time."""
    items = many(100)
    groups = list(run_serial(small_library(), batches(iter(items))))

    assert [json.loads(row)["id"] for rows in groups for row in rows] == [item.id for item in items]
    assert len(groups) == 2
    assert [row for rows in groups for row in rows] == serial_rows(small_library(), items)
