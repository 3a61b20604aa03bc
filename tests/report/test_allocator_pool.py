"""The summary that TensorFlow's allocator prints when it fails; texts from a reproduction and from public reports."""

import pytest

from crashkb.model import Line
from crashkb.report.allocator_pool import read_allocator_pool

NEW = "Total size in pool: 3.00GiB memory_limit_: 23.54GiB available size: 20.54GiB curr_region_allocation_bytes_: 4.00GiB"
OLD = "total_region_allocated_bytes_: 1148427008 memory_limit_: 1843986432 available bytes: 695559424 curr_region_allocation_bytes_: 2147483648"
FULL = "Total bytes in pool: 18995773440 memory_limit_: 18995773440 available bytes: 0 curr_region_allocation_bytes_: 37991546880"


def room(*lines: str) -> list[tuple[str, str, int]]:
    return [tuple(fact) for fact in read_allocator_pool([Line(n, text) for n, text in enumerate(lines, 1)])]


@pytest.mark.parametrize(("line", "expected"), [(NEW, "enough"), (OLD, "none"), (FULL, "none")])
def test_tells_whether_the_limit_left_room(line: str, expected: str) -> None:
    """Figures with units and plain bytes are the same amounts."""
    assert room("I bfc_allocator.cc:1119] " + line) == [("pool_room", expected, 1)]


def test_the_last_failure_counts() -> None:
    """A run may survive one failure and die of another."""
    assert room(NEW, "step 12", OLD) == [("pool_room", "none", 3)]


def test_a_log_without_a_summary_tells_nothing() -> None:
    """Nor does a summary that was cut."""
    assert room("loss 0.1", NEW[:90], "curr_region_allocation_bytes_: much") == []
