"""Line breaks for both scripts."""

from textual.content import Content

from crashkb.tui.flow import Flow, breaks


def lines(text: str, width: int, hang: int = 0) -> list[str]:
    return Flow(Content(text), hang).fitted(width).plain.split("\n")


def test_words_stay_whole_and_chinese_breaks_between_letters() -> None:
    """A Chinese letter takes two cells."""
    assert lines("the quick brown fox", 10) == ["the quick", "brown fox"]
    assert lines("显存不够用 batch 减半", 10) == ["显存不够用", "batch 减半"]
    assert lines("用batch减半", 7) == ["用batch", "减半"]


def test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_one() -> None:
    """As Chinese is set."""
    assert lines("显存不够，减半", 8) == ["显存不", "够，减半"]
    assert lines("显存不（够）", 8) == ["显存不", "（够）"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    """Paths and hashes."""
    assert lines("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]


def test_later_lines_hang_and_styles_survive() -> None:
    """Under the text, not under the mark."""
    assert lines("☐ 1. halve the batch size", 16, 5) == ["☐ 1. halve the", "     batch size"]
    fitted = Flow(Content.assemble("one ", ("two three", "bold")), 0).fitted(8)
    assert fitted.plain == "one two\nthree"
    assert [fitted.plain[span.start : span.end] for span in fitted.spans if span.style == "bold"] == ["two", "three"]


def test_lines_never_exceed_the_width() -> None:
    """Whatever is mixed."""
    from rich.cells import cell_len

    text = "微调大语言模型、出图（Stable Diffusion、Flux、ComfyUI）时 torch.cuda.empty_cache()，也不例外：" * 3
    for width in range(4, 40):
        assert all(cell_len(line) <= width for line in lines(text, width)), width
    assert breaks("", 10) == []
