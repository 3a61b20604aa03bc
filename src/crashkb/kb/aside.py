"""Work that a second process does while this one goes on."""

import os
import sys
from collections.abc import Callable


def begin(work: Callable[[], str]) -> Callable[[], str]:
    """Begin the work in a forked child; what is returned waits for the result, and is called once.

    Where a process cannot be forked safely (other threads run, Windows) or the child dies, the work is done when its
    result is asked for.

    Args:
        work: has no effect but its result, a short text.
    """
    if not hasattr(os, "fork") or _has_threads():
        return work
    reading, writing = os.pipe()
    try:
        child = os.fork()
    except OSError:  # no more processes allowed
        os.close(reading)
        os.close(writing)
        return work
    if not child:
        _finish(work, writing)
    os.close(writing)

    def result() -> str:
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read().decode()
        os.waitpid(child, 0)
        return said or work()

    return result


def _has_threads() -> bool:
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def _finish(work: Callable[[], str], writing: int) -> None:
    """Do the work and end this process, whatever happens, without running anything that belongs to the parent."""
    try:
        os.write(writing, work().encode())
    finally:
        os._exit(0)
