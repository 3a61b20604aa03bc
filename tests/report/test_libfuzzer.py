"""Reports of libFuzzer."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import libfuzzer, sanitizer

TIMEOUT = """\
#1333\tNEW    cov: 6 ft: 6 corp: 2/17b lim: 17 exec/s: 0 rss: 122Mb
==2855== ERROR: libFuzzer: timeout after 5 seconds
    #0 0x4c2c5e in __sanitizer_print_stack_trace (/out/model_fuzzer+0x4c2c5e)
    #1 0x53a6e2 in fuzzer::Fuzzer::AlarmCallback() FuzzerLoop.cpp:247:7
    #2 0x39cb93 in ParseModel(unsigned char const*) src/parse.cc:31:3
    #3 0x39cb99 in LLVMFuzzerTestOneInput src/fuzz.cc:9:3
SUMMARY: libFuzzer: timeout
MS: 0 ; base unit: 0000000000000000000000000000000000000000
done
"""


def test_a_report_has_class_frames_and_ends_with_its_unit() -> None:
    """libFuzzer's own frames are dropped."""
    block = only_block(TIMEOUT, libfuzzer)

    assert (block.kind, block.exception, block.message) == ("libfuzzer", "timeout", "timeout after 5 seconds")
    assert (block.first, block.last) == (2, 8)
    assert functions(block) == ["ParseModel", "LLVMFuzzerTestOneInput"]
    assert block.details == (("process", "2855"),)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("deadly signal", "deadly signal"),
        ("out-of-memory (used: 2049Mb; limit: 2048Mb)", "out-of-memory"),
        ("fuzz target exited", "fuzz target exited"),
    ],
)
def test_the_class_leaves_out_the_figures(words: str, error: str) -> None:
    """All headers of FuzzerLoop.cpp."""
    assert only_block(f"==1== ERROR: libFuzzer: {words}", libfuzzer).exception == error


def test_a_sanitizer_report_above_stays_a_block_of_its_own() -> None:
    """Both tools print when a fuzz target dies."""
    text = "==1==ERROR: AddressSanitizer: SEGV on unknown address\n    #0 0x1 in f a.c:1\n==1== ERROR: libFuzzer: deadly signal\n"
    assert [block.kind for block in blocks_of(text, sanitizer, libfuzzer)] == ["sanitizer", "libfuzzer"]


def test_progress_of_a_healthy_run_is_no_report() -> None:
    """Lines with a number sign and statistics."""
    assert (
        blocks_of("INFO: libFuzzer starting.\n#2\tINITED cov: 2 ft: 2 corp: 1/1b exec/s: 0 rss: 122Mb\n", libfuzzer)
        == []
    )
