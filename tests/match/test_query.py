"""What of a report is searched by words."""

from crashkb.match.by_signature import find_hits
from crashkb.match.query import MOST_TERMS, crash_text, main_block, make_query
from crashkb.match.searched import searched
from crashkb.model import Block, Frame, Report
from crashkb.report.read import read_report
from kbs import small_library


def test_the_first_fatal_block_is_the_main_one() -> None:
    """A warning before it is not."""
    blocks = (Block("error-line", 1, 1, fatal=False), Block("python-exception", 2, 4), Block("exit-status", 5, 5))

    assert main_block(Report((), blocks, "", frozenset(), (), "")) is blocks[1]


def test_type_message_and_frames_are_searched_but_not_source_code() -> None:
    """Of a traceback only the telling parts."""
    text = (
        'Traceback (most recent call last):\n  File "train.py", line 3, in fit_once\n    secretvariable = compute()\n'
        "torch.OutOfMemoryError: CUDA out of memory\n"
    )
    report = read_report(text)
    found = crash_text(report, main_block(report))

    assert "OutOfMemoryError" in found and "fit_once" in found
    assert "secretvariable" not in found


def test_details_of_the_first_exception_of_a_chain_are_searched_too() -> None:
    """What failed first tells more than what came of it."""
    block = Block(
        "python-exception", 1, 9, "RuntimeError", "load failed", details=(("cause_message", "Invalid HDF5 file"),)
    )

    assert "Invalid HDF5 file" in crash_text(Report((), (block,), "", frozenset(), (), ""), block)


def test_concepts_bridge_the_languages() -> None:
    """显存 and VRAM give the same token."""
    library = small_library()
    chinese = make_query(library, read_report("为什么显存还有很多却报错，这个问题困扰我很久了？"))
    english = make_query(library, read_report("why does it report an error while there is so much VRAM left?"))

    assert "concept:vram" in chinese.prose
    assert "concept:vram" in english.prose


def test_a_query_is_bounded() -> None:
    """However long the paste."""
    block = Block("python-exception", 1, 1, "E", "word " * 10_000, frames=(Frame("f"),) * 1000)
    query = make_query(small_library(), Report((), (block,), "显存 " * 5000, frozenset(), (), "zh"))

    assert len(query.terms) <= MOST_TERMS


def test_a_message_that_a_signature_explains_is_not_compared_with_profiles() -> None:
    """It speaks through its signature; its words must not speak for a neighbour as well."""
    text = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"
    library = small_library()
    report = read_report(text)

    assert "alloc" in " ".join(make_query(library, report).phrasing)
    assert "alloc" not in " ".join(make_query(library, report, find_hits(library, report, searched(report))).phrasing)
