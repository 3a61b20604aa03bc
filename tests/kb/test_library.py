"""The opened knowledge base."""

import shutil
from pathlib import Path

from kbs import SMALL, open_roots, small_library


def test_pages_are_found_by_id_and_unknown_ids_give_none() -> None:
    """Causes, questions, cases and guides alike."""
    library = small_library()

    assert {page.kind for name in library.page_ids() if (page := library.page(name))} == {
        "cause",
        "qa",
        "case",
        "guide",
    }
    assert library.page("no-such-page") is None
    assert library.signature("no-such-signature") is None


def test_a_retired_page_leads_to_the_one_that_replaces_it(tmp_path: Path) -> None:
    """Ids are for ever."""
    root = tmp_path / "root"
    shutil.copytree(SMALL, root)
    folder = root / "kb" / "causes" / "memory"
    for ending in (".md", ".zh.md"):
        text = (folder / f"gpu-vram-fragmented{ending}").read_text(encoding="utf-8")
        if ending == ".md":
            text = text.replace(
                "family: memory\n", "family: memory\nstatus: retired\nreplaced_by: gpu-vram-exhausted\n"
            )
        (folder / f"gpu-vram-fragmented{ending}").write_text(text, encoding="utf-8")
    library = open_roots(root)
    page = library.page("gpu-vram-fragmented")

    assert page is not None and page.id == "gpu-vram-exhausted"
    assert "gpu-vram-fragmented" not in library.page_ids()


def test_a_later_root_wins_by_page(tmp_path: Path) -> None:
    """A team's page over the built-in one."""
    root = tmp_path / "team"
    folder = root / "kb" / "qa"
    folder.mkdir(parents=True)
    for ending in (".md", ".zh.md"):
        text = (SMALL / "kb" / "qa" / f"what-does-137-mean{ending}").read_text(encoding="utf-8")
        text = text.replace("What exit status 137 means", "Our 137 page")
        (folder / f"what-does-137-mean{ending}").write_text(text, encoding="utf-8")
    library = open_roots(SMALL, root)
    page = library.page("what-does-137-mean")

    assert page is not None and page.text("en").title == "Our 137 page"
    assert library.page("gpu-vram-exhausted") is not None


def test_pages_about_a_cause_are_found_without_reading_the_others() -> None:
    """Whatever may concern it is among them, in the order of all."""
    library = small_library()
    everything = library.page_ids("qa")
    cards = library.cards(everything)

    for cause in library.page_ids("cause"):
        about = library.page_ids_about("qa", [cause])
        assert {card.id for card in cards.values() if cause in card.causes} <= set(about)
        assert list(about) == [page_id for page_id in everything if page_id in about]
    assert library.page_ids_about("qa", ["no-such-page"]) == ()
    assert library.page_ids_about("qa", []) == ()


def test_a_mistyped_id_has_near_ones() -> None:
    """For `crashkb show`."""
    assert small_library().nearest_ids("gpu-vram-exausted")[0] == "gpu-vram-exhausted"


def test_terms_that_no_page_has_are_absent() -> None:
    """Not empty postings."""
    assert small_library().postings(["zzqqxx"]) == {}


def test_vocabulary_is_by_first_letter_and_length() -> None:
    """For spelling."""
    words = small_library().vocabulary("m", 5, 6)

    assert words and all(word.startswith("m") and 5 <= len(word) <= 6 for word in words)
