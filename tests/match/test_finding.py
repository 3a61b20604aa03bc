"""Template matches in a report's lines."""

from typing import Any

import pytest

from crashkb.match import finding
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


def test_places_held_at_once_do_not_grow_with_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a text that is full of anchors; what is found, where and how often stays the same."""
    library = small_library()
    text = searched(
        read_report("\n".join(f"worker {number} memory memory: {OOM[:40]} {number}" for number in range(900)))
    )
    whole = find_matches(library, text)
    held: list[int] = []
    automaton = library.anchors
    assert automaton is not None

    class Counting:
        def find_matches_as_indexes(self, *arguments: Any, **options: Any) -> list[tuple[int, int, int]]:
            places: list[tuple[int, int, int]] = automaton.find_matches_as_indexes(*arguments, **options)
            held.append(len(places))
            return places

    monkeypatch.setitem(library.__dict__, "anchors", Counting())
    for stretch, most in ((1, 10), (5_000, 400), (10**9, 10**9)):
        held.clear()
        monkeypatch.setattr(finding, "_STRETCH", stretch)

        assert find_matches(library, text) == whole
        assert max(held) <= most < sum(held) or stretch == 10**9
