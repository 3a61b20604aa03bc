"""The table of prefixes as a table."""

import re

from crashkb.report.prefixes import LEVEL_LETTERS, PREFIXES, prefixes_at


def test_every_prefix_compiles_and_can_be_tried_somewhere() -> None:
    for prefix in PREFIXES:
        assert prefix.starts, prefix.name
        re.compile(prefix.pattern)


def test_specific_shapes_stand_before_the_general_ones() -> None:
    names = [entry.prefix.name for entry in prefixes_at("2")]

    assert names.index("logcat threadtime") < names.index("date")
    assert names.index("TensorFlow") < names.index("date")
    assert names.index("Python logging") < names.index("date and level") < names.index("date")


def test_no_quantifier_is_unbounded_but_on_digits() -> None:
    """Pasted text is untrusted: only `\\d+` and `[\\d?]+`, which nothing else can match again, may repeat freely."""
    for prefix in PREFIXES:
        rest = re.sub(r"\\d\+|\[\\d\?\]\+|\\\+", "", prefix.pattern)

        assert not re.search(r"(?<!\\)[+*](?![^\[]{0,40}\])", rest), prefix.name


def test_level_words_map_to_the_letters_of_a_line() -> None:
    assert set(LEVEL_LETTERS.values()) <= set("VDIWEF")
    assert LEVEL_LETTERS["critical"] == "F"
