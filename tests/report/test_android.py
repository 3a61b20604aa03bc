"""Android's native crashes and "application not responding"."""

from blocks import ANDROID, blocks_of, functions, only_block
from crashkb.model import Block


def details(block: Block) -> dict[str, str]:
    return dict(block.details)


TOMBSTONE = """\
*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
Build fingerprint: 'google/bluejay/bluejay:15/BP1A.250505.005/1:user/release-keys'
Revision: 'MP1.0'
ABI: 'arm64'
Timestamp: 2025-06-01 10:00:00.123456789+0200
Cmdline: com.example.llm
pid: 8123, tid: 8150, name: ModelThread  >>> com.example.llm <<<
uid: 10234
signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
Abort message: 'Check failed: tensor != nullptr
second line'
    x0  0000000000000000  x1  0000000000001fd6  x2  0000000000000006  x3  0000007b5f3f7a10
    lr  0000007d0a4f3fb4  sp  0000007b5f3f79f0  pc  0000007d0a4f3fe4  pst 0000000000001000

backtrace:
      #00 pc 0000000000063fec  /apex/com.android.runtime/lib64/bionic/libc.so (abort+156) (BuildId: c778)
      #01 pc 0000000000012345  /data/app/~~x==/base.apk!liblog.so (offset 0x1000) (__android_log_assert+300)
      #02 pc 0000000002cfe5b8  /vendor/lib64/egl/libGLES_mali.so (llvm::report_fatal_error(llvm::Twine const&, bool)+408) (BuildId: 4a5b)
      #03 pc 0000000001e94f50  /data/app/~~x==/base.apk!libllm.so (BuildId: 99)

memory near x1:
    0000007b5f3f7a10 0000000000000000 0000000000000001  ................
--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
pid: 8123, tid: 8123, name: example.llm  >>> com.example.llm <<<
backtrace:
      #00 pc 00000000000ced58  /apex/com.android.runtime/lib64/bionic/libc.so (__epoll_pwait+8)
Process finished
"""


def test_a_tombstone_gives_signal_abort_message_process_and_frames() -> None:
    """The crashing thread's frames without the abort; registers, memory and other threads are read over."""
    block = only_block(TOMBSTONE, *ANDROID)
    assert (block.kind, block.exception) == ("android-native-crash", "SIGABRT")
    assert block.message == "Check failed: tensor != nullptr\nsecond line"
    assert (block.message_first, block.message_last) == (10, 11)

    assert functions(block)[-2:] == ["llvm::report_fatal_error(llvm::Twine const&, bool)", ""]
    assert "abort" not in functions(block)
    assert block.frames[-1].file == "/data/app/~~x==/base.apk!libllm.so"

    assert details(block) == {
        "signal": "6",
        "code": "SI_QUEUE",
        "address": "--------",
        "process": "com.example.llm",
        "pid": "8123",
        "thread": "ModelThread",
    }
    assert (block.first, block.last, block.fatal) == (1, 26, True)


def test_the_cause_line_is_the_message_where_there_is_no_abort() -> None:
    """debuggerd guesses it from the address."""
    text = (
        "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n"
        "Cause: null pointer dereference\n"
        "backtrace:\n"
        "  #00 pc 000000000001a43c  /system/lib/libOpenCL.so (clEnqueueNDRangeKernel+12)\n"
    )
    block = only_block(text, *ANDROID)
    assert (block.exception, block.message) == ("SIGSEGV", "null pointer dereference")
    assert details(block) == {"signal": "11", "code": "SEGV_MAPERR", "address": "0x0"}
    assert functions(block) == ["clEnqueueNDRangeKernel"]


def test_a_fatal_signal_line_alone_is_a_native_crash() -> None:
    """Its thread and process stand in brackets; the older form has neither."""
    text = "08-06 09:55:21.598  8123  8150 F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x10 in tid 8150 (ModelThread), pid 8123 (com.example.llm)\n"
    block = only_block(text, *ANDROID)
    assert (block.exception, block.first, block.last) == ("SIGSEGV", 1, 1)
    assert details(block) == {
        "signal": "11",
        "code": "SEGV_MAPERR",
        "address": "0x10",
        "process": "com.example.llm",
        "pid": "8123",
        "thread": "ModelThread",
    }

    old = only_block(
        "F/libc    ( 1234): Fatal signal 11 (SIGSEGV) at 0x00000000 (code=1), thread 1234 (Thread-82)\n", *ANDROID
    )
    assert (old.exception, details(old)["address"]) == ("SIGSEGV", "0x00000000")


def test_a_fatal_signal_and_the_tombstone_after_it_are_one_crash() -> None:
    """logcat prints both."""
    line = "Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 8150 (ModelThread), pid 8123 (com.example.llm)\n"
    text = line + "crash_dump64: performing dump of process 8123 (target tid = 8150)\n" + TOMBSTONE
    block = only_block(text, *ANDROID)
    assert (block.first, block.message.startswith("Check failed")) == (1, True)


def test_a_bare_backtrace_of_the_play_console_is_a_native_crash() -> None:
    """Without any signal."""
    text = (
        "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***\n"
        "pid: 0, tid: 0 >>> com.example.llm <<<\n\n"
        "backtrace:\n"
        "  #00  pc 0x0000000000012345  /data/app/base.apk!libllm.so (run+20)\n"
        "  #01  pc 0x0000000000012399  /data/app/base.apk!libllm.so\n"
    )
    block = only_block(text, *ANDROID)
    assert (block.exception, functions(block), details(block)["process"]) == ("", ["run", ""], "com.example.llm")


def test_two_tombstones_are_two_crashes() -> None:
    """The second row of stars begins the next one."""
    assert len(blocks_of(TOMBSTONE.replace("Process finished\n", "") * 2, *ANDROID)) == 2


def test_stars_without_a_crash_are_nothing() -> None:
    stars = TOMBSTONE.splitlines()[0]
    assert blocks_of(f"{stars}\nWelcome to the demo\n{stars}\n", *ANDROID) == []


# --- ANR ------------------------------------------------------------------------------------------------

RECORD = """\
ANR in com.example.camera (com.example.camera/.MainActivity)
PID: 1234
Reason: Input dispatching timed out (Waiting because no window has focus)
Load: 0.71 / 0.83 / 0.51
CPU usage from 4357ms to -1434ms ago:
  22% 3378/com.example.camera: 19% user + 3.6% kernel / faults: 73 minor 1 major
33% TOTAL: 21% user + 11% kernel + 0.3% iowait
other app says hello
"""


def test_an_anr_record_gives_process_and_reason() -> None:
    block = only_block(RECORD, *ANDROID)
    assert (block.kind, block.exception) == ("android-anr", "ANR")
    assert block.message == "Input dispatching timed out (Waiting because no window has focus)"

    assert (block.message_first, block.last) == (3, 7)
    assert details(block) == {"process": "com.example.camera", "pid": "1234"}


TRACES = """\
----- pid 2887 at 2012-05-02 16:43:41 -----
Cmd line: com.example.camera

DALVIK THREADS (3):
"main" prio=5 tid=1 Blocked
  | group="main" sCount=1 dsCount=0 obj=0x1 self=0x1
  | held mutexes=
  native: #00 pc 000000000007f5d8  /system/lib64/libc.so (syscall+28)
  at com.example.camera.Classifier.close(Classifier.java:42)
  - waiting to lock <0x0e57c91f> (a java.lang.Object) held by thread 12
  - locked <0x0a1b2c3d> (a com.example.camera.View)
  at com.example.camera.MainActivity.onPause(MainActivity.java:7)

"Inference" daemon prio=5 tid=12 Native
  | group="main" sCount=1 dsCount=0 obj=0x2 self=0x2
  at org.tensorflow.lite.NativeInterpreterWrapper.run(Native Method)
  - locked <0x0e57c91f> (a java.lang.Object)

----- end 2887 -----
----- pid 3000 at 2012-05-02 16:43:42 -----
Cmd line: com.other
"main" prio=5 tid=1 Native
  at com.other.Main.main(Main.java:1)
----- end 3000 -----
done
"""


def test_a_traces_file_gives_the_main_thread_and_who_holds_its_lock() -> None:
    """The first process is the one that did not respond; the other dumps belong to the same block."""
    block = only_block(TRACES, *ANDROID)
    assert functions(block) == [
        "syscall",
        "com.example.camera.Classifier.close",
        "com.example.camera.MainActivity.onPause",
    ]
    assert details(block) == {
        "process": "com.example.camera",
        "pid": "2887",
        "thread_state": "Blocked",
        "waiting_lock": "<0x0e57c91f> (a java.lang.Object)",
        "held_lock": "<0x0a1b2c3d> (a com.example.camera.View)",
        "lock_holder": "Inference",
        "lock_holder_frame": "org.tensorflow.lite.NativeInterpreterWrapper.run",
    }
    assert (block.first, block.last) == (1, 24)


def test_a_main_thread_alone_is_an_anr() -> None:
    """People paste only that part."""
    block = only_block('"main" prio=5 tid=1 SUSPENDED\n  | group="main" sCount=1\n  at a.b.C.d(C.java:1)\n', *ANDROID)
    assert (block.kind, functions(block)) == ("android-anr", ["a.b.C.d"])


def test_threads_of_other_virtual_machines_are_no_anr() -> None:
    """jstack prints addresses as thread ids."""
    assert (
        blocks_of('"main" #1 prio=5 os_prio=0 tid=0x00007f1 nid=0x1 runnable\n\tat a.b.C.d(C.java:1)\n', *ANDROID) == []
    )


def test_a_bugreport_tells_an_anr_from_a_dump_on_demand() -> None:
    """Only the section of the last ANR is a failure."""
    last = "------ VM TRACES AT LAST ANR (/data/anr/traces.txt: 2012-05-02 16:43:41) ------\n" + TRACES
    assert only_block(last, *ANDROID).fatal

    shown = "------ VM TRACES JUST NOW (/data/anr/traces.txt.bugreport: 2012-05-02) ------\n" + TRACES
    assert not only_block(shown, *ANDROID).fatal


def test_a_tombstone_of_xcrash_says_which_kind_it_is() -> None:
    """Crash type 'anr' is no native crash, though the file begins like a tombstone."""
    text = (
        TOMBSTONE.splitlines()[0]
        + "\nTombstone maker: 'xCrash 2.4.6'\nCrash type: 'anr'\nStart time: '2019-10-12T03:25:02.029+0800'\n"
        + "pid: 21533  >>> xcrash.sample <<<\n\nCmd line: xcrash.sample\nMode: ART DumpForSigQuit\nHeap: 92% free\n"
        + '"main" prio=5 tid=1 Sleeping\n  at java.lang.Thread.sleep(Native method)\n'
    )
    block = only_block(text, *ANDROID)
    assert (block.kind, details(block)["process"]) == ("android-anr", "xcrash.sample")
