"""The chat's end of the wire to the worker process: requests wait for each other, the screen waits for none."""

import asyncio
import pickle
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from crashkb.errors import CrashkbError

_LENGTH_BYTES = 8
_LIMIT_BYTES = 2**16


class EngineError(CrashkbError):
    """The worker process failed at a request; the text is its traceback."""


class Refused(CrashkbError):
    """The request cannot be met, for a reason that the person can mend; the text is one clear line."""


class Engine:
    """One worker process, started at the first request and again after it was stopped.

    Args:
        command: how to start it; another one is for tests.
        roots: `--kb` folders.
    """

    def __init__(self, roots: Sequence[str] = (), command: Sequence[str] = ()) -> None:
        self._command = tuple(command) or (sys.executable, "-m", "crashkb.tui.worker", *roots)
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._ended: list[asyncio.subprocess.Process] = []

    async def request(self, name: str, *arguments: object) -> Any:
        """What the worker's method of that name returns.

        Raises:
            Refused: the file or text cannot be used.
            EngineError: the worker failed or ended.
        """
        async with self._turn:
            process = await self._started()
            try:
                data = pickle.dumps((name, arguments), protocol=pickle.HIGHEST_PROTOCOL)
                assert process.stdin is not None and process.stdout is not None
                process.stdin.write(len(data).to_bytes(_LENGTH_BYTES, "big"))
                process.stdin.write(data)
                await process.stdin.drain()
                head = await process.stdout.readexactly(_LENGTH_BYTES)
                reply = await process.stdout.readexactly(int.from_bytes(head, "big"))
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                self._forget(process)
                raise EngineError("the diagnosis process ended") from error
            except asyncio.CancelledError:
                self._forget(process)  # it is in the middle of an answer that nobody reads
                raise
        status, value = pickle.loads(reply)
        if status == "refused":
            raise Refused(value)
        if status == "failed":
            raise EngineError(value)
        return value

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=_LIMIT_BYTES,
            )
        return self._process

    def _forget(self, process: asyncio.subprocess.Process) -> None:
        if process is self._process:
            self._process = None
        _kill(process)
        self._ended.append(process)

    async def close(self) -> None:
        """End the process; it holds nothing that would be lost."""
        if self._process is not None:
            self._forget(self._process)
        for process in self._ended:
            assert process.stdin is not None and process.stdout is not None
            await process.wait()
            process.stdin.close()
            await process.stdout.read()  # to its end, so that the pipe is closed before the event loop is
        self._ended.clear()
        await asyncio.sleep(0)


def _kill(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
