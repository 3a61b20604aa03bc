"""Pages as a person reads them."""

import re

from crashkb.render.page import page_markdown, signature_markdown
from kbs import real_library, small_library


def test_a_cause_page_has_all_sections_and_its_checklist() -> None:
    """Holes show their fallback words."""
    library = small_library()
    page = library.page("gpu-vram-exhausted")
    assert page is not None
    text = page_markdown(library, page, "en")

    assert "## Symptom" in text and "- [ ] `smaller-batch`" in text
    assert "{{" not in text


def test_a_question_page_shows_how_it_is_asked() -> None:
    """In its language."""
    library = small_library()
    page = library.page("what-does-137-mean")
    assert page is not None

    assert "退出码 137 是什么意思" in page_markdown(library, page, "zh")


def test_a_guide_shows_its_table() -> None:
    """From data/compat, with source and date."""
    library = small_library()
    page = library.page("exit-statuses")
    assert page is not None
    text = page_markdown(library, page, "en")

    assert "{{table" not in text
    assert text.count("|") > 6


def test_a_signature_shows_templates_and_causes_with_conditions() -> None:
    """What a writer wants to see."""
    signature = small_library().signature("torch-cuda-out-of-memory")
    assert signature is not None
    text = signature_markdown(signature, "en")

    assert "Tried to allocate {requested:bytes}" in text
    assert "unallocated > 2 * requested" in text


def test_every_real_page_renders_in_both_languages() -> None:
    """No hole or directive is left over."""
    library = real_library()
    for page_id in library.page_ids():
        page = library.page(page_id)
        assert page is not None
        for language in ("en", "zh"):
            text = page_markdown(library, page, language)
            assert not re.search(r"\{\{(table:|comparison|[a-z_]+\|)", text), (page_id, language)
