"""Near misses: next release's wording."""

from crashkb.match.by_signature import fact_values, find_hits
from crashkb.match.near import find_near_misses
from crashkb.match.searched import searched
from crashkb.model import Hit
from crashkb.report.read import read_report
from kbs import small_library


def near(text: str) -> tuple[Hit, ...]:
    report = read_report(text)
    hits = find_hits(small_library(), report, searched(report))
    matched = {number for hit in hits for number in range(hit.first, hit.last + 1)}
    return find_near_misses(small_library(), report, matched, fact_values(report))


def test_a_message_worded_a_little_differently_is_found_by_likeness() -> None:
    """A weak hit with its similarity."""
    (hit,) = near("RuntimeError: Did not find op for builtin opcode 'FULLY_CONNECTED' version '12'")

    assert hit.signature == "tflite-op-version"
    assert 0.8 <= hit.similarity < 1
    assert not any(link.strong for link in hit.links)


def test_a_line_that_a_template_explains_is_not_tried() -> None:
    """Nothing to add."""
    assert near("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB") == ()


def test_another_programs_message_is_not_near() -> None:
    """Log lines share words; that is not enough."""
    assert near("ValueError: Cannot find order for customer number 12 in version 3 of the shop") == ()
    assert near("thread 'main' panicked at src/main.rs:2: Didn't find op for builtin opcode ADD version 1") == ()
