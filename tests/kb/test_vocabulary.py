"""The closed lists agree with the page that documents them."""

from pathlib import Path

from crashkb.kb.vocabulary import CAUGHT_BY, CHOICES, FACT_NAMES, FRAMEWORKS, PHASES, PLATFORMS, SECTIONS, headings

FORMAT = (Path(__file__).resolve().parents[2] / "docs/format.md").read_text(encoding="utf-8")


def _listed(start: str, end: str) -> list[str]:
    """The words between two marks of docs/format.md."""
    return FORMAT[FORMAT.index(start) + len(start) : FORMAT.index(end)].replace(",", " ").split()


def test_frameworks_and_platforms_are_those_of_the_page() -> None:
    assert list(FRAMEWORKS) == _listed("\nframeworks: ", " (LiteRT is")
    assert list(PLATFORMS) == _listed("\nplatforms: ", ".\nPlaces")


def test_places_are_those_of_the_page() -> None:
    assert list(CHOICES["in"]) == _listed("Places for `in`: ", " (everything outside")


def test_phases_and_ways_of_catching_are_those_of_the_page() -> None:
    assert f"of {', '.join(PHASES)} |" in FORMAT
    assert f"of {', '.join(CAUGHT_BY)} |" in FORMAT


def test_sections_are_those_of_the_page() -> None:
    for kind in SECTIONS:
        assert " · ".join(heading for heading, _ in headings(kind, "en")) in FORMAT
        assert " · ".join(heading for heading, _ in headings(kind, "zh")) in FORMAT
    assert headings("guide", "en") == ()


def test_every_fact_that_the_page_names_is_known() -> None:
    named = FORMAT[FORMAT.index("Names are captures and facts: ") : FORMAT.index(", …). A name")]

    assert set(named.split("`")[1::2]) <= FACT_NAMES
