"""One report, one row."""

import gzip
import json
from pathlib import Path

from crashkb.triage.inputs import Item
from crashkb.triage.serial import run_serial
from crashkb.triage.work import Worker
from kbs import small_library

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"


def item(text: str, name: str = "a", **fields: str) -> Item:
    return Item(name, name, text=text, **fields)


def rows(*items: Item) -> list[dict[str, object]]:
    return [json.loads(row) for rows in run_serial(small_library(), [items]) for row in rows]


def test_a_row_tells_cause_device_version_day_and_what_it_shares_with_others() -> None:
    """All that a summary needs."""
    log = "2026-11-30 10:00:00 torch 2.1.0 on NVIDIA A100\n" + OOM
    (row,) = rows(item(log))

    assert row["causes"][0]["id"] == "gpu-vram-exhausted"  # type: ignore[index]
    assert (row["device"], row["day"], row["version"]) == ("A100", "2026-11-30", "pytorch 2.1.0")
    assert row["cluster"] == "RuntimeError: CUDA out of memory. Tried to allocate ¤"


def test_what_the_row_of_the_input_tells_comes_first() -> None:
    """It knows its device."""
    (row,) = rows(item("2026-11-30 x\n" + OOM, day="2026-11-29", device="Pixel 6", version="1.2"))

    assert (row["device"], row["day"], row["version"]) == ("Pixel 6", "2026-11-29", "1.2")


def test_reports_that_differ_in_times_only_have_one_fingerprint() -> None:
    """But each has its own row and day."""
    items = [item(f"2026-11-{day:02d} 10:00:00,{day:03d} - train - ERROR - {OOM}", str(day)) for day in range(1, 29)]
    heads = Worker(small_library()).heads(tuple(items))
    found = rows(*items)

    assert len({head.fingerprint for head in heads}) == 1
    assert (
        [row["day"] for row in found] == [head.day for head in heads] == [f"2026-11-{day:02d}" for day in range(1, 29)]
    )
    assert len({json.dumps({**row, "id": "", "source": "", "day": ""}) for row in found}) == 1


def test_a_figure_that_differs_makes_another_report() -> None:
    """It may decide between causes."""
    first, second = Worker(small_library()).heads((item(OOM), item(OOM.replace("2.00", "3.00"))))

    assert first.fingerprint != second.fingerprint


def test_what_was_forgotten_between_the_steps_is_read_again() -> None:
    """Memory is bounded; another worker may do the second step."""
    items = tuple(item("step fine\n" * 100_000 + OOM, str(number)) for number in range(5))
    worker = Worker(small_library())
    worker.heads(items)

    assert sum(len(text.text) for text in items) > 2_000_000
    assert worker.bodies(items) == Worker(small_library()).bodies(items)


def test_a_packed_report_that_ends_too_early_is_marked(tmp_path: Path) -> None:
    """It is diagnosed all the same."""
    path = tmp_path / "a.log.gz"
    path.write_bytes(gzip.compress(OOM.encode() + b"".join(b"%x\n" % hash(str(n)) for n in range(5_000)))[:-2_000])
    (row,) = rows(Item("a", "a", path.as_posix()))

    assert row["causes"]
    assert "ends too early" in str(row["incomplete"])


def test_what_cannot_be_read_becomes_a_row_with_an_error(tmp_path: Path) -> None:
    """The others are diagnosed."""
    (tmp_path / "a.bin").write_bytes(b"\x7fELF\x02\x01\x01" + bytes(200))
    paths = [Item(name, name, (tmp_path / name).as_posix()) for name in ("a.bin", "absent.log")]
    binary, absent, good = rows(*paths, item(OOM))

    assert "not text" in str(binary["error"])
    assert "absent.log" in str(absent["error"])
    assert "error" not in good


def test_a_huge_log_gives_the_row_of_its_telling_lines(tmp_path: Path) -> None:
    """As `ask` would."""
    path = tmp_path / "a.log"
    path.write_text("step 1 fine\n" * 200_000 + OOM + "step 2 fine\n" * 200_000)
    (row,) = rows(Item("a", "a", path.as_posix()))

    assert row["causes"][0]["id"] == "gpu-vram-exhausted"  # type: ignore[index]


def test_crashes_of_one_kind_share_a_cluster() -> None:
    """Whatever their addresses and values."""
    first, second, other = rows(
        *(item(f"ValueError: frobnication of '{name}' failed at {number}\n") for name, number in (("a", 1), ("b", 22))),
        item("KeyError: 'x'\n"),
    )

    assert first["cluster"] == second["cluster"] != other["cluster"]
