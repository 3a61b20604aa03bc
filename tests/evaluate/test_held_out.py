"""Ways of asking held out of the profiles."""

from crashkb.evaluate.held_out import ranks
from crashkb.kb.documents import Wording
from kbs import small_library


def test_every_way_of_asking_is_asked_once_and_most_find_their_cause() -> None:
    """In the small knowledge base; a rank is never below 1."""
    library = small_library()
    pages = library.every_page()
    asks = sum(len(text.asks) for page in pages if page.kind == "cause" for _, text in page.texts)
    found = list(ranks(pages, Wording(library.concepts)))

    assert len(found) == asks > 0
    assert min(found) == 1
    assert sum(rank == 1 for rank in found) / asks > 1 / 3
