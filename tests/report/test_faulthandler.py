"""What CPython prints when the interpreter itself dies."""

from blocks import PYTHON, blocks_of, functions, only_block

SEGFAULT = """\
score 0.0
Fatal Python error: Segmentation fault

Thread 0x00007f71f0a1f640 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait

Current thread 0x00007f719be38b80 (most recent call first):
  File "/home/me/app/repro.py", line 11 in postprocess
  File "/home/me/app/repro.py", line 14 in <module>

Extension modules: numpy._core._multiarray_umath, numpy.linalg._umath_linalg (total: 2)
bash: line 1: 17975 Segmentation fault      python repro.py
"""


def test_a_segmentation_fault_gives_signal_and_stack_of_the_current_thread() -> None:
    """The other threads are read over, the list of extension modules ends the block."""
    block = only_block(SEGFAULT, *PYTHON)
    assert (block.kind, block.exception, block.message) == ("native-stack", "SIGSEGV", "Segmentation fault")

    assert functions(block) == ["postprocess", "<module>"]
    assert (block.first, block.last, block.fatal) == (2, 11, True)
    assert dict(block.details)["signal"] == "SIGSEGV"


def test_windows_fatal_exceptions_are_signals_too() -> None:
    text = 'Windows fatal exception: access violation\n\nCurrent thread 0x1f (most recent call first):\n  File "C:\\a.py", line 3 in f\n'
    block = only_block(text, *PYTHON)
    assert (block.exception, functions(block)) == ("SIGSEGV", ["f"])


def test_an_interpreter_that_cannot_start_is_a_fatal_error_with_its_reason() -> None:
    """No signal stands there; what stands between error and stack belongs to the block."""
    text = (
        "Fatal Python error: init_fs_encoding: failed to get the Python codec of the filesystem encoding\n"
        "Python runtime state: core initialized\n"
        "ModuleNotFoundError: No module named 'encodings'\n\n"
        "Current thread 0x00007f0d (most recent call first):\n"
        "  <no Python frame>\n"
    )
    block = only_block(text, *PYTHON)
    assert (block.exception, block.last) == ("Fatal Python error", 6)
    assert block.message.startswith("init_fs_encoding")


def test_a_watchdog_dump_is_no_crash() -> None:
    """`faulthandler.dump_traceback_later` prints stacks of a program that hangs; it need not end."""
    text = 'Timeout (0:00:03)!\nThread 0x00007f6bf9440040 (most recent call first):\n  File "/app/r.py", line 15 in worker\n'
    block = only_block(text, *PYTHON)
    assert (block.fatal, block.message, functions(block)) == (False, "Timeout (0:00:03)", ["worker"])


def test_a_thread_heading_alone_is_nothing() -> None:
    assert blocks_of("Thread 0x1 (most recent call first):\nbye\n", *PYTHON) == []
