"""Signals and stacks of native code."""

import pytest

from blocks import NATIVE, blocks_of, functions, only_block

GDB = """\
[New Thread 0x7f (LWP 14711)]
Thread 5 "python" received signal SIGSEGV, Segmentation fault.
0x000008 in ncnn::Mat::release (this=0x0) at src/mat.h:88
88          if (refcount)
#0  0x000008 in ncnn::Mat::release (this=0x0) at src/mat.h:88
#1  0x000012 in ncnn::Net::clear (this=0x160) at src/net.cpp:9
#2  0x000013 in ?? () from /usr/lib/python3/_ncnn.so
(gdb) quit
"""


def test_gdb_tells_signal_words_and_stack() -> None:
    """The echoed source line does not disturb."""
    block = only_block(GDB, *NATIVE)

    assert (block.kind, block.exception, block.message) == ("native-stack", "SIGSEGV", "Segmentation fault")
    assert (block.first, block.last) == (2, 7)
    assert functions(block) == ["ncnn::Mat::release", "ncnn::Net::clear", ""]
    assert block.frames[2].file == "/usr/lib/python3/_ncnn.so"
    assert block.details == (("signal", "SIGSEGV"),)


@pytest.mark.parametrize(
    ("line", "signal"),
    [
        ("Program terminated with signal 11, Segmentation fault.", "SIGSEGV"),
        ("Program received signal SIGILL, Illegal instruction.", "SIGILL"),
        ("* thread #1, queue = 'main', stop reason = EXC_BAD_ACCESS (code=1, address=0x0)", "EXC_BAD_ACCESS"),
        ("Received signal 11 SEGV_MAPERR 000000000000", "SIGSEGV"),
        ("*** SIGSEGV (@0x0) received by PID 123 (TID 0x7f8) from PID 0; stack trace: ***", "SIGSEGV"),
        ("*** SIGABRT received at time=1700000000 on cpu 3 ***", "SIGABRT"),
    ],
)
def test_signal_handlers_announce_a_signal(line: str, signal: str) -> None:
    """gdb, lldb, Chromium, glog, absl; without a stack too."""
    assert only_block(line, *NATIVE).exception == signal


def test_glog_tells_the_time_first_and_the_signal_below() -> None:
    """One block from the time to the last frame."""
    block = only_block(
        '*** Aborted at 1700000000 (unix time) try "date -d @1700000000" if you are using GNU date ***\n'
        "PC: @                0x0 (unknown)\n"
        "*** SIGSEGV (@0x0) received by PID 9 (TID 0x7f) from PID 0; stack trace: ***\n"
        "    @     0x7f51 (unknown)\n"
        "    @     0x7f52 paddle::lite::Run()\n",
        *NATIVE,
    )
    assert (block.exception, block.first, block.message_first, block.last) == ("SIGSEGV", 1, 3, 5)
    assert "paddle::lite::Run" in functions(block)


def test_gdb_prints_the_first_frame_twice() -> None:
    """The full stack below the single frame is taken."""
    block = only_block(
        "Program terminated with signal 6, Aborted.\n#0  0x01 in raise () from /lib/libc.so.6\n(gdb) bt\n"
        "#0  0x01 in raise () from /lib/libc.so.6\n#1  0x02 in abort () from /lib/libc.so.6\n#2  0x03 in onnx::check (m=0x1) at check.cc:4\n",
        *NATIVE,
    )
    assert (block.exception, functions(block)) == ("SIGABRT", ["onnx::check"])


def test_a_bare_backtrace_is_read_without_words() -> None:
    """Of at least two frames; the signal is not known."""
    block = only_block("#0  0x01 in f (x=1) at a.c:3\n#1  0x02 in main () at a.c:9\n", *NATIVE)
    assert (block.kind, block.exception, functions(block)) == ("native-stack", "", ["f", "main"])


def test_backtrace_symbols_are_a_stack() -> None:
    """With and without names."""
    block = only_block("/x/libMNN.so(_ZN3MNN7Session3runEv+0x1c)[0x7f29]\n/x/a.out(+0x1189)[0x55]\n", *NATIVE)
    assert functions(block) == ["MNN::Session::run", ""]


def test_open_mpi_reports_signal_and_frames_behind_host_and_process() -> None:
    """Up to its end mark."""
    block = only_block(
        "[gpu1:00123] *** Process received signal ***\n[gpu1:00123] Signal: Segmentation fault (11)\n"
        "[gpu1:00123] Failing at address: 0x10\n[gpu1:00123] [ 0] /lib/libc.so.6(+0x3c050)[0x7f10]\n"
        "[gpu1:00123] [ 1] /x/libnccl.so.2(ncclAllReduce+0x1)[0x7f11]\n[gpu1:00123] *** End of error message ***\n",
        *NATIVE,
    )
    assert (block.exception, block.last) == ("SIGSEGV", 6)
    assert functions(block) == ["ncclAllReduce"]


@pytest.mark.parametrize(
    "text",
    [
        "#0 is the first GPU\n#1 is the second\n",
        "see issue #0 and #1 in the tracker",
        "#0  0x01 in f (x=1) at a.c:3\n",
        "epoch 3 [0x7f]\n",
        "The process received signal handling tests",
    ],
)
def test_numbers_and_addresses_in_text_are_no_stack(text: str) -> None:
    """A stack has two frames in a form that nothing else has."""
    assert blocks_of(text, *NATIVE) == []
