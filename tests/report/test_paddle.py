"""PaddlePaddle's C++ tracebacks."""

from blocks import NATIVE, blocks_of, functions, only_block

FATAL = """\
--------------------------------------
C++ Traceback (most recent call last):
--------------------------------------
0   paddle::imperative::Tracer::TraceOp(std::string const&)
1   paddle::memory::allocation::Allocate(unsigned long)
2   paddle::framework::SignalHandle(char const*, int)
3   paddle::platform::GetCurrentTraceBackString[abi:cxx11]()

----------------------
Error Message Summary:
----------------------
FatalError: `Segmentation fault` is detected by the operating system.
  [TimeInfo: *** Aborted at 1700000000 (unix time) try "date -d @1700000000" if you are using GNU date ***]
  [SignalInfo: *** SIGSEGV (@0x0) received by PID 9 (TID 0x7f) from PID 0 ***]

Segmentation fault (core dumped)
"""


def test_traceback_and_summary_are_one_block_innermost_frame_first() -> None:
    """Paddle prints the outermost frame first, and its own handler last."""
    block = only_block(FATAL, *NATIVE)

    assert (block.kind, block.exception) == ("native-abort", "FatalError")
    assert functions(block) == ["paddle::memory::allocation::Allocate", "paddle::imperative::Tracer::TraceOp"]
    assert block.message == "`Segmentation fault` is detected by the operating system."
    assert (block.first, block.message_first, block.last) == (2, 12, 14)
    assert block.details == (("signal", "SIGSEGV"),)


def test_a_summary_alone_keeps_its_hint() -> None:
    """Errors that Paddle raises itself have a hint and a place."""
    block = only_block(
        "----------------------\nError Message Summary:\n----------------------\n"
        "InvalidArgumentError: The shape of input is wrong.\n  [Hint: Expected 3 == 4] (at /paddle/phi/infermeta/binary.cc:12)\n",
        *NATIVE,
    )
    assert block.exception == "InvalidArgumentError"
    assert "[Hint: Expected 3 == 4]" in block.message


def test_a_heading_without_anything_below_is_no_block() -> None:
    """Words of a manual."""
    assert blocks_of("Error Message Summary:\nsee the manual\n", *NATIVE) == []
