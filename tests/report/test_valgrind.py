"""Errors of Valgrind."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import valgrind

UNINITIALISED = """\
==11513== Memcheck, a memory error detector
==11513== Conditional jump or move depends on uninitialised value(s)
==11513==    at 0x1091F2: score (repro.c:9)
==11513==    by 0x109210: main (repro.c:14)
==11513==  Uninitialised value was created by a heap allocation
==11513==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_memcheck.so)
==11513==    by 0x10916A: main (repro.c:5)
==11513==
score 0.3
"""


def test_an_error_has_its_first_stack_and_ends_at_the_empty_line() -> None:
    """Where the value came from is a stack of its own and no frame of the error."""
    block = only_block(UNINITIALISED, valgrind)

    assert (block.kind, block.fatal) == ("valgrind", False)
    assert block.exception == "Conditional jump or move depends on uninitialised value(s)"
    assert (block.first, block.last) == (2, 7)
    assert functions(block) == ["score", "main"]
    assert block.frames[0].line == 9


def test_allocator_frames_are_dropped_and_the_address_is_told() -> None:
    """free itself says nothing."""
    block = only_block(
        "==3== Invalid free() / delete / delete[] / realloc()\n==3==    at 0x4C: free (vg_replace_malloc.c:530)\n"
        "==3==    by 0x40: Blob::release (blob.cc:7)\n==3==  Address 0xbadf00d is not stack'd, malloc'd or (recently) free'd\n",
        valgrind,
    )
    assert (block.exception, functions(block)) == ("Invalid free()", ["Blob::release"])
    assert dict(block.details) == {"process": "3", "address": "0xbadf00d"}


def test_the_end_of_the_process_is_fatal_and_names_the_signal() -> None:
    """All other errors let the program run on."""
    block = only_block(
        "==5== Process terminating with default action of signal 11 (SIGSEGV)\n==5==  Access not within mapped region at address 0x0\n"
        "==5==    at 0x10: run (in /usr/lib/libncnn.so)\n",
        valgrind,
    )
    assert (block.exception, block.fatal) == ("SIGSEGV", True)
    assert block.frames[0].file == "/usr/lib/libncnn.so"


@pytest.mark.parametrize(
    ("sentence", "error"),
    [
        ("Invalid read of size 4", "Invalid read"),
        ("Use of uninitialised value of size 8", "Use of uninitialised value"),
        ("Syscall param write(buf) points to uninitialised byte(s)", "Syscall param write(buf)"),
        ("1,024 bytes in 2 blocks are definitely lost in loss record 3 of 9", "definitely lost"),
        ("Possible data race during read of size 4 at 0x60 by thread #2", "Possible data race"),
    ],
)
def test_the_error_class_leaves_out_the_figures(sentence: str, error: str) -> None:
    """So that equal faults have equal names."""
    assert only_block(f"==9== {sentence}\n==9==    at 0x1: f (a.c:1)\n", valgrind).exception == error


def test_other_lines_of_valgrind_are_no_errors() -> None:
    """Banner, summary and lines of other programs."""
    text = "==9== HEAP SUMMARY:\n==9==     in use at exit: 0 bytes in 0 blocks\n== Invalid read of size 4\n==9== ERROR SUMMARY: 0 errors\n"
    assert blocks_of(text, valgrind) == []
