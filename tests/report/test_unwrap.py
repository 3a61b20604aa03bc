"""Lines that a terminal cut at its width."""

import json
from pathlib import Path

import pytest

from crashkb.ask import ask
from crashkb.report.read import read_report
from crashkb.report.unwrap import unwrap
from kbs import real_library

REPROS = Path("/work/shared/repros")
MESSAGE = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total capacity of 23.68 GiB of which"
    " 310.00 MiB is free. Of the allocated memory 17.10 GiB is allocated by PyTorch, and 5.80 GiB is reserved by PyTorch but"
    " unallocated."
)
LOG = (
    "Traceback (most recent call last):\n"
    '  File "/home/user/miniconda3/envs/train/lib/python3.11/site-packages/torch/nn/modules/module.py", line 1511, in _call_impl\n'
    f"    return forward_call(*args, **kwargs)\n{MESSAGE}\n"
)


def cut(text: str, width: int) -> str:
    """As a terminal of that width shows it."""
    rows = [line[at : at + width] for line in text.split("\n") for at in range(0, max(len(line), 1), width)]
    return "\n".join(rows)


def wrapped_at_blanks(text: str, width: int) -> str:
    """As a mail program sends it."""
    rows = []
    for line in text.split("\n"):
        rest = line
        while len(rest) > width and (at := rest.rfind(" ", len(rest) - len(rest.lstrip()) + 1, width + 1)) > 0:
            rows.append(rest[:at])
            rest = rest[at + 1 :]
        rows.append(rest)
    return "\n".join(rows)


@pytest.mark.parametrize("width", [64, 80, 97, 100, 120])
def test_rows_cut_at_one_width_are_one_line_again(width: int) -> None:
    """Whatever the window's width."""
    lines = unwrap(cut(LOG, width).split("\n"))

    assert lines is not None
    assert [line.text for line in lines] == LOG.split("\n")


def test_a_blank_lost_at_the_end_of_a_row_is_put_back() -> None:
    """Copying out of a terminal drops it."""
    rows = [row.rstrip() for row in cut(LOG, 80).split("\n")]
    lines = unwrap(rows)

    assert lines is not None
    assert [line.text for line in lines] == LOG.split("\n")


def test_line_numbers_stay_those_of_the_raw_rows() -> None:
    """The message begins on row 5; what stands on its second row is on row 6."""
    report = read_report(cut(LOG, 80))
    (block,) = report.blocks
    answer = ask(real_library(), cut("free memory 1\n" + LOG, 80))

    assert (block.first, block.message_first, block.message_last, block.last) == (1, 5, 8, 8)
    assert block.message == MESSAGE.partition(": ")[2]
    assert answer.causes[0].id == "gpu-vram-fragmented"
    assert answer.causes[0].evidence[0].first == 6


def test_a_hit_on_a_further_row_has_that_rows_number() -> None:
    """Not that of the line's first row."""
    text = "x" * 70 + " and then it said: RuntimeError: expected scalar type Float but found Half, see the long log\n"
    answer = ask(real_library(), cut("y" * 81 + "\n" + text, 80))
    (first, last) = next((item.first, item.last) for item in answer.causes[0].evidence if item.signature)

    assert (first, last) == (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        LOG,
        "====\n" * 3 + ("=" * 80 + "\n") * 4,
        "\n".join(f"Epoch {n}: 100%|{'#' * 60}| 12/12 [00:0{n}<00:00]" for n in range(5)),
        "\n".join(f"x{n} 0000007a1b2c3d4e  x{n} 0000007a1b2c3d4e  x{n} 0000007a1b2c3d4e  x{n} 00000" for n in range(9)),
        wrapped_at_blanks(LOG, 80),
    ],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    """Rules, progress bars, registers, and mails, whose breaks stand at blanks."""
    assert unwrap(text.split("\n")) is None


@pytest.mark.skipif(not REPROS.is_dir(), reason="the reproductions are not here")
@pytest.mark.parametrize("width", [80, 100, 120])
@pytest.mark.parametrize("how", [cut, wrapped_at_blanks])
def test_real_crashes_keep_their_first_cause_when_wrapped(how, width: int) -> None:  # type: ignore[no-untyped-def]
    """At most three of some 190 lose it; unwrapped logs are left alone."""
    lost = []
    for file in sorted(REPROS.glob("*/meta.json")):
        meta = json.loads(file.read_text(encoding="utf-8"))
        text = (file.parent / "captured.log").read_text(encoding="utf-8", errors="replace")
        assert unwrap(text.split("\n")) is None
        wrapped = how(text, width)
        if meta.get("from_log") is False or wrapped == text:
            continue
        before, after = ask(real_library(), text).causes, ask(real_library(), wrapped).causes
        right = {meta["taxonomy_id"], *meta.get("also_ok", [])}
        if before and before[0].id in right and not (after and after[0].id in right):
            lost.append(meta["slug"])

    assert len(lost) <= 3, lost
