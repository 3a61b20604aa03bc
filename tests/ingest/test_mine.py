"""Mining takes the line that says what went wrong, as wide as it may be without touching other pages."""

from crashkb.ingest.corpus import Corpus, make_text, read_corpus
from crashkb.ingest.mine import mine
from crashkb.ingest.telling import telling_lines
from crashkb.match.searched import searched
from crashkb.report.read import read_report
from ingest_roots import LOG
from kbs import small_library


def mined(log: str, corpus: Corpus) -> list[str]:
    report = read_report(log)
    return [item.template for item in mine([telling_lines(small_library(), report)], [searched(report).text], corpus)]


def test_the_message_of_the_fatal_block_is_mined() -> None:
    """Without the exception's type, its figures as holes."""
    found = mined("loading\nWARNING: slow disk\n" + LOG, read_corpus(small_library(), []))
    assert (
        found[0] == "lattice of {of:int} nodes collapsed at layer {layer:quoted} (tensor {shape:shape}) on {on:device}"
    )


def test_a_template_that_stands_elsewhere_is_narrowed() -> None:
    """With another page's sample of the same shape the name stays; with its very line it takes the line before."""
    other = "frobnet.FrobError: lattice of 3 nodes collapsed at layer 'dec4' (tensor [9]) on cpu:1"
    corpus = Corpus([make_text("sample", "other-page", "other-page", "other-cause", other)])
    assert "'enc1'" in mined(LOG, corpus)[0]
    corpus = Corpus([make_text("quiet", "a.log", "", "-", LOG.splitlines()[-1])])
    assert mined(LOG, corpus)[0].startswith("in solve frobnet.FrobError")


def test_a_line_that_a_signature_reads_comes_last() -> None:
    """The knowledge base knows it already; what it does not know tells more."""
    log = "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB\n" + LOG
    lines = telling_lines(small_library(), read_report(log))
    assert lines[0].text.startswith("frobnet.FrobError")
    explained = [line for line in lines if line.explained]
    assert explained and all("out of memory" in line.text for line in explained)


def test_everyday_words_make_no_template() -> None:
    """A message that any program may print is found only together with its place."""
    log = 'Traceback (most recent call last):\n  File "/a/b.py", line 3, in load_frobs\nValueError: invalid value 3\n'
    found = mined(log, read_corpus(small_library(), []))
    assert all(
        template not in ("invalid value {value:int}", "ValueError: invalid value {value:int}") for template in found[:1]
    )
