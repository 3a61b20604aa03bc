"""Pages and signatures survive the way into the index and back."""

from crashkb.kb.codec import decode_page, decode_signature, encode
from crashkb.kb.collection import read_collection
from kbs import REPO, SMALL


def test_every_page_comes_back_equal() -> None:
    """Of the fixture and of the real knowledge base, to the last tuple."""
    for root in (SMALL, REPO):
        collection = read_collection([root])
        assert collection.pages
        for page in collection.pages.values():
            assert decode_page(encode(page)) == page
        for signature in collection.signatures.values():
            assert decode_signature(encode(signature)) == signature
