"""The pane beside the form says in both languages what a draft would do; what it quotes is never markup."""

import pytest

from chat_driving import HOSTILE
from crashkb.tui.draft_preview import flaw_lines, sight_lines
from crashkb.tui.draft_wire import Altered, Flaw, Log, Sight

CLEAN = Sight((), tried=196, quiet=60, asked=3, solved=2, whole=True)


def said(sight: Sight, language: str = "en") -> str:
    return "\n".join(line.plain for line in sight_lines(sight, language))


def test_a_clean_draft_is_said_to_be_so() -> None:
    """And what it was held against."""
    assert said(CLEAN).splitlines() == [
        "✓ May be accepted",
        "Takes nothing from other pages",
        "All 60 healthy and foreign logs stay quiet",
        "Finds none of 196 old logs",
        "Asked 3 texts again: 2 answered better, 0 otherwise",
    ]
    assert said(CLEAN, "zh").splitlines()[0] == "✓ 可以收录"


def test_what_it_would_disturb_is_named() -> None:
    """Thefts, noise, changed answers; what is too much is counted."""
    sight = CLEAN._replace(
        stolen=(Log("a-signature", "a-cause"),),
        noisy=(Log("healthy.log", ""),),
        logs=tuple(Log(f"turn {number}", "") for number in range(11)),
        altered=(Altered("row-1", "", "x (known)"),),
    )
    text = said(sight)
    assert "· a-signature  a-cause" in text and "in 1 of 60 healthy" in text
    assert "Finds 11 of 196" in text and "… and 3 more" in text
    assert "· row-1: nothing → x (known)" in text
    assert "No old logs here" in said(CLEAN._replace(tried=0))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_flaws_come_first_with_file_and_line(language: str) -> None:
    """The effect waits until the pages are in order."""
    sight = Sight((Flaw("kb/signatures/app/x.md:14", f"K501 {HOSTILE}"),))
    lines = said(sight, language).splitlines()
    assert lines[1].startswith("x.md:14 K501 [red]x[/]") and "\x1b" not in lines[1] and "\u202e" not in lines[1]
    assert not sight.clean
    assert len(list(flaw_lines([Flaw("a:1", "x")] * 20, language))) == 9
