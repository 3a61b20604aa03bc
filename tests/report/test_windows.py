"""Windows' reports of a crash."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import windows

CDB = """\
(dc8.9d8): C++ EH exception - code e06d7363 (first chance)
(dc8.9d8): Access violation - code c0000005 (first/second chance not available)
onnxruntime!onnxruntime::Graph::Resolve+0x7f:
0:000> !analyze -v
FAULTING_IP:
onnxruntime!onnxruntime::Graph::Resolve+7f
EXCEPTION_RECORD:  (.exr -1)
   ExceptionCode: c0000005 (Access violation)
PROCESS_NAME:  python.exe
STACK_TEXT:
000000de`223fe3d0 00007ff7`1e4b8fdd : 0000024d`bf40ba00 00000000`00000046 : onnxruntime!onnxruntime::Graph::Resolve+0x52 [c:\\b\\graph.cc @ 604]
04 (Inline Function) --------`-------- onnxruntime!onnxruntime::Check+0x8
000000de`223fe410 00007ff7`1e43d3ca : 0000024d`bf414088 00000000`00000002 : 0x00000032`c8c27cc8

FOLLOWUP_NAME:  MachineOwner
quit:
afterwards
"""


def test_a_debugger_session_gives_code_process_and_stack() -> None:
    """The C++ throw before it is not the crash; the code is written 0xC0000005."""
    block = only_block(CDB, windows)

    assert (block.kind, block.exception, block.message) == ("windows-exception", "0xC0000005", "Access violation")
    assert (block.first, block.last) == (2, 16)
    assert functions(block) == ["onnxruntime::Graph::Resolve", "onnxruntime::Check", ""]
    assert (block.frames[0].file, block.frames[0].line) == ("c:\\b\\graph.cc", 604)
    assert block.details == (("process", "python.exe"),)


@pytest.mark.parametrize(
    "text",
    [
        "Faulting application name: python.exe, version: 3.10.0, time stamp: 0x61\nFaulting module name: nvcuda64.dll, version: 31.0\n"
        "Exception code: 0xc0000409\nFault offset: 0x0000000000012345\n",
        "错误应用程序名称: python.exe，版本: 3.10.0，时间戳: 0x61\n错误模块名称: nvcuda64.dll，版本: 31.0\n异常代码: 0xc0000409\n错误偏移量: 0x12345\n",
    ],
)
def test_the_event_logs_fields_are_read_in_both_languages(text: str) -> None:
    """Application Error, event 1000."""
    block = only_block(text, windows)

    assert (block.exception, block.first, block.last) == ("0xC0000409", 1, 4)
    assert dict(block.details) == {"process": "python.exe", "module": "nvcuda64.dll"}
    assert block.frames[0].file == "nvcuda64.dll"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Unhandled exception at 0x00007FFD5E8B (torch_cpu.dll) in python.exe: 0xC0000005: Access violation reading location 0x0.", "Access violation reading location 0x0."),
        ("Exception thrown at 0x00007FFD5E8B (torch_cpu.dll) in python.exe: 0xC0000005: Access violation writing location 0x8.", "Access violation writing location 0x8."),
        ("0x00007FFD5E8B (torch_cpu.dll)处(位于 python.exe 中)引发的异常: 0xC0000005: 读取位置 0x0 时发生访问冲突。", "读取位置 0x0 时发生访问冲突。"),
    ],
)  # fmt: skip
def test_visual_studios_sentence_names_module_and_process(line: str, message: str) -> None:
    """English and Chinese."""
    block = only_block(line, windows)

    assert (block.exception, block.message) == ("0xC0000005", message)
    assert (block.frames[0].file, block.details) == ("torch_cpu.dll", (("process", "python.exe"),))


def test_minidump_text_gives_the_crashed_thread() -> None:
    """minidump_stackwalk prints registers between the frames."""
    block = only_block(
        "Crash reason:  EXCEPTION_ACCESS_VIOLATION_READ\nCrash address: 0x10\nProcess uptime: 3 seconds\n\nThread 0 (crashed)\n"
        " 0  openvino.dll!ov::Core::compile(int) [core.cpp : 12 + 0x5]\n    rax = 0x0000000000000000   rdx = 0x0000000000000001\n"
        " 1  python310.dll + 0x1234\n",
        windows,
    )
    assert (block.exception, functions(block)) == ("0xC0000005", ["ov::Core::compile", ""])


def test_a_net_exception_is_not_this_readers() -> None:
    """Nor are exit codes and headings without a code."""
    text = "Unhandled exception. System.NullReferenceException: Object\n   at A.B() in c:\\a.cs:line 3\nexit code 3221225477\nFAULTING_IP:\n"
    assert blocks_of(text, windows) == []
