"""What a page is searched by."""

from crashkb.kb.documents import Wording, asks_of, document_tokens
from crashkb.text.concepts import Concepts
from crashkb.text.tokens import tokens
from kbs import small_library


def test_a_document_holds_both_languages_and_the_messages_that_lead_to_it() -> None:
    """So a Chinese question finds what an English log names."""
    library = small_library()
    page = library.page("op-version-too-new")
    signature = library.signature("tflite-op-version")
    assert page is not None and signature is not None
    words = set(document_tokens(page, [signature], Wording(library.concepts)))

    assert "opcod" in words or "opcode" in words
    assert any("\u4e00" <= word[0] <= "\u9fff" for word in words)


def test_every_way_of_asking_is_part_of_the_document() -> None:
    """The index counts on it: ways of asking bring no term of their own."""
    library = small_library()
    wording = Wording(library.concepts)
    for name in library.page_ids():
        page = library.page(name)
        assert page is not None
        words = set(document_tokens(page, (), wording))
        for ask in asks_of(page):
            assert set(wording.terms(ask)) <= words


def test_a_text_is_read_once() -> None:
    """However often and for what it is asked."""
    concepts = small_library().concepts
    read: list[str] = []

    class Counting(Concepts):
        def expand(self, text: str, tokens_of_text: list[str]) -> list[str]:
            read.append(text)
            return concepts.expand(text, tokens_of_text)

    wording = Wording(Counting())
    text = "GPU 显存 out of memory"
    expected = concepts.expand(text, tokens(text))

    assert wording.terms(text) == wording.terms(text) == tokens(text) + expected
    assert wording.concepts(text) == expected
    assert read == [text]
