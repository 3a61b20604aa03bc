"""Frames that say how a program ends and never why; they are dropped from the top of a stack.

The names are plain data, collected from glibc 2.31–2.40, bionic and ART (Android 5–15), libstdc++ and libc++abi, the
LLVM sanitizer runtimes, glog, absl and Chromium logging, tcmalloc and jemalloc, the Rust and Go runtimes and OpenJDK.
Functions that touch memory on someone's behalf (memcpy, strlen) stay: that a copy failed is worth knowing.
"""

from collections.abc import Sequence
from itertools import islice

from crashkb.model import Frame
from crashkb.text.lazy import LazyPattern

NOISE_NAMES = frozenset({
    # glibc, bionic and Apple's libsystem: ways to end a process
    "abort", "raise", "gsignal", "kill", "tgkill", "tkill", "pthread_kill", "__pthread_kill", "__pthread_kill_internal",
    "__pthread_kill_implementation", "pthread_kill@@GLIBC_2.34", "syscall", "_exit", "__abort", "__fortify_fail",
    "__fortify_fail_abort", "__stack_chk_fail", "__stack_chk_fail_local", "__chk_fail", "__fortify_fatal",
    "__assert", "__assert2", "__assert_fail", "__assert_fail_base", "__assert_perror_fail", "__assert_rtn",
    "async_safe_fatal_no_abort", "async_safe_fatal_va_list", "__libc_fatal", "__libc_message", "__libc_android_abort",
    "__kernel_vsyscall", "_dl_signal_error", "_dl_catch_exception", "_dl_catch_error",
    # C++ run-time support
    "terminate", "std::terminate", "std::unexpected", "__cxa_throw", "__cxa_rethrow", "__cxa_pure_virtual",
    "__cxa_bad_cast", "__cxa_call_terminate", "__cxa_call_unexpected", "__gxx_personality_v0", "abort_message",
    "_objc_terminate", "objc_exception_throw", "demangling_terminate_handler", "__clang_call_terminate",
    # allocators
    "malloc", "calloc", "realloc", "reallocarray", "free", "cfree", "memalign", "aligned_alloc", "posix_memalign",
    "valloc", "pvalloc", "_int_malloc", "_int_free", "_int_free_merge_chunk", "_int_realloc", "_int_memalign",
    "malloc_consolidate", "malloc_printerr", "malloc_error_break", "sysmalloc", "systrim", "tcache_get", "tcache_put",
    "tcache_thread_shutdown", "unlink_chunk", "operator new", "operator new[]", "operator delete", "operator delete[]",
    "_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "mi_malloc", "mi_free",
    # machinery of panics: Rust, Go
    "rust_begin_unwind", "rust_panic", "__rust_start_panic", "panic", "panic_bounds_check",
    "runtime.gopanic", "runtime.goPanicIndex", "runtime.goPanicSliceAcap", "runtime.panicmem", "runtime.panicmemAddr",
    "runtime.sigpanic", "runtime.panicdivide", "runtime.panicIndex", "runtime.panicwrap", "runtime.throw",
    "runtime.fatal", "runtime.fatalthrow", "runtime.fatalpanic", "runtime.raise", "runtime.dieFromSignal",
    "runtime.crash", "runtime.throw.func1", "runtime.systemstack", "runtime.sigfwdgo", "runtime/debug.Stack",
    "runtime/debug.PrintStack",
    # torch's and caffe's ways to throw
    "c10::Error::Error", "c10::detail::torchCheckFail", "c10::detail::torchInternalAssertFail", "c10::get_backtrace",
    # the Linux kernel
    "dump_backtrace", "show_stack", "dump_stack", "dump_stack_lvl", "__dump_stack", "check_memory_region", "print_report",
    "print_address_description", "oops_end",
    # ends of a process that are no abort; Foundation; libFuzzer on Fuchsia
    "exit", "__run_exit_handlers", "__cxa_finalize", "__exceptionPreprocess", "CrashTrampolineAsm",
})  # fmt: skip
"""Whole function names, without arguments and offsets."""

NOISE_PREFIXES = (
    # glibc, libstdc++, libc++abi, unwinder
    "__GI_", "__libc_", "_Unwind_", "__gnu_cxx::__verbose_terminate_handler", "__cxxabiv1::", "std::__terminate",
    "std::__throw_", "std::__1::__throw_", "std::__glibcxx_assert_fail", "std::__replacement_assert",
    "std::__libcpp_verbose_abort", "std::__1::__libcpp_verbose_abort", "abort_message",
    # allocators
    "je_", "tc_", "tcmalloc::", "mi_heap_", "scudo::", "scudo_", "__scudo", "partition_alloc::",
    # sanitizers
    "__asan_", "__asan::", "__hwasan_", "__hwasan::", "__interceptor_", "___interceptor_", "__sanitizer_",
    "__sanitizer::", "__msan_", "__msan::", "__tsan_", "__tsan::", "__ubsan_", "__ubsan::", "__lsan_", "__lsan::",
    "__sanitizer_malloc_hook", "wrap_malloc", "wrap_free", "wrap_calloc", "wrap_realloc", "fuzzer::Fuzzer::CrashCallback",
    "fuzzer::Fuzzer::StaticCrashSignalCallback", "fuzzer::PrintStackTrace", "fuzzer::", "fuzztest::internal::", "kasan_",
    "testing::internal::", "testing::UnitTest::AddTestPartResult",
    # loggers that end the process
    "google::LogMessage", "google::DumpStackTrace", "google::CheckOp", "logging::LogMessage", "logging::CheckError", "logging::CheckLogMessage",
    "logging::CheckFailure", "logging::NotReachedError", "absl::log_internal", "base::debug::",
    "base::internal::LogMessage", "tensorflow::internal::LogMessage", "tsl::internal::LogMessage",
    "tflite::logging_internal", "android::base::LogMessage", "android::base::DefaultAborter", "dmlc::LogMessage",
    "c10::MessageLogger", "c10::ThrowEnforceNotMet", "c10::cuda::c10_cuda_check_implementation", "handler_SIG",
    "google::FailureSignalHandler", "absl::AbslFailureSignalHandler", "absl::WriteStackTrace",
    "paddle::framework::SignalHandle", "paddle::platform::GetCurrentTraceBackString", "paddle::platform::EnforceNotMet",
    "phi::enforce::GetCurrentTraceBackString", "phi::enforce::EnforceNotMet", "common::enforce::",
    "_swift_stdlib_reportFatalError", "Swift._assertionFailure",
    # Android's run time
    "art::Runtime::Abort", "art::JavaVMExt::JniAbort", "art::JniAbort", "art::Thread::AbortInThis",
    # Rust
    "core::panicking::", "std::panicking::", "std::rt::begin_panic", "std::sys_common::backtrace::",
    "std::sys::backtrace::", "std::backtrace", "backtrace::", "std::process::abort", "std::sys::unix::abort_internal", "std::sys::pal::unix::abort_internal",
    "std::sys::imp::backtrace::", "core::result::unwrap_failed",
    "core::option::unwrap_failed", "core::option::expect_failed", "alloc::alloc::handle_alloc_error", "std::alloc::",
    "__rust_", "__rdl_",
    # Java
    "java.lang.reflect.", "jdk.internal.reflect.", "sun.reflect.",
)  # fmt: skip
"""Beginnings of function names."""

SIGNAL_MARKERS = frozenset({
    "<signal handler called>", "__restore_rt", "_sigtramp", "__kernel_rt_sigreturn", "__sigaction", "__restore",
    "killpg", "__kernel_sigreturn",
})  # fmt: skip
"""What stands between a signal handler and the frame that the signal hit: all above it is the handler's own work."""

_SYSTEM_MODULES = (
    "libc.so",
    "libc-",
    "libpthread",
    "libsystem_kernel",
    "libsystem_pthread",
    "[vdso]",
    "linux-vdso",
    "libclang_rt",
)
_MARKER_DEPTH = 40

# absl::lts_20230802::log_internal::LogMessage::Flush
_VERSION_NAMESPACE = LazyPattern(r"\babsl::lts_\d{4,10}::")


def drop_noise(frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The frames from the first one that tells something on, the crashing one first.

    Frames of a signal handler, and then aborts, throws, allocators, sanitizers, failing loggers and panic machinery,
    are dropped from the top, never from the middle. A stack of nothing else is returned whole.
    """
    start = 0
    for index, frame in enumerate(islice(frames, _MARKER_DEPTH)):
        if bare_name(frame.function) in SIGNAL_MARKERS:
            start = index + 1
    while start < len(frames) and is_noise(frames[start]):
        start += 1
    return tuple(frames[start:]) if start < len(frames) else tuple(frames)


def is_noise(frame: Frame) -> bool:
    """Whether the frame only says how the program ended."""
    name = bare_name(frame.function)
    if name in ("", "??", "<unknown>"):
        return _is_system_module(frame.file)
    return name in NOISE_NAMES or name.startswith(NOISE_PREFIXES)


def bare_name(function: str) -> str:
    """The function's name without arguments, offset, symbol version and return type of a template.

    `operator new(unsigned long)` gives `operator new`, `abort+0x12b` gives `abort`, `raise@@GLIBC_2.2.5` gives `raise`.
    """
    function = function.replace("(anonymous namespace)::", "").replace("`anonymous namespace'::", "")
    name = function.strip().partition("(")[0] or function.strip()
    name = name.partition("@")[0].partition("+0x")[0].strip()
    if name.startswith("absl::"):
        name = _VERSION_NAMESPACE.sub("absl::", name, count=1)
    return name.removeprefix("static ").removeprefix("void ")


def _is_system_module(path: str) -> bool:
    """Whether an unnamed frame lies in the C library or the kernel's page."""
    return path.replace("\\", "/").rpartition("/")[2].startswith(_SYSTEM_MODULES)
