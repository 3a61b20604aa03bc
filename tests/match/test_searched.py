"""The text in which signatures are searched."""

from hypothesis import given
from hypothesis import strategies as st

from crashkb.match.searched import searched
from crashkb.model import Block, Line, Report


def report(texts: list[str], *blocks: Block) -> Report:
    return Report(tuple(Line(number, text) for number, text in enumerate(texts, 1)), blocks, "", frozenset(), (), "")


def test_quoted_lines_are_left_out_and_numbers_stay_raw() -> None:
    """The echoed source line of a traceback."""
    block = Block("python-exception", 1, 3, quoted_lines=(2,))
    text = searched(report(["a", "b", "c", "d"], block))

    assert text.text == "a\nc\nd"
    assert text.numbers == (1, 3, 4)
    assert text.blocks == (0, 0, -1)


@given(
    st.lists(
        st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs", "Zl", "Zp"]), max_size=12),
        min_size=1,
        max_size=12,
    )
)
def test_every_offset_belongs_to_the_line_that_holds_it(texts: list[str]) -> None:
    """line_at, start_of and end_of agree."""
    text = searched(report(texts))

    for index in range(len(text.numbers)):
        start, end = text.start_of(index), text.end_of(index)
        assert text.line_at(start) == index
        assert "\n" not in text.text[start:end]
    assert text.end_of(len(text.numbers) - 1) == len(text.text)
