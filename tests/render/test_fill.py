"""Page text with the person's own values, and the steps that apply."""

from crashkb.model import Capture, Evidence, Fact, Page, PageText, Report, Step
from crashkb.render.fill import applicable_steps, fill, plain, values_for

REPORT = Report((), (), "", frozenset(), (Fact("platform", "windows", 3), Fact("torch", "2.4.1+cu121", 4)), "")
EVIDENCE = (
    Evidence("signature", "weak", 9, 9, "s2", strong=False, captures=(Capture("requested", "1 KiB", 1024.0),)),
    Evidence("signature", "strong", 5, 5, "s1", captures=(Capture("requested", "2.00 GiB", 2.0 * 2**30),)),
)


def test_a_hole_takes_the_captured_text_of_the_strong_evidence() -> None:
    """As printed, not as compared."""
    values = values_for(EVIDENCE, REPORT)

    assert fill("It asked for {{requested|the first figure}}.", values) == "It asked for 2.00 GiB."


def test_a_hole_without_a_value_shows_its_fallback_words() -> None:
    """Other braces stay as they are."""
    assert fill("{{free|what is free}} and {not} {{a}} hole", {}) == "what is free and {not} {{a}} hole"


def test_a_captured_value_cannot_carry_terminal_controls() -> None:
    """Escape sequences and direction overrides are dropped, line breaks and tabs stay."""
    assert plain("a\x1b]52;c;eA==\x07b\u202ec\x9b31m\n\td") == "a]52;c;eA==bc31m\n\td"


def test_a_captured_value_is_not_filled_again() -> None:
    """Report text that looks like a hole stays text."""
    assert fill("{{x|y}}", {"x": "{{z|w}}", "z": "boom"}) == "{{z|w}}"


def page(limit: str) -> Page:
    text = PageText("t", steps=(Step("one", "Do {{requested|it}}."), Step("two", "Then this.")))
    return Page("p", "cause", "p.md", limits=(("one", limit),), texts=(("en", text),))


def test_a_step_whose_limit_is_false_is_left_out() -> None:
    """The report says Windows."""
    steps, left_out = applicable_steps(page("platform = linux"), "en", EVIDENCE, REPORT)

    assert [step.id for step in steps] == ["two"]
    assert left_out == ("one",)


def test_a_step_whose_limit_cannot_be_decided_stays() -> None:
    """Nothing is known of jax here."""
    steps, left_out = applicable_steps(page("jax >= 0.4"), "en", EVIDENCE, REPORT)

    assert [step.id for step in steps] == ["one", "two"]
    assert left_out == ()


def test_a_step_whose_limit_holds_is_filled_in() -> None:
    """Versions compare by release, local parts ignored."""
    steps, _ = applicable_steps(page("torch >= 2.1"), "en", EVIDENCE, REPORT)

    assert steps[0].text in ("Do 1 KiB.", "Do 2.00 GiB.")
