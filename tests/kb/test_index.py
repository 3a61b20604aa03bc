"""What goes into the index file."""

from collections import Counter

from crashkb.kb.index import document_tokens, rarest
from crashkb.kb.library import Library
from kbs import small_library


def test_a_document_holds_both_languages_and_the_messages_that_lead_to_it() -> None:
    """So a Chinese question finds what an English log names."""
    library = small_library()
    page = library.page("op-version-too-new")
    signature = library.signature("tflite-op-version")
    assert page is not None and signature is not None
    words = set(document_tokens(page, [signature], library.concepts))

    assert "opcod" in words or "opcode" in words
    assert any("\u4e00" <= word[0] <= "\u9fff" for word in words)


def test_the_prefilter_word_is_rare_and_telling() -> None:
    """An everyday word, or one that many templates share, makes the scan slow."""
    assert rarest(["allocating", "tensor", "error"], Counter()) == "allocating"
    assert rarest(["allocating", "cublas"], Counter({"allocating": 9, "cublas": 1})) == "cublas"
    assert rarest(["error"], Counter()) == "error"


def test_every_template_of_the_knowledge_base_is_in_the_index() -> None:
    """With the fragments of with and without."""
    library: Library = small_library()
    for name in library.signature_ids():
        signature = library.signature(name)
        assert signature is not None
        stored = library.templates_of(name)
        assert [item.template.text for item in stored if item.use == "template"] == list(signature.templates)
