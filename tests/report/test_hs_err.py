"""The JVM's fatal error reports."""

from blocks import NATIVE, functions, only_block

HEAD = """\
#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f2c1234abcd, pid=123, tid=456
#
# JRE version: OpenJDK Runtime Environment (17.0.9+9)
# Problematic frame:
# C  [libtensorflow_jni.so+0x1234]  TF_NewTensor+0x12
#
"""


def test_the_head_tells_signal_process_and_problematic_frame() -> None:
    """As it stands on the console."""
    block = only_block(HEAD, *NATIVE)

    assert (block.kind, block.exception) == ("native-stack", "SIGSEGV")
    assert dict(block.details) == {"signal": "SIGSEGV", "process": "123", "address": "0x00007f2c1234abcd"}
    assert functions(block) == ["TF_NewTensor"]
    assert block.frames[0].file == "libtensorflow_jni.so"
    assert "Problematic frame" in block.message


def test_the_full_file_gives_the_native_stack() -> None:
    """The frames below `Native frames`, Java's in dots."""
    block = only_block(
        HEAD + "---------------  T H R E A D  ---------------\n"
        "Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)\n"
        "C  [libc.so.6+0x3c050]  abort+0x77\n"
        "C  [libtensorflow_jni.so+0x99]  TF_Run+0x1\n"
        "j  org.tensorflow.Session.run(JJ)V+5\n",
        *NATIVE,
    )
    assert functions(block) == ["TF_Run", "org.tensorflow.Session.run"]
    assert block.last == 14


def test_lack_of_memory_is_an_abort_without_signal() -> None:
    """The JVM ends itself."""
    block = only_block(
        "# There is insufficient memory for the Java Runtime Environment to continue.\n"
        "# Native memory allocation (mmap) failed to map 2147483648 bytes for committing reserved memory.\n",
        *NATIVE,
    )
    assert (block.kind, block.exception) == ("native-abort", "Out of Memory Error")
    assert "2147483648 bytes" in block.message
