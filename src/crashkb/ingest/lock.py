"""One writer at a time in a root: a lock that the operating system takes back when its holder is killed."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crashkb.errors import IngestError

LOCK_FILE = "ingest/.lock"
WAIT_SECONDS = 120.0
"""An accept takes about a second; a hundred of them may be waiting."""


@contextmanager
def locked(root: Path, wait: float = WAIT_SECONDS) -> Iterator[None]:
    """Hold the lock of a root.

    Args:
        root: a writable root.
        wait: seconds to wait for another holder.

    Raises:
        IngestError: the root cannot be written, or another process holds the lock for longer.
    """
    path = root / LOCK_FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise IngestError(f"{root} cannot be written: {error.strerror or error}") from error
    try:
        _wait_for(handle, path, time.monotonic() + wait)
        try:
            yield
        finally:
            _release(handle)
    finally:
        os.close(handle)


def _wait_for(handle: int, path: Path, deadline: float) -> None:
    pause = 0.005
    while not _try(handle):
        if time.monotonic() > deadline:
            raise IngestError(f"another crashkb has been writing for too long (lock {path}); try again later")
        time.sleep(pause)
        pause = min(0.1, pause * 1.5)


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(handle: int) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
