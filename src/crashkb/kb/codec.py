"""Pages and signatures to and from JSON, the form in which the index stores them.

NamedTuples serialise as plain lists, so writing is `json.dumps`; reading gives the nouns back.
"""

import json
from typing import Any

from crashkb.model import Concept, Family, Link, Page, PageText, Sample, Section, Signature, Source, Step


def encode(noun: Page | Signature | Family | Concept) -> str:
    """The noun as compact JSON."""
    return json.dumps(noun, ensure_ascii=False, separators=(",", ":"))


def decode_page(data: str) -> Page:
    """The page that `encode` wrote."""
    page = Page(*frozen(json.loads(data)))
    return page._replace(
        sources=tuple(Source(*item) for item in page.sources),
        samples=tuple(Sample(*item) for item in page.samples),
        texts=tuple((language, _page_text(text)) for language, text in page.texts),
    )


def decode_signature(data: str) -> Signature:
    """The signature that `encode` wrote."""
    signature = Signature(*frozen(json.loads(data)))
    return signature._replace(
        links=tuple(Link(*item) for item in signature.links),
        sources=tuple(Source(*item) for item in signature.sources),
        samples=tuple(Sample(*item) for item in signature.samples),
    )


def _page_text(item: Any) -> PageText:
    text = PageText(*item)
    return text._replace(
        sections=tuple(Section(*section) for section in text.sections),
        steps=tuple(Step(*step) for step in text.steps),
    )


def frozen(value: Any) -> Any:
    """The same value with every list a tuple."""
    if isinstance(value, list):
        # No call for what is no list, and no generator: this is most of what reading a page costs beside its JSON.
        return tuple([frozen(item) if isinstance(item, list) else item for item in value])
    return value
