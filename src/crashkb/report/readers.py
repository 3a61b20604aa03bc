"""The ordered table of block readers: who is asked first when several know a line's trigger.

A reader is tried on a line where one of its triggers stands, and on no other; so its triggers must
be literal, lower-case and as rare as possible. Of the readers tried on one line the first in the
table that recognises it takes the block. Shapes that quote others stand before those they quote
(a sanitizer report before the stack it prints), one-line shapes stand last.

To add a reader: write ``report/<name>.py`` and put its function into the table.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from crashkb.model import Block, Line
from crashkb.report import exits, oneline


class Reader(NamedTuple):
    """One shape of block."""

    name: str
    module: str
    """Module of this room, imported when the reader is first tried: a log needs few of them, and all take 4 ms."""
    function: str
    """(lines, index of the line) → the block and the index behind its last line, or None."""
    triggers: tuple[str, ...]
    """Lower-case literals of which one must stand on the line where it is tried."""

    def read(self, lines: Sequence[Line], index: int) -> tuple[Block, int] | None:
        """The block that begins at that line and the index behind its last line; None if it is none of this shape."""
        module: Any = import_module(f"crashkb.report.{self.module}")
        found: tuple[Block, int] | None = getattr(module, self.function)(lines, index)
        return found


READERS: tuple[Reader, ...] = (
    Reader("sanitizer", "sanitizer", "read_sanitizer", (
        "sanitizer: ", "sanitizer:deadlysignal", "asan:sig", "asan:deadlysignal",
    )),
    Reader("ubsan", "sanitizer", "read_ubsan", (": runtime error: ",)),
    Reader("sanitizer-summary", "sanitizer", "read_summary", ("summary: ",)),
    Reader("libfuzzer", "libfuzzer", "read_libfuzzer", ("error: libfuzzer: ",)),
    Reader("valgrind", "valgrind", "read_valgrind", (
        "== invalid ", "== mismatched free", "== conditional jump", "== use of uninitialised",
        "== syscall param", "== source and destination", "== argument '", "== jump to the",
        "== process terminating", "== illegal ", "== unrecognised instr", "== possible data race",
        "== stack overflow in", "are definitely lost", "are indirectly lost", "are possibly lost", "== thread #",
        "== realloc() with",
    )),
    Reader("apple-json", "apple_json", "read_apple_json", ("{",)),
    Reader("apple-crash", "apple", "read_apple", (
        "incident identifier:", "hardware model:", "crashreporter key:", "exception type:", "process:  ",
        "process: ",
    )),
    Reader("android-native-crash", "android", "read_native_crash", (
        "*** *** ***", "build fingerprint:", "fatal signal", ">>> ", "(sig", "backtrace:", "#00 pc ", "#00  pc ",
    )),
    Reader("android-anr", "android_anr", "read_anr", (
        "anr in ", "application not responding", "subject: ", "dispatching timed out", "vm traces", "----- pid ",
        '" prio=', "crash type: 'anr'", "*** *** ***",
    )),
    Reader("java-exception", "java", "read_java_exception", (
        "exception", "error", "throwable", "process: ", "intentreceiverleaked", "serviceconnectionleaked",
        "violation",
    )),
    Reader("python-fatal-error", "faulthandler", "read_fatal_error", (
        "fatal python error:", "windows fatal exception:", "(most recent call first)", "timeout (0:",
    )),
    Reader("python-traceback", "python", "read_traceback", (
        "traceback (most recent call last)", "remotetraceback:", 'file "', "file ~", "file /", "file <",
        "cell in", "input in", "<ipython-input", ".py in ", ".py:",
    )),
    Reader("pytest-failure", "python_pytest", "read_pytest_failure", ("____ ",)),
    Reader("windows-debugger", "windows", "read_debugger", (
        " - code ", "exceptioncode:", "exception_record:", "faulting_ip:",
    )),
    Reader("windows-event", "windows", "read_event", (
        "faulting application", "faulting module", "exception code", "problem event name", "application name:",
        "错误应用程序", "异常代码", "模块名称", "应用程序名",
    )),
    Reader("visual-studio", "windows", "read_studio", ("exception at 0x", "exception thrown at 0x", "异常")),
    Reader("minidump", "windows", "read_minidump", ("crash reason:",)),
    Reader("gpu-xid", "kernel", "read_xid", ("nvrm: xid (",)),
    Reader("nvswitch-sxid", "kernel", "read_sxid", (": sxid (",)),
    Reader("kernel-oom", "kernel", "read_oom", (
        "out of memory: kill", "oom-kill:constraint", "invoked oom-killer: ", "killed process ", "kill process ",
    )),
    Reader("android-kill", "kernel", "read_android_kill", ("killing '", "kill '", "lowmemorykiller: ", "lmkd: ")),
    Reader("kernel-segfault", "kernel", "read_segfault", ("segfault at ", "trap ", "general protection", "traps: ")),
    Reader("kernel-oops", "kernel", "read_oops", (
        "bug: unable to", "bug: kernel null", "kernel panic", "unable to handle kernel", "oops:", "bug: kasan",
        "general protection fault", "soft lockup", "ubsan: ", "kernel bug at",
    )),
    Reader("abort-message", "aborts", "read_abort", (
        "free():", "double free or", "malloc():", "malloc_consolidate():", "_chunk():", "realloc():",
        "corrupted size vs", "corrupted double-linked", "tcache_thread", "invalid fastbin", "adjusted to free",
        "smashing detected", "overflow detected ***", "use detected ***", "segment detected ***",
        "terminate called", "pure virtual", "libc++abi", "terminating app due", "assertion", "moz_crash",
        "check failed: ", ") failed: ", ":fatal:", "non-ok-status: ", "# fatal error in", "#  fatal error in",
        "v8 correctness", "cannot link executable", "fatal glibc error", "futex facility",
    )),
    Reader("hs-err", "hs_err", "read_hs_err", (
        "detected by the java runtime", "memory for the java runtime", "error has been detected by",
    )),
    Reader("paddle", "paddle", "read_paddle", (
        "c++ traceback (most recent", "c++ call stacks (", "error message summary:",
    )),
    Reader("signal", "native", "read_signal", (
        "received signal", "terminated with signal", "stop reason = ", "*** sig", "*** aborted at",
    )),
    Reader("open-mpi-signal", "native", "read_open_mpi", ("process received signal",)),
    Reader("native-stack", "native", "read_bare_stack", ("#0 ", "frame #0:", ")[0x", ") [0x", "@ 0x", "@     0x")),
    Reader("go-panic", "go_rust", "read_go", ("panic", "fatal error:", "goroutine ")),
    Reader("rust-panic", "go_rust", "read_rust", (" panicked at ",)),
    Reader("php", "foreign", "read_php", ("fatal error:", "exception '", "uncaught ")),
    Reader("ruby", "foreign", "read_ruby", (".rb:", "error (", "exception (")),
    Reader("dart", "foreign", "read_dart", ("nhandled exception:",)),
    Reader("dotnet", "foreign", "read_dotnet", ("nhandled exception", "exception: ", "exception")),
    Reader("javascript", "foreign", "read_javascript", ("error", "uncaught ", "exception", "    at ", "  at ")),
    Reader("swift", "foreign", "read_swift", (".swift",)),
    Reader("build-output", "build", "read_build", (
        "error", "failed", "dependency resolver", " requires ", "has requirement", "could not find a version",
        "no matching distribution", "cannot install ", "resolutionimpossible", "could not build wheels",
        "ignored the following", "cannot uninstall", "could not install packages", "not a supported wheel",
        "invalid requirement", "no solution found", "depends on", "resolvepackagenotfound",
        "configuring incomplete", "nvcc fatal", "ptxas fatal", "undefined reference", "cannot find -l",
        "skipping incompatible", "library not found", "framework not found", "symbol(s) not found",
        "undefined symbols for", "duplicate symbol", "what went wrong", "*** ", "ninja: ", "non-zero code",
    )),
    Reader("exit-status", "exits", "read_exit", exits.TRIGGERS),
    Reader("python-exception-line", "oneline", "read_exception_line", (
        "error", "exception", "interrupt", "exit", "timeout", "notfound", "unavailable", "failure",
        "stopiteration",
    )),
    Reader("error-line", "oneline", "read_error_line", oneline.TRIGGERS),
)  # fmt: skip
"""All readers, in the order in which they are tried."""
