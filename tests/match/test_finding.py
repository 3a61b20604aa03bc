"""Template matches in a report's lines."""

from crashkb.match.finding import find_matches
from crashkb.match.searched import searched
from crashkb.report.read import read_report
from kbs import small_library

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 7.79 GiB total capacity)"


def found(text: str) -> list[tuple[str, int, int]]:
    """(signature, searched line, times) of the message templates found."""
    items = find_matches(small_library(), searched(read_report(text)))
    return [(item.stored.signature, item.first, item.times) for item in items if item.stored.use == "template"]


def test_a_message_is_found_on_its_line() -> None:
    """And nowhere else."""
    assert found(f"epoch 1\n{OOM}\nepoch 2") == [("torch-cuda-out-of-memory", 1, 1)]


def test_a_line_that_repeats_is_counted_once_found() -> None:
    """Not searched again."""
    times = [times for _, _, times in found("\n".join(["epoch", *[f"worker says {OOM[14:]}"] * 50]))]

    assert sum(times) == 50
    assert len(times) <= 2


def test_the_words_alone_are_no_match() -> None:
    """In another order, or far from each other."""
    assert found("memory of CUDA: out. allocate GiB, tried to") == []
    assert found("CUDA out of\n" + "x\n" * 20 + "memory. Tried to allocate 2.00 GiB") == []


def test_a_message_that_a_terminal_broke_is_found() -> None:
    """Across a line break."""
    assert found(OOM.replace("memory. Tried", "memory.\nTried"))[0][0] == "torch-cuda-out-of-memory"
