"""`make bench`: every figure beside its goal, as Markdown and JSON.

    python benchmarks/run.py [cold|index|scan|quality|warm|fleet …] [--quick]

Peers live in benchmarks/.venv; what is generated in benchmarks/.work. Nothing here is part of the tests.
"""

import json
import sys
from datetime import date
from pathlib import Path

from common import ROOT, WORK, Figure, interleaved, machine, table, take_snapshot
from pages import generate
from quality import measure_latency, measure_quality
from speed import PYTHON, measure_cold, measure_fleet, measure_index, measure_scan

from crashkb.ask import OpenLibrary, open_library
from crashkb.kb.index import build_index
from crashkb.kb.store import open_index
from crashkb.match.confidence import read_calibration

PARTS = ("cold", "index", "scan", "quality", "warm", "fleet")


def opened(root: Path) -> OpenLibrary:
    """The library over one root alone."""
    connection, _ = open_index([root], WORK / "cache" / "crashkb", build_index)
    library = OpenLibrary(connection)
    library.calibration = read_calibration(ROOT / "data" / "calibration.json")
    return library


def warm(quick: bool) -> list[Figure]:
    """The word search and whole answers at growing sizes."""
    base = 1000 * interleaved({"pass": [PYTHON, "-c", "pass"]}, 15)["pass"]
    figures = measure_latency(opened(ROOT), [ROOT], "the real pages", 6, base)
    for count, limit in ((1_000, 6), *(() if quick else ((10_000, 9),))):
        root = generate(count, WORK / f"kb{count}")
        figures += measure_latency(opened(root), [root], f"{count:,} generated pages", limit, base)
    return figures


def main(arguments: list[str]) -> None:
    quick = "--quick" in arguments
    wanted = [name for name in arguments if name in PARTS] or list(PARTS)
    WORK.mkdir(exist_ok=True)
    take_snapshot()
    path = WORK.parent / "results.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"parts": {}}
    for name in wanted:
        if name == "cold":
            large = None if quick else generate(10_000, WORK / "kb10000")
            figures = measure_cold(large, 7 if quick else 15)[0]
        elif name == "warm":
            figures = warm(quick)
        elif name == "quality":
            figures = measure_quality(open_library(), ROOT)
        elif name == "index":
            figures = measure_index()
        elif name == "scan":
            figures = measure_scan(200 if quick else 1_000, 3)
        else:
            figures = measure_fleet(500 if quick else 2_000)
        print(table(figures), flush=True)
        known["parts"][name] = {"day": date.today().isoformat(), "figures": [figure._asdict() for figure in figures]}
    known["machine"] = machine()
    path.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    every = [Figure(**figure) for part in PARTS if part in known["parts"] for figure in known["parts"][part]["figures"]]
    head = f"# Benchmarks\n\nMade by `make bench` on {known['machine']}. Ratios in one run; medians of\ninterleaved runs; processor time, because others used the machine.\n"
    path.with_suffix(".md").write_text(head + table(every), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
