"""What the benchmarks share: timing, the machine, tables."""

import os
import platform
import resource
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
WORK = ROOT / "benchmarks" / ".work"
PYTHON = str(ROOT / ".venv" / "bin" / "python")
PEERS_PYTHON = str(ROOT / "benchmarks" / ".venv" / "bin" / "python")
SHARED = ROOT.parent / "shared"


class Figure(NamedTuple):
    """One line of the result: what was measured beside its goal."""

    group: str
    name: str
    value: str
    goal: str = ""
    met: bool | None = None
    """None where there is no goal."""
    note: str = ""


SNAPSHOT = WORK / "checkout"
"""A copy of the checkout: pages that somebody edits meanwhile would be indexed inside a measurement."""


def environment(**more: str) -> dict[str, str]:
    """The environment of measured processes: bytecode may be written, crashkb comes from the snapshot."""
    found = {**os.environ, "PYTHONPATH": str(SNAPSHOT / "src"), "XDG_CACHE_HOME": str(WORK / "cache"), **more}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def take_snapshot() -> None:
    """Copy the checkout and compile it: with PYTHONDONTWRITEBYTECODE set every start would compile anew."""
    for name in ("src", "kb", "data"):
        shutil.rmtree(SNAPSHOT / name, ignore_errors=True)
        shutil.copytree(ROOT / name, SNAPSHOT / name, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(SNAPSHOT / "src")], env=environment(), check=True)


def cpu_seconds(command: Sequence[str], **more: str) -> float:
    """Processor time of a whole process, its start and end included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # A pipe, because grep stops at the first match where its output is the null device.
    subprocess.run(command, env=environment(**more), capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def interleaved(commands: Mapping[str, Sequence[str]], runs: int, **more: str) -> dict[str, float]:
    """Median processor seconds of whole processes, run in turn so that the machine's other work falls on all alike."""
    return interleaved_both(commands, runs, **more)[0]


def interleaved_both(
    commands: Mapping[str, Sequence[str]], runs: int, **more: str
) -> tuple[dict[str, float], dict[str, float]]:
    """The same, and the seconds that passed: the least of all runs, because whatever else runs only adds to them."""
    for command in commands.values():
        cpu_seconds(command, **more)
    times: dict[str, list[float]] = {name: [] for name in commands}
    passed: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            start = time.perf_counter()
            times[name].append(cpu_seconds(command, **more))
            passed[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(values) for name, values in times.items()}
    return medians, {name: min(values) for name, values in passed.items()}


def take_installed(name: str, *roots: Path) -> list[str]:
    """The snapshot as pip would lay it out, with the pages of these roots inside; the command that runs it."""
    folder = WORK / name
    package = folder / "crashkb"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SNAPSHOT / "src" / "crashkb", package, ignore=shutil.ignore_patterns("share"))
    shutil.copytree(SNAPSHOT / "data", package / "share" / "data")
    for root in roots:
        shutil.copytree(root / "kb", package / "share" / "kb", dirs_exist_ok=True)
    # The folder of a script comes before PYTHONPATH.
    script = folder / "run.py"
    script.write_text("from crashkb.cli.main import run\nrun()\n", encoding="utf-8")
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(package)], env=environment(), check=True)
    return [PYTHON, str(script)]


def peak_mib(command: Sequence[str]) -> float:
    """Peak resident memory of a process in MiB."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    result = subprocess.run(
        [PYTHON, "-c", code, *command], env=environment(), capture_output=True, text=True, check=True
    )
    return int(result.stdout) / 1024


def cpu_ms(work: Callable[[Any], object], inputs: Sequence[Any]) -> tuple[float, float]:
    """Median and 95th percentile of CPU milliseconds that `work` takes for one input."""
    work(inputs[0])
    times = []
    for item in inputs:
        start = time.process_time()
        work(item)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def machine() -> str:
    """The machine in one line."""
    model = ""
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    return (
        f"{os.cpu_count()} x {model or platform.machine()}, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, load {load}"
    )


def ratio(value: float, base: float) -> str:
    """So many times."""
    return f"{value / base:.2f}x"


def table(figures: Sequence[Figure]) -> str:
    """The figures as Markdown, a table a group."""
    lines: list[str] = []
    for group in dict.fromkeys(figure.group for figure in figures):
        lines += [f"\n## {group}\n", "| what | measured | goal | | note |", "|---|---|---|---|---|"]
        for figure in figures:
            if figure.group == group:
                mark = {True: "met", False: "**missed**", None: ""}[figure.met]
                lines.append(f"| {figure.name} | {figure.value} | {figure.goal} | {mark} | {figure.note} |")
    return "\n".join(lines) + "\n"
