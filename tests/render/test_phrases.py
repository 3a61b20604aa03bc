"""The fixed words of both languages."""

import re
import string

from crashkb.model import LANGUAGES
from crashkb.render.phrases import PHRASES, fact_names, left_out, phrase


def holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_have_the_same_phrases_with_the_same_holes() -> None:
    """A missing one would be a KeyError in front of a person."""
    assert set(PHRASES) == set(LANGUAGES)
    assert PHRASES["en"].keys() == PHRASES["zh"].keys()
    for name, text in PHRASES["en"].items():
        assert holes(text) == holes(PHRASES["zh"][name]), name


def test_values_with_braces_are_only_filled_in() -> None:
    """Report text is no format string."""
    assert phrase("en", "words", words="{0} {evil}") == "words in common: {0} {evil}"


def test_chinese_phrases_are_chinese() -> None:
    """None was left in English."""
    assert all(re.search("[\u4e00-\u9fff]", text) for text in PHRASES["zh"].values())


def test_many_steps_that_do_not_apply_are_only_counted() -> None:
    """Steps for seven other kinds of hardware are no news to whoever has one."""
    assert left_out("en", ("mps-memory", "rocm-memory")) == "left out here: mps-memory, rocm-memory"
    for language in ("en", "zh"):
        said = left_out(language, tuple(f"step-{number}" for number in range(7)))
        assert "7" in said
        assert "step-" not in said


def test_what_to_tell_is_said_in_words() -> None:
    """Nobody can tell a `pool_room`; a figure of the message keeps the name that the condition has."""
    assert "curr_region_allocation_bytes_" in fact_names("zh", ("pool_room",))
    assert fact_names("en", ("exit_status", "free")) == "the exit status, free"
