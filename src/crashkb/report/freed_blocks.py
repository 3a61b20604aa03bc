"""Memory that was freed goes back to the system at once.

The C library of Linux learns from the first large block that is freed that such blocks come again, and from then on keeps
them among the small ones, where they leave holes. Automata over a huge text come and go: that was 9 MB of 69.
"""

import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3
"""What glibc's malloc.h calls M_MMAP_THRESHOLD."""

_LARGE = 1 << 20


def return_large_blocks() -> None:
    """Have blocks of a megabyte and more given back to the system when they are freed; where that cannot be said, nothing."""
    if sys.platform == "linux":
        import ctypes  # deferred: only huge texts need it

        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)
