"""The words with which native code ends itself."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import aborts


@pytest.mark.parametrize(
    ("line", "exception", "message"),
    [
        ("free(): double free detected in tcache 2", "free(): double free detected in tcache 2", ""),
        ("free(): invalid next size (fast)", "free(): invalid next size", "(fast)"),
        ("double free or corruption (!prev)", "double free or corruption", "(!prev)"),
        ("malloc(): corrupted top size", "malloc(): corrupted top size", ""),
        ("malloc(): invalid size (unsorted)", "malloc(): invalid size", "(unsorted)"),
        ("munmap_chunk(): invalid pointer", "munmap_chunk(): invalid pointer", ""),
        ("corrupted size vs. prev_size while consolidating", "corrupted size vs. prev_size", "while consolidating"),
        ("*** stack smashing detected ***: terminated", "stack smashing detected", ""),
        ("*** buffer overflow detected ***: python terminated", "buffer overflow detected", ""),
        ("terminate called without an active exception", "terminate called without an active exception", ""),
        ("pure virtual method called", "pure virtual method called", ""),
        ("libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc", "std::bad_alloc", "std::bad_alloc"),
        ("libc++abi.dylib: terminating with uncaught exception of type NSException", "NSException", ""),
        ("libc++abi: terminating", "terminating", ""),
        ("Non-OK-status: GpuLaunchKernel(f) status: INTERNAL: no kernel image", "Non-OK-status", "GpuLaunchKernel(f) status: INTERNAL: no kernel image"),
        ('CANNOT LINK EXECUTABLE "/x/a": library "libb.so" not found', "CANNOT LINK EXECUTABLE", '"/x/a": library "libb.so" not found'),
        ("Fatal glibc error: CPU does not support x86-64-v2", "Fatal glibc error", "CPU does not support x86-64-v2"),
    ],
)  # fmt: skip
def test_a_message_gives_its_class_and_the_rest(line: str, exception: str, message: str) -> None:
    """Without a rest the message is the line."""
    block = only_block(line, aborts)
    assert (block.kind, block.exception, block.message, block.fatal) == (
        "native-abort",
        exception,
        message or line,
        True,
    )


@pytest.mark.parametrize(
    ("line", "message", "function", "file", "number"),
    [
        ("run: net.cpp:88: int Net::load(const char*): Assertion `n > 0' failed.", "n > 0", "Net::load", "net.cpp", 88),
        ("/usr/include/c++/12/bits/stl_vector.h:1123: std::vector<int>::operator[](size_type): Assertion '__n < this->size()' failed.", "'__n < this->size()'", "std::vector<int>::operator[]", "/usr/include/c++/12/bits/stl_vector.h", 1123),
        ("Assertion failed: (ptr != nil), function run, file model.mm, line 12.", "(ptr != nil)", "run", "model.mm", 12),
        ("Assertion failed: n > 0, file c:\\b\\a.cpp, line 3", "n > 0", "", "c:\\b\\a.cpp", 3),
        ("Assertion failure: false, at /x/vm/Self.cpp:362", "false", "", "/x/vm/Self.cpp", 362),
    ],
)  # fmt: skip
def test_an_assertion_gives_condition_function_and_place(
    line: str, message: str, function: str, file: str, number: int
) -> None:
    """glibc, libstdc++, Darwin, MSVC and Gecko write it each in their way."""
    block = only_block(line, aborts)
    frame = block.frames[0]

    assert block.exception == "Assertion failed"
    assert block.message.strip("'") == message.strip("'")
    assert (frame.function, frame.file, frame.line) == (function, file, number)


def test_device_assertions_of_many_gpu_threads_are_one_block() -> None:
    """Each thread of the kernel prints the line; the condition is the message."""
    row = "../aten/src/ATen/native/cuda/Indexing.cu:1236: indexSelectLargeIndex: block: [{},0,0], thread: [32,0,0] Assertion `srcIndex < srcSelectDimSize` failed."
    block = only_block("\n".join(row.format(number) for number in range(300)), aborts)

    assert (block.first, block.last) == (1, 300)
    assert (block.exception, block.message) == ("Assertion failed", "srcIndex < srcSelectDimSize")
    assert functions(block) == ["indexSelectLargeIndex"]


def test_what_and_the_stack_below_belong_to_an_uncaught_exception() -> None:
    """The message may have several lines; throwing frames of c10 are dropped."""
    block = only_block(
        "terminate called after throwing an instance of 'c10::Error'\n"
        "  what():  CUDA error: device-side assert triggered\n"
        "CUDA kernel errors might be asynchronously reported at some other API call\n"
        "\n"
        "Exception raised from c10_cuda_check_implementation at CUDAException.cpp:43 (most recent call first):\n"
        "frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x57 (0x7f9d in /x/libc10.so)\n"
        "frame #1: c10::detail::torchCheckFail(char const*) + 0x64 (0x7f9e in /x/libc10.so)\n"
        "frame #2: c10d::ProcessGroupNCCL::watchdogHandler() + 0x1 (0x7f9f in /x/libtorch_cuda.so)\n"
        "Aborted (core dumped)\n",
        aborts,
    )
    assert (block.exception, block.first, block.last) == ("c10::Error", 1, 8)
    assert block.message.startswith("CUDA error: device-side assert triggered\nCUDA kernel errors")
    assert (block.message_first, block.message_last) == (1, 3)
    assert functions(block) == ["c10d::ProcessGroupNCCL::watchdogHandler"]


def test_an_exception_without_stack_ends_before_the_shell_speaks() -> None:
    """`Aborted` is the shell's."""
    block = only_block(
        "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\nAborted (core dumped)\n",
        aborts,
    )
    assert (block.message, block.last) == ("std::bad_alloc", 2)


def test_glog_prints_the_stack_under_a_heading() -> None:
    """The logger's own frames are dropped."""
    block = only_block(
        "F0813 00:29:27.775753  3842 model.cc:130] Check failed: dims.size() == 4 (3 vs. 4)\n"
        "*** Check failure stack trace: ***\n"
        "    @     0x7f6c53  google::LogMessage::Fail()\n"
        "    @     0x7f6c54  caffe::Net<>::Init()\n"
        "    @     0x7f6c55  main\n",
        aborts,
    )
    assert (block.exception, block.message, block.last) == ("Check failed", "dims.size() == 4 (3 vs. 4)", 5)
    assert functions(block)[0] == "caffe::Net<>::Init"


@pytest.mark.parametrize(
    "line",
    [
        "[5:5:0100/000000:FATAL:zygote_linux.cc(449)] Check failed: len > 0 (-1 vs. 0)",
        "2024-01-01 00:00:00.000000: F tensorflow/core/x.cc:12] Check failed: len > 0 (-1 vs. 0)",
        "[10:11:12] /x/src/runtime.cc:123: Check failed: len > 0 (-1 vs. 0)",
    ],
)
def test_failed_checks_are_read_behind_any_logger(line: str) -> None:
    """Chromium, TensorFlow, dmlc."""
    block = only_block(line, aborts)
    assert (block.exception, block.message) == ("Check failed", "len > 0 (-1 vs. 0)")


def test_old_glibc_names_the_program_and_adds_backtrace_and_memory_map() -> None:
    """All of it is one block; glibc's frames are dropped."""
    block = only_block(
        "*** Error in `python': double free or corruption (out): 0x0000000001d7c0a0 ***\n"
        "======= Backtrace: =========\n"
        "/lib/libc.so.6(abort+0x77)[0x7f10]\n"
        "/x/libcaffe.so(_ZN5caffe4BlobD2Ev+0x12)[0x7f11]\n"
        "/usr/bin/python(main+0x1)[0x40]\n"
        "======= Memory map: ========\n"
        "00400000-00401000 r-xp 00000000 08:01 131 /usr/bin/python\n"
        "done\n",
        aborts,
    )
    assert (block.exception, block.message, block.last) == ("double free or corruption", "(out)", 7)
    assert block.details == (("process", "python"),)
    assert functions(block)[0] == "caffe::Blob::~Blob"


def test_foundations_uncaught_exception_has_its_reason_and_call_stack() -> None:
    """The frames are in Apple's form."""
    block = only_block(
        "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'shape mismatch'\n"
        "*** First throw call stack:\n"
        "(\n"
        "\t0   CoreFoundation   0x00007fff2043 __exceptionPreprocess + 242\n"
        "\t1   libobjc.A.dylib  0x00007fff2017 objc_exception_throw + 48\n"
        "\t2   Demo             0x0000000104f1 -[Model run] + 28\n"
        ")\n",
        aborts,
    )
    assert (block.exception, functions(block)) == ("NSInvalidArgumentException", ["-[Model run]"])
    assert "shape mismatch" in block.message


def test_v8_writes_its_message_below_the_heading() -> None:
    """Lines with a number sign go on."""
    block = only_block("#\n# Fatal error in ../src/a.cc, line 219\n# Check failed: x.\n#\n", aborts)
    assert (block.exception, block.frames[0].line) == ("Fatal error", 219)
    assert block.message.endswith("Check failed: x.")


@pytest.mark.parametrize(
    "line",
    [
        "I tried free(): invalid pointer and it did not help",
        "AssertionError: shapes differ",
        "All assertions passed; 0 assertions failed",
        "the check failed: please log in again",
        "RuntimeError: Assertion failed",
    ],
)
def test_words_in_sentences_are_no_abort(line: str) -> None:
    """A message stands at the beginning of its line, in the program's own form."""
    assert blocks_of(line, aborts) == []
