"""Answers on a terminal."""

import io

import pytest
from rich.console import Console

from crashkb.ask import ask
from crashkb.render.terminal import print_answer
from crashkb.render.view import view
from kbs import small_library

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"


def shown(text: str, width: int = 80, language: str = "en", *, explain: bool = False, color: bool = False) -> str:
    library = small_library()
    answer = ask(library, text, language=language)
    console = Console(file=io.StringIO(), width=width, force_terminal=color, color_system="standard" if color else None)
    print_answer(console, answer, view(library, answer), explain=explain)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_every_part_of_a_known_or_unsure_answer_is_there() -> None:
    """Cause, line, reason, checklist, verification, version."""
    text = shown(OOM)
    for part in (
        "gpu-vram-exhausted",
        "line 1",
        "could not give PyTorch",
        "smaller-batch",
        "Check that it is fixed",
        "knowledge base",
    ):
        assert part in text, part


@pytest.mark.parametrize("evil", ["[red]x[/]", "[link=http://e]y[/link]", ":smile:", "%s", "\\[bold]"])
def test_markup_in_a_report_is_shown_as_text(evil: str) -> None:
    """Nothing of it is interpreted."""
    text = shown("ValueError: " + evil + " happened to our orders today")

    assert evil in text


def test_control_sequences_of_a_report_do_not_reach_the_terminal() -> None:
    """Not even in colour mode, where only rich's own remain."""
    text = shown("\x1b]52;c;ZXZpbA==\x07" + OOM + "\x1b[2J\x9b2J", color=True)

    assert "\x1b]" not in text and "\x1b[2J" not in text and "\x9b" not in text and "\x07" not in text


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_lines_keep_within_the_terminal(width: int, language: str) -> None:
    """CJK letters are two columns wide."""
    from rich.cells import cell_len

    assert max(cell_len(line) for line in shown(OOM, width, language).splitlines()) <= width


def test_explain_lists_every_contribution() -> None:
    """With its weight's name."""
    text = shown(OOM, explain=True)

    assert "specific" in text and "torch-cuda-out-of-memory line 1" in text


def test_an_unknown_answer_claims_nothing() -> None:
    """And says what it is."""
    text = shown("讲个笑话")

    assert "No known cause" in text
    assert "honest" in text


def test_a_question_that_a_page_answers_shows_that_page() -> None:
    """Its whole text, under a headline that says so."""
    text = shown("nvidia-smi shows 8 GB free but pytorch OOM")

    assert "Answered by a page" in text
    assert "free space is" in text
