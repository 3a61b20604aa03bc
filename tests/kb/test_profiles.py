"""Profiles: how people put a cause, as one document a cause."""

import pytest

from crashkb.kb.documents import Wording
from crashkb.kb.profiles import make_profiles, page_terms, profile_weights, rarity
from crashkb.match.by_words import find_pages
from crashkb.match.query import words_query
from crashkb.model import Page
from kbs import real_library, small_library


def _pages() -> list[Page]:
    library = small_library()
    return [page for name in library.page_ids() if (page := library.page(name)) is not None]


def test_only_causes_have_a_profile() -> None:
    """Questions, cases and guides lead to causes; how they are put belongs to those."""
    pages = _pages()
    profiles = make_profiles(pages, Wording(small_library().concepts))
    numbers = {number for _, _, documents, _ in profiles.rows for number in documents}

    assert numbers == {number for number, page in enumerate(pages) if page.kind == "cause"}
    assert profiles.causes == len(numbers)


def test_rows_are_what_the_weights_of_each_page_are() -> None:
    """The postings hold, transposed, what profile_weights gives for one page."""
    pages, wording = _pages(), Wording(small_library().concepts)
    profiles = make_profiles(pages, wording)
    idf = {term: value for term, value, _, _ in profiles.rows}
    number = next(number for number, page in enumerate(pages) if page.kind == "cause")

    stored = {
        term: weights[documents.index(number)] for term, _, documents, weights in profiles.rows if number in documents
    }

    assert stored == pytest.approx(profile_weights(page_terms(pages[number], wording), idf, profiles.length))


def test_a_rare_term_weighs_more_and_a_common_one_something() -> None:
    """Small words keep a say: they are most of what tells two symptoms apart."""
    assert rarity(1, 100) > rarity(50, 100) > rarity(100, 100) > 0


def test_many_ways_of_asking_do_not_make_a_cause_unlikely() -> None:
    """A profile twice as long keeps more than the half that the cosine would leave of a shared term's weight."""
    idf = {f"t{number}": 1.0 for number in range(200)}
    short = profile_weights({f"t{number}": 1 for number in range(50)}, idf, usual=5.0)
    long = profile_weights({f"t{number}": 1 for number in range(200)}, idf, usual=5.0)

    assert long["t0"] > 0.5 * short["t0"]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("the aplication jsut closes when i open the camera screen, no mesage, only on phones with 2gb", "android"),
        ("训练到一半进程没了，终端只剩 Killed，内存也涨得很高", "host-oom-killer"),
    ],
)
def test_sloppy_symptoms_are_near_the_right_profile(text: str, cause: str) -> None:
    """Typing mistakes and everyday words; no page has this sentence."""
    library = real_library()
    hits = find_pages(library, words_query(library, text))
    nearest = sorted((hit for hit in hits if hit.kind == "cause"), key=lambda hit: -hit.profile)[:5]

    assert any(hit.id.startswith(cause) for hit in nearest), [hit.id for hit in nearest]
