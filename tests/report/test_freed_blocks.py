"""Memory that was freed goes back to the system."""

import subprocess
import sys

import pytest

CODE = """
import os
from crashkb.report.freed_blocks import return_large_blocks
def resident():
    pages = int(open("/proc/self/statm").read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
return_large_blocks()
held = []
for _ in range(5):
    large = bytearray(20_000_000)
    held.append([bytes(700) for _ in range(100)])  # lies behind the large block
    del large
print(resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the C library of Linux")
def test_large_blocks_do_not_stay() -> None:
    """Though small ones that still live came behind them."""
    result = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)

    assert int(result.stdout) < 28
