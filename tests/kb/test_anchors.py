"""By which of its words a template is looked for."""

from collections import Counter

from crashkb.kb.anchors import Anchors, Entry, entries_of, rarest
from crashkb.kb.template import parse_template
from kbs import small_library


def test_the_prefilter_word_is_rare_and_telling() -> None:
    """An everyday word, or one that many templates share, makes the scan slow."""
    assert rarest(["allocating", "tensor", "error"], Counter()) == "allocating"
    assert rarest(["allocating", "cublas"], Counter({"allocating": 9, "cublas": 1})) == "cublas"
    assert rarest(["error"], Counter()) == "error"


def test_templates_are_numbered_in_their_order_and_found_by_the_word_that_is_rare_among_all() -> None:
    """Which one that is, later templates decide too; `reads` are looked for by none."""
    anchors = Anchors()
    texts = (("allocating cublas", "template"), ("allocating {n:int} GiB", "reads"), ("allocating nothing", "with"))
    for number, (text, use) in enumerate(texts):
        assert anchors.add(Entry("s", parse_template(text, fragment=use != "template"), use)) == number

    assert anchors.chosen() == {"cublas": [0], "nothing": [2]}


def test_a_retired_signature_and_a_template_of_no_known_form_are_left_out() -> None:
    """`kb check` reports the latter."""
    library = small_library()
    signature = library.signature("torch-cuda-out-of-memory")
    assert signature is not None

    assert list(entries_of(signature._replace(status="retired"))) == []
    broken = signature._replace(templates=("{a:nonsense} x", "a message that is long enough"))
    assert [entry.template.text for entry in entries_of(broken) if entry.use == "template"] == [broken.templates[1]]
