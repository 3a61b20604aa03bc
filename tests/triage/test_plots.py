"""Plots as SVG text."""

from xml.etree import ElementTree

from crashkb.triage.plots import bars, stacked_days


def test_bars_are_as_long_as_their_counts() -> None:
    """The longest fills the width."""
    root = ElementTree.fromstring(bars("Causes <&>", [("out of memory & more", 40), ("x" * 80, 10), ("none", 0)]))
    widths = [float(rect.attrib["width"]) for rect in root.iter("rect")]

    assert widths[0] == 4 * widths[1]
    assert widths[2] == 1.0
    assert next(iter(root.iter("title"))).text == "Causes <&>"


def test_days_are_stacked_by_verdict() -> None:
    """Heights add up."""
    days = [("2026-11-29", [("known", 3), ("unknown", 1)]), ("2026-11-30", [("known", 1), ("unknown", 1)])]
    root = ElementTree.fromstring(stacked_days("Days", days))
    heights = [float(rect.attrib["height"]) for rect in root.iter("rect") if rect.find("title") is not None]

    assert abs(heights[0] - 3 * heights[1]) < 1
    assert abs(sum(heights[:2]) - 2 * sum(heights[2:])) < 1


def test_nothing_to_show_gives_no_plot() -> None:
    """Not an empty box."""
    assert bars("x", []) == stacked_days("x", []) == ""
