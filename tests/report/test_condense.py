"""Huge pastes are cut down to their telling stretches, with raw line numbers."""

from ahocorasick_rs import AhoCorasick

from crashkb.report.condense import WHOLE_BYTES, condense

NEEDLES = AhoCorasick(["outofmemoryerror"])
FILLER = "step {} loss 0.123456789 lr 1e-4 time 0.51s\n"


def big(lines: int = 150_000) -> str:
    return "".join(FILLER.format(number) for number in range(lines))


def test_a_small_text_is_kept_whole() -> None:
    """No line numbers needed."""
    assert condense("a\nb", [NEEDLES]) == ("a\nb", (), "")


def test_a_telling_line_in_the_middle_is_kept_with_its_surroundings_and_number() -> None:
    """However far from either end."""
    text = big() + "before\ntorch.OutOfMemoryError: CUDA out of memory\nafter\n" + big()
    assert len(text) > WHOLE_BYTES
    kept = condense(text, [NEEDLES])
    rows = kept.text.split("\n")
    place = rows.index("torch.OutOfMemoryError: CUDA out of memory")

    assert kept.numbers[place] == 150_002
    assert rows[place - 1 : place + 2 : 2] == ["before", "after"]
    assert len(rows) < 2_000
    assert kept.note


def test_beginning_and_end_are_kept() -> None:
    """Versions stand at the top, the end of the program at the bottom."""
    kept = condense(big(), [NEEDLES])

    assert kept.numbers[0] == 1
    assert kept.numbers[-1] == 150_001


def test_a_pattern_on_every_line_keeps_only_its_first_places() -> None:
    """A loop of failures does not fill the report."""
    text = "OutOfMemoryError again and again and again\n" * 150_000

    assert len(condense(text, [NEEDLES]).numbers) < 2_000


def test_one_line_of_many_megabytes_is_shortened() -> None:
    """It is no message."""
    kept = condense("x" * (WHOLE_BYTES + 10), [NEEDLES])

    assert len(kept.text) < 100_000
    assert kept.numbers == (1,)


def test_what_stands_around_a_telling_place_in_a_huge_line_is_kept() -> None:
    """A log that lost its line breaks."""
    kept = condense("x" * WHOLE_BYTES + " OutOfMemoryError: 2 GiB " + "y" * WHOLE_BYTES, [NEEDLES])

    assert "OutOfMemoryError: 2 GiB" in kept.text
    assert len(kept.text) < 10_000
