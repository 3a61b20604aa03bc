"""Lines of native stacks in all their forms."""

import pytest

from crashkb.model import Frame, Line
from crashkb.report.stacks import FRAME_LIMIT, parse_apple_frame, parse_frame, plain_name, read_stack


def as_lines(text: str) -> list[Line]:
    return [Line(number, row) for number, row in enumerate(text.splitlines(), 1)]


@pytest.mark.parametrize(
    ("text", "number", "frame"),
    [
        # sanitizers
        ("    #1 0x55b2 in Net::~Net() /home/u/a.cpp:5:3", 1, Frame("Net::~Net", "/home/u/a.cpp", 5)),
        ("    #0 0x7fd6 in raise (/lib/libc.so.6+0xfffff) (BuildId: 7c2b)", 0, Frame("raise", "/lib/libc.so.6", 0)),
        ("    #2 0x42b1  (/tmp/a.out+0x42b1)", 2, Frame("", "/tmp/a.out", 0)),
        ("    #0 0x6310  (<unknown module>)", 0, Frame("", "<unknown module>", 0)),
        ("    #3 infer(Tensor&) /home/u/a.cpp:15 (a.out+0x1312)", 3, Frame("infer", "/home/u/a.cpp", 15)),
        ("    #4 0x10 in Run+0x15a C:\\b\\s\\a.cc:9", 4, Frame("Run", "C:\\b\\s\\a.cc", 9)),
        ("    #5 0x1 in T::operator()(int) a.cc:7:2", 5, Frame("T::operator()", "a.cc", 7)),
        ("    #6 0x1 in void a::(anonymous namespace)::f<b, c>(d) x/y.cc:3", 6, Frame("void a::(anonymous namespace)::f<b, c>", "x/y.cc", 3)),
        # gdb and lldb
        ("#0  0x0ac8 in __aeabi_memcpy ()", 0, Frame("__aeabi_memcpy", "", 0)),
        ("#1  Net::load (this=0x16, n=<optimized out>) at src/net.cpp:88", 1, Frame("Net::load", "src/net.cpp", 88)),
        ("#2  0x00007f in ?? () from /lib/libnvinfer.so.8", 2, Frame("", "/lib/libnvinfer.so.8", 0)),
        ("  * frame #0: 0x18 libsystem_kernel.dylib`__pthread_kill + 8", 0, Frame("__pthread_kill", "libsystem_kernel.dylib", 0)),
        # c10, glog, backtrace_symbols, Chromium on Windows, V8
        ("frame #1: c10::Error::Error(std::string) + 0x57 (0x7f9d in /x/libc10.so)", 1, Frame("c10::Error::Error", "/x/libc10.so", 0)),
        ("    @     0x7f6c53 tensorflow::Run(int)", -1, Frame("tensorflow::Run", "", 0)),
        ("    @ 0x55d3c1f0        144  absl::Foo()", -1, Frame("absl::Foo", "", 0)),
        ("/x/libmnn.so(_ZN3MNN7Session3runEv+0x1c)[0x7f29]", -1, Frame("MNN::Session::run", "/x/libmnn.so", 0)),
        ("./a.out(+0x1189) [0x5567]", -1, Frame("", "./a.out", 0)),
        (" base::Run [0x00007FF9B6BFF5A0+288] (base/run.cc:240)", -1, Frame("base::Run", "base/run.cc", 240)),
        (" 1: 0xa18150 node::Abort() [node]", 1, Frame("node::Abort", "", 0)),
    ],
)  # fmt: skip
def test_a_frame_line_gives_number_function_and_place(text: str, number: int, frame: Frame) -> None:
    """One sample of each form."""
    assert parse_frame(text) == (number, frame)


@pytest.mark.parametrize(
    "text",
    [
        "#1333\tNEW    cov: 6 ft: 6 corp: 2/17b",
        "#0 /home/joe/test.php(9): func1()",
        "#0      main (file:///a/b.dart:12:20)",
        "#00 pc 0001f9a0  /system/lib64/libc.so (abort+164)",
        "step 12 loss 0.5",
    ],
)
def test_lines_of_others_are_no_native_frames(text: str) -> None:
    """libFuzzer's progress, PHP, Dart and tombstones have readers of their own."""
    assert parse_frame(text)[1] is None


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("0   libsystem_kernel.dylib  0x3618da1c 0x3617c000 + 72220 (__pthread_kill + 8)", Frame("__pthread_kill", "libsystem_kernel.dylib", 0)),
        ("5   Demo App  0x0000000104f1 -[Crasher crash:] + 28 (Crasher.m:12)", Frame("-[Crasher crash:]", "Crasher.m", 12)),
        ("7   fuzz  0x0000555f5ee3 Decoder.decode<A>(value:) + 2648", Frame("Decoder.decode<A>", "fuzz", 0)),
    ],
)  # fmt: skip
def test_apple_frames_are_read_in_their_three_forms(text: str, frame: Frame) -> None:
    """Load address with symbol in brackets, Objective-C with source, plain symbol."""
    assert parse_apple_frame(text)[1] == frame


def test_names_lose_parameters_offsets_and_hashes() -> None:
    """So that the same function has one name in every form."""
    assert plain_name("foo::Bar(int, char const*) const") == "foo::Bar"
    assert plain_name("std::function<void (int)>::operator()(int) const") == "std::function<void (int)>::operator()"
    assert plain_name("abort+0x12b") == "abort"
    assert plain_name("alloc::realloc::ha45a1a5628e8cb50") == "alloc::realloc"
    assert plain_name("_ZN12_GLOBAL__N_13RunEv") == "(anonymous namespace)::Run"


def test_a_stack_bridges_source_echo_and_ends_at_the_next_one() -> None:
    """gdb echoes a source line; a second #0 is another stack."""
    stack = read_stack(
        as_lines("#0  f (x=1) at a.c:3\n369         if (x) {\n#1  g () at a.c:9\n#0  other () at b.c:1"), 0
    )

    assert stack is not None
    assert [frame.function for frame in stack.frames] == ["f", "g"]
    assert stack.after == 3


def test_a_very_long_stack_keeps_a_bounded_number_of_frames() -> None:
    """Recursion makes stacks of 100,000 frames; all of them are consumed."""
    lines = [Line(number + 1, f"#{number}  0x01 in f (n={number}) at a.c:1") for number in range(100_000)]
    stack = read_stack(lines, 0)

    assert stack is not None
    assert len(stack.frames) == FRAME_LIMIT
    assert stack.after == 100_000
