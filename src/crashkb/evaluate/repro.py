"""Run the shipped reproductions again: does today's release still print what the pages' templates match?

`data/repros/<name>/` holds a program that really fails, the log it printed once, and `meta.json` with the command, the exit
status and the cause. Each names an environment of `data/repros/environments.json`; it is made as a virtual environment
in the cache folder when first needed. Programs run in a fresh copy of their folder, never in place.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from crashkb.ask import OpenLibrary, ask
from crashkb.errors import InputError, LibraryError

RESULTS = ("same", "drifted", "other-end", "skipped")
"""same: ends as recorded and gives its cause first. drifted: gives another cause than the recorded log, or no template matches any more.
other-end: another exit status, or not its telling text. skipped: what it needs is not here."""

_LONGEST_LOG_BYTES = 2_000_000


class Repro(NamedTuple):
    """One reproduction."""

    name: str
    folder: Path
    cause: str
    environment: str
    command: str
    exit_status: int
    expect: str
    """A regular expression that the output must match; ours, not the user's."""
    seconds: float
    needs: tuple[str, ...]
    environ: Mapping[str, str]
    from_log: bool
    """Whether the log alone tells the cause."""

    @property
    def log(self) -> str:
        """What it printed when it was recorded."""
        return (self.folder / "captured.log").read_text(encoding="utf-8", errors="replace")


class Run(NamedTuple):
    """What came of running one again."""

    name: str
    result: str
    """One of RESULTS."""
    why: str
    text: str
    """What it printed today."""


def read_repros(folder: Path, wanted: Iterable[str] = ()) -> tuple[Repro, ...]:
    """The reproductions of that folder, or those whose name or cause is wanted.

    Raises:
        InputError: a wanted name or cause has no reproduction.
    """
    everything = [_read(path) for path in sorted(folder.glob("*/meta.json"))]
    names = list(wanted)
    if not names:
        return tuple(everything)
    chosen = [repro for repro in everything if {repro.name, repro.cause} & set(names)]
    missing = [name for name in names if not any(name in (repro.name, repro.cause) for repro in everything)]
    if missing:
        raise InputError(f"no reproduction of {', '.join(missing)}; `crashkb kb repro --list` shows all")
    return tuple(chosen)


def _read(path: Path) -> Repro:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return Repro(
        name=data["slug"],
        folder=path.parent,
        cause=data["taxonomy_id"],
        environment=data["environment"],
        command=data["command"],
        exit_status=data["exit_status"],
        expect=data["expect"],
        seconds=float(data["seconds"]),
        needs=tuple(data.get("needs", ())),
        environ=data.get("environ", {}),
        from_log=data.get("from_log", True),
    )


def make_environment(name: str, folder: Path, environments: Mapping[str, Any], *, latest: bool) -> Path:
    """The `bin` folder of that virtual environment, made if it is not there.

    Args:
        name: its name in environments.json.
        folder: where environments are kept.
        environments: the content of environments.json.
        latest: install today's releases instead of the recorded ones.

    Raises:
        LibraryError: the environment is unknown or could not be installed.
    """
    if name not in environments:
        raise LibraryError(f"data/repros/environments.json has no environment {name!r}")
    place = folder / (f"{name}-latest" if latest else name)
    done = place / ".installed"
    if not done.exists():
        shutil.rmtree(place, ignore_errors=True)
        _call([sys.executable, "-m", "venv", str(place)])
        for packages in environments[name]["packages"]:
            wanted = [re.split(r"[=<>]", package)[0] if latest else package for package in packages]
            _call([str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", *wanted])
        done.touch()
    return place / "bin"


def _call(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise LibraryError(f"{' '.join(command[-4:])} failed: {last[0] if last else done.returncode}")


def run(library: OpenLibrary, repro: Repro, bin_folder: Path) -> Run:
    """Run it in a copy of its folder, and compare its end and what the pages say to its output with the record."""
    status, text = _execute(repro, bin_folder)
    if status != repro.exit_status:
        return Run(repro.name, "other-end", f"exit status {status}, recorded {repro.exit_status}", text)
    if not re.search(repro.expect, text, re.MULTILINE | re.DOTALL):
        return Run(repro.name, "other-end", "its telling text is not in the output", text)
    before, now = first_cause(library, repro.log), first_cause(library, text)
    if before != now:
        return Run(repro.name, "drifted", f"gives {now or 'no cause'}, the recorded log {before or 'no cause'}", text)
    if _signatures(library, repro.log) and not _signatures(library, text):
        return Run(repro.name, "drifted", "no template matches today's wording any more", text)
    return Run(repro.name, "same", "", text)


def _signatures(library: OpenLibrary, text: str) -> set[str]:
    """The signatures that speak for the first cause of a text."""
    causes = ask(library, text).causes
    evidence = causes[0].evidence if causes else ()
    return {item.signature for item in evidence if item.kind == "signature"}


def first_cause(library: OpenLibrary, text: str) -> str:
    """The first cause of a log, '' if there is none."""
    causes = ask(library, text).causes
    return causes[0].id if causes else ""


def missing_needs(repro: Repro) -> str:
    """What the reproduction needs and this machine lacks, in words; '' if nothing."""
    if not sys.platform.startswith("linux"):
        return "Linux"
    for need in repro.needs:
        if need == "root" and os.geteuid() != 0:
            return "root"
        if "nvcc" in need and not shutil.which("nvcc"):
            return need
        if "proguard" in need and not shutil.which("proguard"):
            return need
        if "qemu" in need and not shutil.which("qemu-x86_64"):
            return need
        if "GB" in need:
            return need
    tools = ("aarch64-linux-gnu-gcc", "gcc", "g++", "gdb", "valgrind", "javac", "java", "node", "clang")
    absent = [
        tool
        for tool in tools
        if re.search(rf"(?:^|[\s;&|(']){re.escape(tool)}\s", repro.command) and not shutil.which(tool)
    ]
    return ", ".join(absent)


def _execute(repro: Repro, bin_folder: Path) -> tuple[int, str]:
    """(exit status as a shell reports it, output) of the command in a copy of the folder."""
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o755)
        work = Path(home) / "app"
        shutil.copytree(repro.folder, work)
        environ = {
            "PATH": f"{bin_folder}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "LANG": "C.UTF-8",
            "TERM": "dumb",
            "HOME": home,
            **repro.environ,
        }
        with (Path(home) / "out").open("w+b") as out:
            process = subprocess.Popen(
                ["bash", "-c", repro.command + "\nexit $?"],
                cwd=work,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            status = _wait(process, max(60.0, 6 * repro.seconds))
            out.seek(0)
            return status, out.read(_LONGEST_LOG_BYTES).decode("utf-8", "replace")


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int:
    """The exit status; a process that takes too long is killed with all that it started, and ends as 124."""
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        status = 124
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    return 128 - status if status < 0 else status
