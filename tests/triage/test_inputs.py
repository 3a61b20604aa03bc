"""Where reports come from."""

import gzip
import json
from pathlib import Path

import pytest
import zstandard

from crashkb.errors import InputError
from crashkb.report.stream import Stream
from crashkb.triage.inputs import Item, batches, find_inputs, open_item

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"


def row(**fields: str) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def test_folders_globs_files_and_rows_come_in_a_stable_order(tmp_path: Path) -> None:
    """Each report once, even if two inputs name it."""
    (tmp_path / "b.log").write_text(OOM)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.log").write_text("all fine\n")
    (tmp_path / "rows.jsonl").write_bytes(row(id="r1", text=OOM) + b"\n")

    items = list(find_inputs([str(tmp_path), str(tmp_path / "*.log")]))
    assert [Path(item.id).name for item in items] == ["b.log", "r1", "a.log"]
    assert items[1].source.endswith("rows.jsonl:1")
    assert [item.id for item in find_inputs([str(tmp_path / "*.log")])] == [(tmp_path / "b.log").as_posix()]


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".zst", zstandard.compress), ("", bytes)])
def test_packed_rows_are_read(tmp_path: Path, ending: str, pack: object) -> None:
    """Of any size; a row may be long."""
    data = row(id="a", text="x" * 300_000) + row(id="b", text=OOM)
    (tmp_path / f"rows.jsonl{ending}").write_bytes(pack(data))  # type: ignore[operator]
    items = list(find_inputs([str(tmp_path)]))

    assert [(item.id, len(item.text)) for item in items] == [("a", 300_000), ("b", len(OOM))]


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".zst", zstandard.compress)])
def test_packed_logs_are_read(tmp_path: Path, ending: str, pack: object) -> None:
    """By their content, not their name."""
    path = tmp_path / f"a.log{ending}"
    path.write_bytes(pack(OOM.encode()))  # type: ignore[operator]
    (item,) = find_inputs([str(path)])

    with open_item(item) as text:
        assert text == OOM


def test_a_huge_log_is_a_stream(tmp_path: Path) -> None:
    """It is never held as a whole."""
    path = tmp_path / "a.log"
    path.write_bytes(b"x\n" * 3_000_000)
    (item,) = find_inputs([str(path)])

    with open_item(item) as text:
        assert isinstance(text, Stream)
        assert sum(map(len, text.pieces)) == 6_000_000


def test_a_row_may_tell_day_device_and_version(tmp_path: Path) -> None:
    """Under the usual names."""
    (tmp_path / "rows.jsonl").write_bytes(
        row(id="a", text="x", timestamp="2026-11-30T10:00:00Z", device="Pixel 6", app_version="1.2")
    )
    (item,) = find_inputs([str(tmp_path)])

    assert (item.day, item.device, item.version) == ("2026-11-30", "Pixel 6", "1.2")


def test_rows_that_are_none_and_damaged_files_become_items_with_an_error(tmp_path: Path) -> None:
    """One bad row does not end the run."""
    (tmp_path / "a.jsonl").write_bytes(b'{"id": 1}\n[]\nnull\n' + b"[" * 100_000 + b"\n" + row(id="ok", text="hello"))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(row(id="x", text="y") * 1000)[:-10])
    items = list(find_inputs([str(tmp_path)]))

    assert [bool(item.error) for item in items[:5]] == [True, True, True, True, False]
    assert "ends too early" in items[-1].error
    assert len({item.source for item in items}) == len(items)


def test_an_input_that_names_nothing_is_an_error(tmp_path: Path) -> None:
    """A mistyped path is not an empty result."""
    with pytest.raises(InputError, match="no file, folder or pattern"):
        list(find_inputs([str(tmp_path / "absent*.log")]))


def test_what_the_run_writes_is_no_input(tmp_path: Path) -> None:
    """`crashkb triage . --jsonl out.jsonl`."""
    (tmp_path / "out.jsonl").write_text("{}\n")
    assert list(find_inputs([str(tmp_path)], [(tmp_path / "out.jsonl").resolve()])) == []


def test_batches_are_bounded_in_items_and_text() -> None:
    """And lose nothing."""
    items = [Item(str(number), str(number), text="x" * (number % 7) * 50_000) for number in range(300)]
    groups = list(batches(iter(items)))

    assert [item for group in groups for item in group] == items
    assert max(map(len, groups)) <= 64
    assert max(sum(len(item.text) for item in group[:-1]) for group in groups) < 500_000
