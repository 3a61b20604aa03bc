"""Lines that hold one of many words."""

from ahocorasick_rs import AhoCorasick

from crashkb.report.prefilter import lines_with
from crashkb.report.scrub import scrub


def test_lines_come_in_order_with_all_their_patterns() -> None:
    automaton = AhoCorasick(["error", "rror:", "fail"])

    found = list(lines_with(automaton, scrub("ok\nERROR: it failed\n\nnone\nerror")))

    assert [(index, sorted(set(patterns))) for index, patterns in found] == [(1, [0, 1, 2]), (3, [0])]


def test_a_word_is_not_found_across_two_lines() -> None:
    assert list(lines_with(AhoCorasick(["ab"]), scrub("a\nb"))) == []


def test_no_lines_give_nothing() -> None:
    assert list(lines_with(AhoCorasick(["a"]), ())) == []
