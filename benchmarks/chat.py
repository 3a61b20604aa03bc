"""How the chat feels, in figures: first paint beside a trivial app of the same widgets, and the echo of a key while a
50 MB log is being diagnosed beside that of the idle chat. Run: `python benchmarks/chat.py`.
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

SIZE = (120, 40)
RUNS = 7
KEYS = 25

TRIVIAL = """
from textual.app import App
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static, TextArea
class Trivial(App):
    def compose(self):
        yield Static("title")
        with Horizontal():
            with VerticalScroll():
                for number in range(6):
                    yield Static(f"READY {number}")
        yield TextArea()
        yield Footer()
    def on_mount(self):
        self.query_one(TextArea).focus()
Trivial().run()
"""


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, arguments: list[str], folder: str) -> None:
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", XDG_DATA_HOME=folder, LC_ALL="C.UTF-8", COLORTERM="truecolor")
            os.execv(sys.executable, [sys.executable, *arguments])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))

    def until(self, words: bytes, seconds: float = 60.0) -> float:
        """Milliseconds until these bytes were written to the terminal."""
        began = time.perf_counter()
        seen = b""
        while words not in seen:
            if time.perf_counter() - began > seconds:
                raise SystemExit(f"no {words!r} within {seconds} s")
            if select.select([self.fd], [], [], 0.05)[0]:
                seen = seen[-200:] + os.read(self.fd, 65536)
        return (time.perf_counter() - began) * 1000

    def type(self, keys: bytes) -> None:
        """Type keys."""
        os.write(self.fd, keys)

    def drain(self, seconds: float) -> None:
        """Read away what comes within that time."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                os.read(self.fd, 65536)

    def end(self) -> None:
        """Kill it."""
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def first_paints(programs: list[tuple[list[str], bytes]]) -> list[float]:
    """For each (arguments, words): median milliseconds from start until the words are on the screen, run in turns."""
    found: list[list[float]] = [[] for _ in programs]
    for _ in range(RUNS):
        for times, (arguments, words) in zip(found, programs, strict=True):
            with tempfile.TemporaryDirectory() as folder:
                terminal = Terminal(arguments, folder)
                times.append(terminal.until(words))
                terminal.end()
    return [statistics.median(times) for times in found]


def echoes(terminal: Terminal) -> list[float]:
    """Milliseconds until a typed letter is drawn, one after the other at the pace of a typist."""
    found = []
    for number in range(KEYS):
        letter = bytes([ord("A") + number % 26])
        terminal.type(letter)
        found.append(terminal.until(letter))
        terminal.drain(0.05)
    return found


def main() -> None:
    """Print the figures."""
    trivial, chat = first_paints([(["-c", TRIVIAL], b"READY 5"), (["-m", "crashkb.cli.main"], b"no log at all")])
    print(f"first paint: trivial app {trivial:.0f} ms, chat {chat:.0f} ms ({chat / trivial:.2f}x)")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "huge.log"
        line = "2026-11-30 10:00:00 INFO step 12345 loss 0.1234 lr 3e-4 throughput 1234 tokens/s\n"
        log.write_text(
            line * (50_000_000 // len(line)) + "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"
        )
        terminal = Terminal(["-m", "crashkb.cli.main"], folder)
        terminal.until(b"knowledge base ")
        terminal.drain(3.0)
        idle = echoes(terminal)
        terminal.type(b"\x15" + f"/open {log}\r".encode())
        busy = echoes(terminal)
        terminal.type(b"\x15\r")
        terminal.drain(0.1)
        busy += echoes(terminal)
        terminal.end()
    for name, values in (("idle", idle), ("while 50 MB are diagnosed", busy)):
        values = sorted(values)
        print(
            f"key echo, {name}: median {statistics.median(values):.1f} ms, 95 % below {values[int(len(values) * 0.95)]:.1f} ms"
        )
    print(f"ratio of medians: {statistics.median(busy) / statistics.median(idle):.2f}x")


if __name__ == "__main__":
    main()
