"""Crash reports of iOS and macOS in text form."""

from blocks import APPLE, blocks_of, functions, only_block

CRASH = """\
Incident Identifier: CC97F21E-A2E1-49E8-9D6A-487E950A261A
Hardware Model:      iPhone14,2
Process:             Demo [862]
Path:                /var/containers/Bundle/Application/Demo.app/Demo
OS Version:          iPhone OS 17.2 (21C62)

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010
Triggered by Thread:  2

Thread 0 name:  Dispatch queue: com.apple.main-thread
Thread 0:
0   libsystem_kernel.dylib  0x00000001d1 mach_msg_trap + 8
1   CoreFoundation          0x00000001d2 __CFRunLoopRun + 1160

Thread 2 name:  worker
Thread 2 Crashed:
0   TensorFlowLiteC         0x0000000105 tflite::Subgraph::Invoke() + 24 (subgraph.cc:812)
1   Demo                    0x0000000104 -[Classifier run:] + 28

Thread 2 crashed with ARM Thread State (64-bit):
    x0: 0x0000000000000000   x1: 0x0000000000000001

Binary Images:
0x104000000 - 0x104ffffff Demo arm64  <bef2> /var/containers/Demo

then my own words: what now?
"""


def test_the_crashed_threads_stack_is_the_blocks() -> None:
    """Not the first thread's; signal, process and thread are told."""
    block = only_block(CRASH, *APPLE)

    assert (block.kind, block.exception) == ("apple-crash", "EXC_BAD_ACCESS")
    assert block.message == "Exception Subtype: KERN_INVALID_ADDRESS at 0x0000000000000010"
    assert (block.first, block.message_first, block.message_last, block.last) == (1, 7, 8, 25)
    assert functions(block) == ["tflite::Subgraph::Invoke", "-[Classifier run:]"]
    assert (block.frames[0].file, block.frames[0].line) == ("subgraph.cc", 812)
    assert dict(block.details) == {"signal": "SIGSEGV", "process": "Demo", "thread": "2"}


def test_the_watchdogs_code_is_a_detail() -> None:
    """0x8badf00d: the app did not answer in time."""
    block = only_block(
        "Incident Identifier: A\nHardware Model: iPhone14,2\nException Type:  EXC_CRASH (SIGKILL)\n"
        "Termination Reason: FRONTBOARD 2343432205 <RBSTerminateContext| code:0x8BADF00D>\n",
        *APPLE,
    )
    assert dict(block.details)["termination_code"] == "0x8badf00d"
    assert dict(block.details)["signal"] == "SIGKILL"


def test_an_uncaught_objective_c_exception_keeps_its_reason() -> None:
    """It stands below `Application Specific Information`."""
    block = only_block(
        "Process:         Demo [1055]\nOS Version:      iPhone OS 16.0\nException Type:  EXC_CRASH (SIGABRT)\nCrashed Thread:  0\n\n"
        "Application Specific Information:\n*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3'\n\n"
        "Thread 0 Crashed:\n0   CoreFoundation 0x3157e63d 0x314e0000 + 648765 (__exceptionPreprocess + 97)\n"
        "1   Demo 0x0000f6d9 0x8000 + 30425 (-[Model load] + 101)\n",
        *APPLE,
    )
    assert "NSRangeException" in block.message
    assert functions(block) == ["-[Model load]"]


def test_a_report_cut_after_its_head_is_still_one() -> None:
    """Four fields of the head are enough."""
    block = only_block(
        "Incident Identifier: 6156\nCrashReporter Key:   76f2\nHardware Model:      iPhone8,1\nOS Version: iPhone OS 13.3\n",
        *APPLE,
    )
    assert (block.kind, block.exception) == ("apple-crash", "crash report")


def test_fields_of_other_texts_are_no_report() -> None:
    """One field does not make a crash report."""
    assert blocks_of("Process: training\nDate/Time: 2024-01-01\nLoss: 0.5\n", *APPLE) == []
