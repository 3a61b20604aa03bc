"""Noise at the top of a stack goes, what is below stays."""

import pytest

from crashkb.model import Frame
from crashkb.report.frames import bare_name, drop_noise, is_noise


def stack(*functions: str) -> list[Frame]:
    return [Frame(function) for function in functions]


@pytest.mark.parametrize(
    "function",
    [
        "abort",
        "raise@@GLIBC_2.2.5",
        "__GI_abort",
        "__libc_message",
        "__pthread_kill_implementation",
        "__assert_fail",
        "std::terminate()",
        "__cxa_throw",
        "__gnu_cxx::__verbose_terminate_handler()",
        "_Unwind_RaiseException",
        "malloc",
        "operator new(unsigned long)",
        "operator delete[](void*)",
        "je_malloc_default",
        "tcmalloc::(anonymous namespace)::do_free",
        "__interceptor_free",
        "__asan_memcpy",
        "__sanitizer::Die()",
        "__ubsan_handle_add_overflow_abort",
        "google::LogMessageFatal::~LogMessageFatal()",
        "absl::lts_20230802::log_internal::LogMessage::Flush()",
        "logging::LogMessage::~LogMessage()",
        "core::panicking::panic_fmt",
        "rust_begin_unwind",
        "runtime.gopanic",
        "java.lang.reflect.Method.invoke",
        "art::Runtime::Abort(char const*)",
        "abort+0x12b",
    ],
)
def test_frames_that_only_say_how_it_ended_are_noise(function: str) -> None:
    """Aborts, throws, allocators, sanitizers, failing loggers and panic machinery."""
    assert is_noise(Frame(function, "libx.so"))


@pytest.mark.parametrize(
    "function",
    [
        "main",
        "memcpy",
        "tflite::Subgraph::Invoke()",
        "absl::Mutex::Lock()",
        "freeze_graph",
        "mallocator",
        "caffe2::Net::Run()",
    ],
)
def test_frames_of_the_program_are_no_noise(function: str) -> None:
    """Names that only begin like noise stay, and so does a failing copy."""
    assert not is_noise(Frame(function, "libx.so"))


def test_the_top_is_dropped_and_the_middle_kept() -> None:
    """An allocation inside the program's own stack stays where it is."""
    frames = stack("raise", "abort", "ncnn::Net::load_model", "malloc", "main")
    assert drop_noise(frames) == tuple(frames[2:])


def test_a_signal_handler_is_dropped_down_to_the_frame_that_was_hit() -> None:
    """The handler's own functions need not be known."""
    frames = stack("c10::FatalSignalHandler::handle", "<signal handler called>", "at::native::add", "main")
    assert drop_noise(frames) == tuple(frames[2:])


def test_a_stack_of_nothing_but_noise_is_kept_whole() -> None:
    """Something must be shown."""
    frames = stack("__pthread_kill_implementation", "raise", "abort")
    assert drop_noise(frames) == tuple(frames)


def test_unnamed_frames_are_noise_in_the_c_library_only() -> None:
    """`?? () from libc.so.6` says nothing, `??` in a vendor's driver does."""
    assert is_noise(Frame("??", "/lib/x86_64-linux-gnu/libc.so.6"))
    assert not is_noise(Frame("", "/vendor/lib64/egl/libGLES_mali.so"))


def test_no_frames_give_no_frames() -> None:
    assert drop_noise(()) == ()


def test_bare_names_have_no_arguments_offsets_or_versions() -> None:
    assert bare_name("operator new(unsigned long)") == "operator new"
    assert bare_name("abort+0x12b") == "abort"
    assert bare_name("raise@@GLIBC_2.2.5") == "raise"
    assert bare_name("(anonymous namespace)::crash(int)") == "crash"
