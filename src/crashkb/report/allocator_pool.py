"""What the pool allocator of TensorFlow and XLA says of itself when it fails: whether its own limit left room.

A pool that got no memory though its limit left room was refused by the system (a limit on the process, another user of
the memory), not stopped by its own size. Source: bfc_allocator.cc, DumpMemoryLog; older releases print plain bytes, newer
ones units.
"""

from collections.abc import Iterator, Sequence

from crashkb.model import Fact, Line
from crashkb.text.lazy import LazyPattern

_SIGN = "curr_region_allocation_bytes_: "
_AMOUNT = r"(\d{1,20}(?:\.\d{1,4})?)([KMGT]iB|B)?"
# memory_limit_: 23.54GiB available size: 20.54GiB curr_region_allocation_bytes_: 4.00GiB
_SUMMARY = LazyPattern(rf" available (?:bytes|size): {_AMOUNT} {_SIGN}{_AMOUNT}(?![\w.])")
_WORTH = {None: 1, "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


def read_allocator_pool(lines: Sequence[Line]) -> Iterator[Fact]:
    """One fact of the last such summary, `pool_room`: 'enough' if the limit left as much as was asked of the system, else 'none'."""
    for line in reversed(lines):
        match = _SUMMARY.search(line.text) if _SIGN in line.text else None
        if match is not None:
            left, left_unit, asked, asked_unit = match.groups()
            enough = float(left) * _WORTH[left_unit] >= float(asked) * _WORTH[asked_unit]
            yield Fact("pool_room", "enough" if enough else "none", line.number)
            return
