"""Reports of the sanitizers."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import sanitizer

ASAN = """\
=================================================================
==10125==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55b2201f82b4 bp 0x7fff90 sp 0x7fff88
READ of size 8 at 0x602000000010 thread T0
    #0 0x7fe7 in __interceptor_memcpy ../../src/libsanitizer/asan/interceptors.cpp:22
    #1 0x55b2201f82b3 in Interpreter::~Interpreter() /home/user/app/repro.cpp:5
    #2 0x55b2201f82b3 in main /home/user/app/repro.cpp:14

0x602000000010 is located 0 bytes inside of 8-byte region [0x602000000010,0x602000000018)
freed by thread T0 here:
    #0 0x7fe7e7aba3c8 in operator delete(void*, unsigned long) ../asan_new_delete.cpp:164
    #1 0x55b2201f8267 in release /home/user/app/repro.cpp:8

SUMMARY: AddressSanitizer: heap-use-after-free /home/user/app/repro.cpp:5 in Interpreter::~Interpreter()
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00
=>0x0c047fff8000: fa fa[fd]fa
Shadow byte legend (one shadow byte represents 8 application bytes):
  Freed heap region:       fd
==10125==ABORTING
next step of the build
"""


def test_an_asan_report_is_one_block_up_to_aborting() -> None:
    """With error class, details and the first stack, whose own frames of the sanitizer are dropped."""
    block = only_block(ASAN, sanitizer)

    assert (block.kind, block.exception, block.fatal) == ("sanitizer", "heap-use-after-free", True)
    assert (block.first, block.last, block.message_first) == (2, 19, 2)
    assert block.message.startswith("heap-use-after-free on address 0x602000000010")
    assert functions(block) == ["Interpreter::~Interpreter", "main"]
    assert dict(block.details) == {
        "tool": "AddressSanitizer",
        "process": "10125",
        "address": "0x602000000010",
        "access": "READ",
        "thread": "T0",
    }


def test_a_deadly_signal_line_belongs_to_the_report_below_it() -> None:
    """The block begins there; the message is the header's."""
    block = only_block(
        "AddressSanitizer:DEADLYSIGNAL\n=====\n"
        "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x1 bp 0x2 sp 0x3 T2)\n"
        "==7==The signal is caused by a WRITE memory access.\n"
        "    #0 0x1 in Tensor::set(int) src/tensor.cc:31:7\n",
        sanitizer,
    )
    assert (block.first, block.message_first, block.exception) == (1, 3, "SEGV")
    assert dict(block.details)["access"] == "WRITE"
    assert dict(block.details)["thread"] == "T2"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("==1==ERROR: AddressSanitizer: attempting double-free on 0x60 in thread T0:", "double-free"),
        (
            "==1==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x55 in thread T0",
            "bad-free",
        ),
        ("==1==ERROR: AddressSanitizer: negative-size-param: (size=-17)", "negative-size-param"),
        ("==1==ERROR: AddressSanitizer: allocator is out of memory trying to allocate 0x24 bytes", "out-of-memory"),
        ("==1==ERROR: LeakSanitizer: detected memory leaks", "detected memory leaks"),
        ("==1==ERROR: HWAddressSanitizer: tag-mismatch on address 0x0042 at pc 0x55", "tag-mismatch"),
        ("==1==WARNING: MemorySanitizer: use-of-uninitialized-value", "use-of-uninitialized-value"),
        ("WARNING: ThreadSanitizer: data race (pid=1185)", "data race"),
        ("WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=9)", "lock-order-inversion"),
        ("==4==AddressSanitizer: hard rss limit exhausted (6144Mb vs 6222Mb)", "hard rss limit exhausted"),
    ],
)
def test_the_error_class_is_what_the_summary_would_say(line: str, error: str) -> None:
    """One header of each tool."""
    assert only_block(line, sanitizer).exception == error


def test_tsan_goes_on_and_so_is_not_fatal() -> None:
    """A race is reported while the program runs."""
    block = only_block(
        "WARNING: ThreadSanitizer: data race (pid=9)\n  Write of size 8 at 0x7b by thread T1:\n"
        "    #0 infer /a/repro.cpp:15 (repro+0x1312)\n\n  Previous read of size 8 at 0x7b by main thread:\n"
        "    #0 camera /a/repro.cpp:9 (repro+0x128c)\n\nSUMMARY: ThreadSanitizer: data race /a/repro.cpp:15 in infer\n",
        sanitizer,
    )
    assert not block.fatal
    assert functions(block) == ["infer"]
    assert block.last == 8


def test_ubsan_gives_the_place_and_quotes_its_source_echo() -> None:
    """The echoed source line and caret are never searched."""
    block = only_block(
        "repro.cpp:8:20: runtime error: signed integer overflow: 70000 * 40000 cannot be represented in type 'int'\n"
        "  int n = width * height;\n"
        "                ^\n",
        sanitizer,
    )
    assert (block.exception, block.fatal) == ("signed integer overflow", False)
    assert block.frames[0].file == "repro.cpp"
    assert block.frames[0].line == 8
    assert block.quoted_lines == (2, 3)


def test_two_ubsan_lines_are_two_blocks() -> None:
    """Each tells another fault."""
    kinds = blocks_of(
        "a.c:1:2: runtime error: division by zero\nb.c:3:4: runtime error: null pointer passed as argument 1\n",
        sanitizer,
    )
    assert [block.exception for block in kinds] == ["division by zero", "null pointer passed as argument"]


def test_a_lonely_summary_is_read() -> None:
    """People paste just that line."""
    block = only_block("SUMMARY: AddressSanitizer: heap-buffer-overflow /a/net.cpp:5 in Net::run(int)", sanitizer)
    assert (block.exception, functions(block)) == ("heap-buffer-overflow", ["Net::run"])


@pytest.mark.parametrize(
    "line",
    [
        "==16763==WARNING: AddressSanitizer failed to allocate 0xffffffff bytes",
        "panic: runtime error: index out of range",
        "SUMMARY: 3 passed, 1 failed",
        "Use AddressSanitizer: it finds such bugs",
    ],
)
def test_talk_about_sanitizers_is_no_report(line: str) -> None:
    """A warning about an allocation, Go's words, a test summary, advice."""
    assert blocks_of(line, sanitizer) == []
