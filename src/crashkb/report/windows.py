"""Reads Windows' reports of a crash: cdb/WinDbg, Visual Studio, the event log, Windows Error Reporting, minidump_stackwalk.

Sources: Debugging Tools for Windows 6.12–10.0 (`!analyze -v`, `k`), Visual Studio 2015–2022, Application Error event 1000 of
Windows 7–11 (English and Chinese), Breakpad and rust-minidump (human-readable output).
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

# "(e64.c84): Access violation - code c0000005 (first/second chance not available)"
_DEBUGGER = r"\(([0-9a-f]{1,8}\.[0-9a-f]{1,8})\): (.{1,80}?) - code ([0-9a-f]{8})(?: \((.{1,60}?)\))?"
# "   ExceptionCode: c0000005 (Access violation)"
_RECORD_CODE = r"\s{0,4}ExceptionCode: ([0-9a-f]{8})(?: \((.{1,80}?)\))?"
# "PROCESS_NAME:  python.exe", "FAULTING_MODULE: 77230000 ntdll"
_PROCESS = r"(?:PROCESS_NAME|Process_Name):\s{1,8}(\S{1,200})"
# "000000de`223fe3d0 00007ff7`1e4b8fdd : 0000024d`bf40ba00 … : mod!f+0x52 [a.cpp @ 6]", "04 00f0f8d4 00c2 mod!g+0x1", "0a (Inline Function) --------`-------- mod!h"
_ROW = r"\s{0,4}(?:[0-9a-f]{2} )?(?:[0-9a-f]{8}`[0-9a-f]{8}|[0-9a-f]{8}|\(Inline Function\))\s{1,8}(?:[-0-9a-f]{8}`[-0-9a-f]{8}|[-0-9a-f]{8})\s(.*)$"
_SOURCE = r"(.{1,1000}?)\s\[(.{1,400}) @ (\d{1,7})\]$"
_HEADING = r"\s{0,4}(?:STACK_TEXT:|# (?:Child-SP|ChildEBP)\s|Child-SP\s|ChildEBP\s)"
# "Exception code: 0xc0000005", "异常代码: 0xc0000409", "Exception Code:\tc0000005"
_EVENT_CODE = r"\s{0,8}(?:Exception code|Exception Code|异常代码)\s{0,4}[:：]\s{0,8}(?:0x)?([0-9a-fA-F]{8})\b"
_EVENT_FIELD = (
    r"\s{0,8}(Faulting (?:application|module) (?:name|path)|Application Name|Fault Module Name|Faulting process id|Fault offset|Exception Offset"
    r"|Problem Event Name|Problem signature|错误应用程序(?:名称|路径)|(?:错误|故障)模块(?:名称|路径)|应用程序名|错误模块名称|错误偏移量?|故障偏移量?|错误进程 ID|Report Id|报告 ID)"
    r"\s{0,4}[:：]\s{0,8}([^,，]{0,300})"
)
# "Unhandled exception at 0x00007FF9 (torch_cpu.dll) in python.exe: 0xC0000005: Access violation reading location 0x0."
_STUDIO = r".{0,80}?(?:Unhandled exception|Exception thrown|First-chance exception) at 0x[0-9A-Fa-f]{6,16}(?: \((.{1,120}?)\))? in (.{1,120}?): (0x[0-9A-Fa-f]{8})(?:: (.*))?$"
# "0x00007FFD5E8B (ntdll.dll)处(位于 python.exe 中)引发的异常: 0xC0000005: 读取位置 0x0 时发生访问冲突。"
_STUDIO_ZH = r".{0,40}?0x[0-9A-Fa-f]{6,16}(?: ?\((.{1,120}?)\))? ?处.{0,4}?位于 (.{1,120}?) 中.{0,4}?(?:有未经处理的|引发的)异常.{0,60}?(0x[0-9A-Fa-f]{8})(?:[:：] ?(.*))?$"
# "Crash reason:  EXCEPTION_ACCESS_VIOLATION_READ", "Crash address: 0x0", " 0  torch_cpu.dll!f(int) [a.cpp : 12 + 0x5]"
_DUMP_REASON = r"Crash reason:\s{1,4}(\S.{1,120})$"
_DUMP_THREAD = r"Thread \d{1,6} .{0,60}\(crashed\)"
_DUMP_FRAME = r"\s{0,4}\d{1,5}\s{1,4}([^\s!]{1,160})(?:!(.{1,800}?))?(?:\s\[(.{1,300}?) : (\d{1,7})(?: \+ 0x[0-9a-f]{1,9})?\]|\s?\+ 0x[0-9a-f]{1,12})?$"
_ACCESS_VIOLATION = "0xC0000005"
_CXX_EXCEPTION = "e06d7363"
_TOLERANCE = 150


def read_debugger(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """What cdb or WinDbg print from the exception to the end of the session."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    told = re.match(_DEBUGGER, text)
    if told and told[3] == _CXX_EXCEPTION and "first chance" in (told[4] or ""):
        return None  # every C++ throw is announced so; the program goes on
    record = re.match(_RECORD_CODE, text)
    if not told and not record and not text.startswith(("EXCEPTION_RECORD:", "FAULTING_IP:")):
        return None
    if (
        not told
        and not record
        and not any(re.match(_RECORD_CODE, line.text[:WIDTH_LIMIT]) for line in lines[start : start + 12])
    ):
        return None
    code, words = (told[3], told[2]) if told else (record[1], record[2] or "") if record else ("", "")
    process = ""
    frames: list[Frame] = []
    end = index = start
    while index + 1 < len(lines) and index - end < _TOLERANCE:
        index += 1
        text = lines[index].text[:WIDTH_LIMIT]
        if text.startswith("quit:"):
            end = index
            break
        if re.match(_DEBUGGER, text):
            break
        if record := re.match(_RECORD_CODE, text):
            code, words, end = record[1], record[2] or words, index
        elif name := re.match(_PROCESS, text):
            process, end = name[1], index
        elif re.match(_HEADING, text):
            rows, after = _rows(lines, index + 1)
            frames = frames or rows
            index = end = max(after - 1, index)
        elif text.startswith("*"):
            end = index  # boxed complaints about symbols
    if not code:
        return None
    first = lines[start].number
    details = (("process", process),) if process else ()
    return Block(
        "windows-exception",
        first,
        lines[end].number,
        _code(code),
        words,
        first,
        first,
        drop_noise(frames),
        details=details,
    ), end + 1


def read_event(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The fields of Application Error (event 1000) or Windows Error Reporting, in English or Chinese."""
    fields: dict[str, str] = {}
    code = ""
    end = start
    for index in range(start, min(start + 16, len(lines))):
        text = lines[index].text[:WIDTH_LIMIT]
        found = re.match(_EVENT_CODE, text)
        field = re.match(_EVENT_FIELD, text)
        if found:
            code, end = found[1], index
        elif field:
            fields.setdefault(field[1], field[2].strip())
            end = index
        elif index == start or index - end > 5:
            break
    if not code:
        return None
    module = next((text for name, text in fields.items() if "odule" in name or "模块" in name), "")
    process = next((text for name, text in fields.items() if "pplication" in name or "应用程序" in name), "")
    message = "\n".join(line.text.strip() for line in lines[start : end + 1])[:2000]
    first, last = lines[start].number, lines[end].number
    frames = (Frame("", module),) if module else ()
    details = tuple((name, text) for name, text in (("process", process), ("module", module)) if text)
    return Block("windows-exception", first, last, _code(code), message, first, last, frames, details=details), end + 1


def read_studio(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """Visual Studio's sentence about an exception, in English or Chinese."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    found = re.match(_STUDIO, text) or re.match(_STUDIO_ZH, text)
    if not found:
        return None
    number = lines[start].number
    frames = (Frame("", found[1]),) if found[1] else ()
    details = (("process", found[2]),)
    message = (found[4] or text).strip()
    return Block(
        "windows-exception", number, number, _code(found[3]), message, number, number, frames, details=details
    ), start + 1


def read_minidump(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The human-readable output of minidump_stackwalk: reason, address, the crashed thread."""
    reason = re.match(_DUMP_REASON, lines[start].text[:WIDTH_LIMIT].strip())
    if not reason:
        return None
    frames: list[Frame] = []
    end = start
    for index in range(start + 1, min(start + 12, len(lines))):
        if re.match(_DUMP_THREAD, lines[index].text):
            frames, end = _dump_frames(lines, index + 1)
            break
        if lines[index].text.startswith(("Crash address:", "Process uptime:", "Assertion")):
            end = index
    words = reason[1].strip()
    code = _ACCESS_VIOLATION if "ACCESS_VIOLATION" in words else words.partition(" ")[0]
    kind = "native-stack" if words.startswith("SIG") else "windows-exception"
    first = lines[start].number
    return Block(kind, first, lines[end].number, code, words, first, first, drop_noise(frames)), end + 1


def _rows(lines: Sequence[Line], start: int) -> tuple[list[Frame], int]:
    """The frames of a table of stack rows and the index after its last row."""
    frames: list[Frame] = []
    after = start
    while after < len(lines):
        row = re.match(_ROW, lines[after].text[:WIDTH_LIMIT])
        if not row:
            break
        if len(frames) < FRAME_LIMIT:
            frames.append(_symbol(row[1]))
        after += 1
    return frames, after


def _symbol(text: str) -> Frame:
    """`args : module!function+0x52 [file @ 12]`; the arguments are missing in some tables."""
    text = text.rpartition(" : ")[2].strip() if " : " in text else text.strip()
    module, mark, name = text.partition("!")
    module = module.rpartition(" ")[2]
    if not mark:
        return (
            Frame()
            if module.removeprefix("0x").replace("`", "").isalnum() and "0x" in module
            else Frame(plain_name(text))
        )
    found = re.match(_SOURCE, name)
    return Frame(plain_name(found[1]), found[2], int(found[3])) if found else Frame(plain_name(name), module)


def _dump_frames(lines: Sequence[Line], start: int) -> tuple[list[Frame], int]:
    """The frames of the crashed thread and the index of its last line; register lines stand between them."""
    frames: list[Frame] = []
    end = index = start
    while index < len(lines) and index - end < 12 and not lines[index].text.startswith("Thread "):
        found = re.match(_DUMP_FRAME, lines[index].text[:WIDTH_LIMIT])
        if found:
            end = index
            if len(frames) < FRAME_LIMIT:
                frames.append(Frame(plain_name(found[2] or ""), found[3] or found[1], int(found[4] or 0)))
        index += 1
    return frames, min(end, len(lines) - 1)


def _code(code: str) -> str:
    """`c0000005` and `0xc0000005` give `0xC0000005`."""
    return "0x" + code.lower().removeprefix("0x").upper()
