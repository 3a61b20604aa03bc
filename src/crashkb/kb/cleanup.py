"""The cache folder kept small: what is old and in nobody's use is removed after an index was built."""

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where a file that is open cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

NEW = ".new-"
"""How names of files begin that are being written; the process id follows."""

_INDEXES = 8
"""Indexes kept, those used last."""

_HOUR = 3600.0
_MONTH = 30 * 24 * _HOUR


def hold(path: Path) -> int:
    """Mark an index as in use until the descriptor that is returned is closed, or the process ends; -1 if that fails.

    Its time becomes that of its last use, to the hour.
    """
    if fcntl is None:
        return -1
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return -1
    with suppress(OSError):  # a read-only folder, or a file system without locks
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        if time.time() - os.fstat(handle).st_mtime > _HOUR:
            os.utime(path)
    return handle


def clean(folder: Path) -> None:
    """Remove indexes beyond the newest few, pointers of forgotten roots, and what killed processes left half written."""
    with suppress(OSError):
        indexes = sorted(folder.glob("index-*.sqlite"), key=_age)
        pointers = [path for path in folder.glob("roots-*.json") if _age(path) > _MONTH]
        left = [path for path in folder.glob(f"{NEW}*") if _is_left(path)]
        _remove(path for path in (*indexes[_INDEXES:], *pointers, *left) if not _is_held(path))


def _age(path: Path) -> float:
    """Seconds since its last use."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:  # another process removed it
        return 0.0


def _is_left(path: Path) -> bool:
    """Whether nobody writes this file any more: not touched for an hour, and its process is gone, or not for a month."""
    age = _age(path)
    number = path.name.removeprefix(NEW).partition("-")[0]
    return age > _MONTH or (age > _HOUR and not _runs(int(number) if number.isdecimal() else 0))


def _runs(process: int) -> bool:
    if process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is another user's
        return True
    return True


def _is_held(path: Path) -> bool:
    """Whether a process has this file in use."""
    if fcntl is None:
        return False
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
