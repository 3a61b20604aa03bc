"""Java and Kotlin exceptions: uncaught, out of logcat, printed."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.model import Block
from crashkb.report import java


def details(block: Block) -> dict[str, str]:
    return dict(block.details)


UNCAUGHT = """\
frames 4
Exception in thread "main" java.lang.NoClassDefFoundError: org/tensorflow/lite/gpu/GpuDelegate
\tat Main.main(Main.java:6)
Caused by: java.lang.ClassNotFoundException: org.tensorflow.lite.gpu.GpuDelegate
\tat java.base/jdk.internal.loader.BuiltinClassLoader.loadClass(BuiltinClassLoader.java:641)
\tat java.base/java.lang.ClassLoader.loadClass(ClassLoader.java:525)
\t... 1 more
after
"""


def test_an_uncaught_exception_gives_outermost_and_root() -> None:
    """The frames of the root cause stand first; the module before a class is not part of its name."""
    block = only_block(UNCAUGHT, java)
    assert (block.kind, block.exception, block.message) == (
        "java-exception",
        "java.lang.NoClassDefFoundError",
        "org/tensorflow/lite/gpu/GpuDelegate",
    )
    assert details(block) == {
        "thread": "main",
        "root_exception": "java.lang.ClassNotFoundException",
        "root_message": "org.tensorflow.lite.gpu.GpuDelegate",
    }
    assert functions(block) == [
        "jdk.internal.loader.BuiltinClassLoader.loadClass",
        "java.lang.ClassLoader.loadClass",
        "Main.main",
    ]
    assert (block.first, block.last, block.message_first, block.message_last, block.fatal) == (2, 7, 2, 2, True)


LOGCAT = """\
08-06 09:55:21.498  5696  5720 I tflite  : Created TensorFlow Lite delegate for GPU.
08-06 09:55:21.598  5696  5720 E AndroidRuntime: FATAL EXCEPTION: CameraBackground
08-06 09:55:21.598  5696  5720 E AndroidRuntime: Process: com.example.camera, PID: 5696
08-06 09:55:21.598  5696  5720 E AndroidRuntime: java.lang.IllegalArgumentException: Internal error: Failed to apply delegate: WARNING: op code #43 cannot be handled
08-06 09:55:21.598  5696  5720 E AndroidRuntime: Following operations are not supported by GPU delegate:
08-06 09:55:21.598  5696  5720 E AndroidRuntime: REDUCE_MAX: Operation is not supported.
08-06 09:55:21.598  5696  5720 E AndroidRuntime: \tat org.tensorflow.lite.NativeInterpreterWrapper.applyDelegate(Native Method)
08-06 09:55:21.598  5696  5720 E AndroidRuntime: \tat com.example.camera.MainActivity$readModel$2.invokeSuspend(MainActivity.kt:154)
08-06 09:55:21.620   395   637 I ActivityManager: Process com.example.camera (pid 5696) has died
"""


def test_a_fatal_exception_of_logcat_has_process_thread_and_a_message_of_many_lines() -> None:
    """The message runs up to the first frame."""
    block = only_block(LOGCAT, java)
    assert (block.first, block.last, block.message_first, block.message_last) == (2, 8, 4, 6)
    assert block.message.endswith("REDUCE_MAX: Operation is not supported.")

    assert details(block) == {"thread": "CameraBackground", "process": "com.example.camera", "pid": "5696"}
    assert [(frame.function.rpartition(".")[2], frame.file, frame.line) for frame in block.frames] == [
        ("applyDelegate", "", 0),
        ("invokeSuspend", "MainActivity.kt", 154),
    ]
    assert block.fatal


def test_a_fatal_exception_whose_frames_were_cut_off_keeps_its_message() -> None:
    """Android Studio shows the record in one column."""
    text = (
        "E  FATAL EXCEPTION: pool-2-thread-1\n"
        "        Process: com.example.digits, PID: 8694\n"
        "        java.lang.IllegalArgumentException: Internal error: Cannot create interpreter: Didn't find op\n"
        "        \n"
        "        Registration failed.\n"
        "Any idea?\n"
    )
    block = only_block(text, java)
    assert block.message.endswith("Didn't find op\nRegistration failed.")
    assert (block.last, block.frames) == (5, ())


def test_a_message_that_the_log_wrapped_is_one_message() -> None:
    """Even where its second line looks like another exception."""
    text = (
        "E AndroidRuntime: Process: com.x, PID: 2465\n"
        "E AndroidRuntime: java.lang.RuntimeException: Unable to resume activity {com.goog\n"
        "android.Launcher}: java.util.ConcurrentModificationException\n"
        "E AndroidRuntime: \tat android.app.ActivityThread.performResumeActivity(ActivityThread.java:4205)\n"
    )
    block = only_block(text, java)
    assert (block.exception, block.last) == ("java.lang.RuntimeException", 4)


def test_suppressed_exceptions_and_their_causes_are_not_the_root() -> None:
    """Coroutines add one to every exception."""
    text = """\
java.lang.IllegalStateException: closed
\tat com.x.Model.run(Model.kt:12)
\tSuppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [StandaloneCoroutine{Cancelling}@7, Dispatchers.IO]
\tCaused by: java.io.EOFException: inner
\t\tat com.x.File.read(File.kt:3)
Caused by: java.io.IOException: disk
\tat com.x.Disk.read(Disk.kt:7)
\t... 3 more
"""
    block = only_block(text, java)
    assert details(block) == {"root_exception": "java.io.IOException", "root_message": "disk"}
    assert functions(block) == ["com.x.Disk.read", "com.x.Model.run"]
    assert block.last == 8


@pytest.mark.parametrize(
    ("before", "fatal"),
    [("", True), ("W System.err: ", False), ("E MyTag: ", False), ("E AndroidRuntime: ", True)],
)
def test_a_printed_or_logged_exception_is_not_fatal(before: str, fatal: bool) -> None:
    """A bare paste is taken as the crash, and so is what the run-time itself logs."""
    text = f"{before}java.io.IOException: no model\n{before}\tat com.x.Main.load(Main.java:3)\n"
    assert only_block(text, java).fatal is fatal


def test_an_exception_after_a_log_record_without_prefix_belongs_to_that_record() -> None:
    """Android Studio prints the prefix once."""
    text = "2022-05-30 12:41:14.237 5007-5007/net.x E/ActivityThread: Activity net.x.Main has leaked IntentReceiver\n    android.app.IntentReceiverLeaked: Activity has leaked\n        at android.app.LoadedApk.f(LoadedApk.java:1333)\n"
    blocks = [block for block in blocks_of(text, java) if block.exception == "android.app.IntentReceiverLeaked"]
    assert [block.fatal for block in blocks] == [False]


def test_a_label_before_the_exception_is_no_part_of_it() -> None:
    """Loggers put their words before it on the same line."""
    text = "Error loading model: java.io.FileNotFoundException: model.tflite\n\tat com.x.Main.load(Main.java:3)\n"
    block = only_block(text, java)
    assert (block.exception, block.message, block.fatal) == ("java.io.FileNotFoundException", "model.tflite", False)


def test_reflection_on_top_of_the_stack_is_dropped() -> None:
    text = "java.lang.NullPointerException\n\tat java.lang.reflect.Method.invoke(Native Method)\n\tat com.x.Main.load(Main.java:3)\n"
    assert functions(only_block(text, java)) == ["com.x.Main.load"]


def test_frames_of_any_packager_are_read() -> None:
    """Obfuscated, proxied, generated and class-loader frames."""
    text = (
        "java.lang.IllegalStateException: x\n"
        "\tat a.b.c(PG:11)\n\tat $Proxy0.connectDevice(Unknown Source)\n\tat app//org.junit.Assert.fail(Assert.java:89)\n"
        "\tat com.x.-$$Lambda$Card$cpk2.onClick(Unknown Source:6)\n\tat x.y.z(:com.google.android.gms@1:12)\n"
    )
    assert len(only_block(text, java).frames) == 5


@pytest.mark.parametrize(
    "text",
    [
        "torch.cuda.OutOfMemoryError: CUDA out of memory.\n",
        "System.NullReferenceException: Object reference not set\n   at Foo.Bar(String a) in C:\\x.cs:line 5\n",
        "TypeError: x is not a function\n    at foo (/srv/app.js:1:2)\n    at Object.<anonymous> (/srv/app.js:9:1)\n",
        "the error: see com.example.Main for details\n",
    ],
)
def test_exceptions_of_other_languages_are_left_alone(text: str) -> None:
    """Python, C#, JavaScript, prose."""
    assert blocks_of(text, java) == []


def test_two_exceptions_in_a_row_are_two_blocks() -> None:
    """A line that is no frame ends the first one."""
    text = "java.lang.Exception: one\n\tat a.b.C.d(C.java:1)\nInvalid line\njava.lang.Exception: two\n"
    assert [block.message for block in blocks_of(text, java)] == ["one", "two"]
