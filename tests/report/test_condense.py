"""Huge pastes are cut down to their telling stretches, with raw line numbers."""

import io
import random
import tracemalloc

import pytest

from crashkb.report.condense import condense
from crashkb.report.scanner import Wanted
from crashkb.report.scrub import WHOLE_TEXT
from crashkb.report.stream import Stream, open_text

NEEDLES = Wanted(("outofmemoryerror",))
FILLER = "step {} loss 0.123456789 lr 1e-4 time 0.51s\n"


def big(lines: int = 150_000) -> str:
    return "".join(FILLER.format(number) for number in range(lines))


def stream(text: str | bytes) -> str | Stream:
    return open_text(io.BytesIO(text.encode() if isinstance(text, str) else text))


def test_a_small_text_is_kept_whole() -> None:
    """No line numbers needed."""
    assert condense("a\nb", NEEDLES) == ("a\nb", (), "", (), "")


@pytest.mark.parametrize("streamed", [False, True])
def test_a_telling_line_in_the_middle_is_kept_with_its_surroundings_and_number(streamed: bool) -> None:
    """However far from either end."""
    text = big() + "before\ntorch.OutOfMemoryError: CUDA out of memory\nafter\n" + big()
    assert len(text) > WHOLE_TEXT
    kept = condense(stream(text) if streamed else text, NEEDLES)
    rows = kept.text.split("\n")
    place = rows.index("torch.OutOfMemoryError: CUDA out of memory")

    assert kept.numbers[place] == 150_002
    assert rows[place - 1 : place + 2 : 2] == ["before", "after"]
    assert len(rows) < 2_000
    assert kept.note


def test_every_kept_line_has_its_raw_number() -> None:
    """Whatever stands between, wherever the pieces of the stream end."""
    chance = random.Random(5)
    rows = [
        ("x" * chance.randrange(300)) + (" OutOfMemoryError" if chance.random() < 1e-4 else "") for _ in range(60_000)
    ]
    kept = condense(stream("\n".join(rows)), NEEDLES)

    assert kept.text.split("\n") == [rows[number - 1] for number in kept.numbers]
    telling = {number for number, row in enumerate(rows, 1) if "Error" in row}
    assert len(telling) > 2
    assert telling <= set(kept.numbers)


def test_beginning_and_end_are_kept() -> None:
    """Versions stand at the top, the end of the program at the bottom; the last line needs no line end."""
    kept = condense(big() + "the end", NEEDLES)

    assert kept.numbers[0] == 1
    assert kept.numbers[-1] == 150_001
    assert kept.text.endswith("the end")


def test_lines_that_differ_in_digits_only_are_counted_and_the_first_kept() -> None:
    """A loop of failures does not fill the report, and the report says how often it failed."""
    kept = condense("".join(f"OutOfMemoryError: tried {number} GiB\n" for number in range(200_000)), NEEDLES)

    assert len(kept.numbers) < 2_000
    assert kept.repeats == ((1, 200_000),)


def test_a_new_message_is_kept_after_a_million_of_another() -> None:
    """Repetition of one does not use up what may be kept."""
    again = "OutOfMemoryError: again\n" * 200_000
    kept = condense(again + big(20_000) + "OutOfMemoryError: of another kind\n" + big(20_000), NEEDLES)

    assert "of another kind" in kept.text


def test_a_message_is_looked_for_by_the_word_that_is_rare_in_this_text() -> None:
    """ "loss" stands on every line of a training log, so it finds nothing there."""
    wanted = Wanted((), (("loss", "diverged"),))
    kept = condense(big() + "the loss diverged at last\n" + big(), wanted)

    assert "the loss diverged at last" in kept.text
    assert len(kept.numbers) < 1_500


def test_what_is_everywhere_later_only_is_no_place_either() -> None:
    """The choice of words is looked at again when a stretch is full of them."""
    wanted = Wanted((), (("loss", "diverged"),))
    quiet = "nothing to see here\n" * 20_000
    kept = condense(quiet + big() + "the loss diverged at last\n" + big(), wanted)

    assert "the loss diverged at last" in kept.text
    assert len(kept.numbers) < 3_000


def test_different_lines_full_of_words_fill_neither_time_nor_memory() -> None:
    """An adversary who knows the words can only hide behind a bounded number of lines."""
    chance = random.Random(3)
    words = [f"word{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    rows = [" ".join(chance.choices(words, k=6)) + f" {chance.randbytes(4).hex()}" for _ in range(120_000)]
    tracemalloc.start()
    kept = condense(stream("\n".join(rows)), Wanted(tuple(words)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert len(kept.numbers) <= 20_000 + 200
    assert peak < 40_000_000


def test_one_line_of_many_megabytes_is_shortened() -> None:
    """It is no message."""
    kept = condense("x" * (WHOLE_TEXT + 10), NEEDLES)

    assert len(kept.text) < 100_000
    assert kept.numbers == (1,)


@pytest.mark.parametrize("after", ["", "\nTraceback\nValueError: x\n"])
def test_what_stands_around_a_telling_place_in_a_huge_line_is_kept(after: str) -> None:
    """A log that lost its line breaks, wherever a piece of it ends."""
    for before in range(262_100, 262_180, 7):
        kept = condense("x" * before + " OutOfMemoryError: 2 GiB " + "y" * WHOLE_TEXT + after, NEEDLES)

        assert "OutOfMemoryError: 2 GiB" in kept.text
        assert len(kept.text) < 10_000
        assert kept.numbers == tuple(range(1, 1 + max(1, after.count("\n"))))


def test_both_engines_find_the_same() -> None:
    """hyperscan is faster, nothing else."""
    pytest.importorskip("hyperscan")
    wanted = Wanted(("outofmemoryerror", "error", "显存不足"), (("loss", "diverged"), ("lr", "zero")))
    text = big() + "RuntimeError: 显存不足 LOSS diverged\n" * 5_000 + big(30_000) + "ERROR lr is zero\n" + big()

    assert condense(text, wanted, "hyperscan") == condense(text, wanted, "ahocorasick")


def test_broken_bytes_and_control_characters_do_no_harm() -> None:
    """They become what they become in a small text."""
    text = big().encode() + b"OutOfMemoryError \xff\xfe\x07 here\n" + big().encode()

    assert "OutOfMemoryError \ufffd\ufffd\x07 here" in condense(stream(text), NEEDLES).text


@pytest.mark.parametrize("engine", ["ahocorasick", "hyperscan"])
def test_a_rare_message_is_kept_among_a_hundred_thousand_that_differ(engine: str) -> None:
    """What was kept often enough is no longer looked for; the rest is."""
    if engine == "hyperscan":
        pytest.importorskip("hyperscan")
    chance = random.Random(4)
    letters = "abcdefghijklmnopqrstuvwxyz"
    rows = [f"error {''.join(chance.choices(letters, k=40))}" for _ in range(120_000)]
    rows[100_000] = "outofmemoryerror of another kind"
    kept = condense(stream("\n".join(rows)), Wanted(("error ", "outofmemoryerror")), engine)

    assert rows[100_000] in kept.text
    assert kept.text.split("\n") == [rows[number - 1] for number in kept.numbers]
    assert len(kept.numbers) < 6_000


def test_long_lines_full_of_words_are_cut_down_to_little() -> None:
    """Matching a line costs more than its length."""
    row = "error " * 10_000 + "\n"
    kept = condense(row * 100, Wanted(("error ",)))

    assert len(kept.text) < 700_000
