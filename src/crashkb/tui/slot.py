"""Places for what a chat has not sent: each running chat has one of its own, so that two of them do not mix theirs."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

_MOST = 32
"""Chats at once in one folder; the next one shares the last place."""


class Slot:
    """A place that one running chat holds, by a lock that the system takes back when the chat dies.

    Args:
        path: the JSON file.
        lock: the open lock file, None where there is none.
    """

    def __init__(self, path: Path, lock: IO[bytes] | None) -> None:
        self.path = path
        self._lock = lock

    def release(self) -> None:
        """Leave it to the next chat."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def take_slot(folder: Path) -> Slot:
    """A free place of a folder: one in which a chat that is gone left something, else the first."""
    free: list[Slot] = []
    for number in range(1, _MOST + 1):
        path = folder / ("unsent.json" if number == 1 else f"unsent-{number}.json")
        try:
            lock = _locked(path.with_suffix(".lock"))
        except BlockingIOError:
            continue
        except OSError:  # a folder that is read-only, or cannot lock
            lock = None
        free.append(Slot(path, lock))
        if lock is None or path.exists() or not _is_later(folder, number):
            break
    return _first_with_content(free) or Slot(folder / f"unsent-{_MOST}.json", None)


def _first_with_content(free: list[Slot]) -> Slot | None:
    chosen = next((slot for slot in free if slot.path.exists()), free[0] if free else None)
    for slot in free:
        if slot is not chosen:
            slot.release()
    return chosen


def _is_later(folder: Path, number: int) -> bool:
    """Whether a later place was ever taken."""
    return any((folder / f"unsent-{later}.lock").exists() for later in range(number + 1, _MOST + 1))


def _locked(path: Path) -> IO[bytes] | None:
    """The file, open and locked.

    Raises:
        BlockingIOError: another chat holds it.
        OSError: it cannot be made or locked.
    """
    if sys.platform == "win32":  # no such locks: all chats share the first place
        return None
    import fcntl

    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    file = path.open("rb")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        with suppress(OSError):
            file.close()
        raise
    return file
