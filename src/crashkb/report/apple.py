"""Reads crash reports of iOS and macOS in text form: .crash, the translated part of .ips, KSCrash's Apple format.

Source of the format: Apple's "Examining the fields in a crash report", ReportCrash of iOS 9–18 and macOS 10.8–15, KSCrash 1.x
and 2.x (KSCrashReportFilterAppleFmt.m). Reports in JSON are in apple_json.
"""

import re
from collections.abc import Mapping, Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import WIDTH_LIMIT, parse_apple_frame, read_apple_stack

# "Exception Type:  EXC_CRASH (SIGABRT)", "Date/Time:       1970-01-18", "Termination Reason:    Namespace SPRINGBOARD, Code 0x8badf00d"
_FIELD = r"([A-Z][\w /-]{1,40}?):\s{0,40}(.*)$"
# "Thread 0 Crashed:", "Thread 4 name:  WebThread", "Thread 0:: Dispatch queue: com.apple.main-thread", "Last Exception Backtrace:"
_THREAD = r"Thread \d{1,5}\b|Last Exception Backtrace:|Backtrace not available"
# "    0x7fff9962f000 -     0x7fff9966efff  com.apple.QD (x86_64)", "       0x1000 -        0x1fff +Demo armv7  <bef2>"
_IMAGE = r"\s{0,12}0x[0-9a-fA-F]{3,16} -\s{1,12}0x[0-9a-fA-F]{3,16}\s"
# "    r0: 0x00000000    r1: 0x00000000", "   x24: 0x0000  x25: 0x0000", "(0x18d8c9164 0x18cb144d8)"
_REGISTERS = (
    r"\s{1,12}\w{1,6}: 0x[0-9a-f]{1,16}\s|\s{0,12}\w{1,6}: 0x[0-9a-f]{1,16}\s{1,8}\w{1,6}: 0x|\(0x[0-9a-f]{6,16}[ )]"
)
_SIGNAL = r"\((SIG[A-Z]{3,6})\)|\b(SIG[A-Z]{3,6})\b"
_CODE = r"(?i)\b0x(?:8badf00d|dead10cc|c00010ff|bad22222|baadca11|deadfa11|bada5e47|2bad45ec)\b"
_TOLD = ("Exception Subtype", "Exception Codes", "Exception Message", "Exception Reason", "Termination Reason", "Termination Description",
         "Termination Signal", "Exception Note", "Error Formulating", "Footprint", "Limit", "Duration", "Steps", "Fatal")  # fmt: skip
_TAIL = frozenset(
    {
        "Binary Images",
        "Extra Information",
        "CrashDoctor Diagnosis",
        "Error Formulating Crash Report",
        "Model",
        "VM Region Summary",
    }
)
_HEAD_WITHIN = 60
_TOLERANCE = 6


def read_apple(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A report from its first field to the last of its threads, registers and images."""
    if not re.match(_FIELD, lines[start].text[:WIDTH_LIMIT].strip()) or not _is_report(lines, start):
        return None
    fields: dict[str, tuple[str, int]] = {}
    stacks: list[tuple[bool, tuple[Frame, ...]]] = []
    crashed = False
    end = index = start
    while index < len(lines) and (index - end <= _TOLERANCE or not stacks):
        text = lines[index].text[:WIDTH_LIMIT]
        stripped = text.strip()
        if (index > start and stripped.startswith("Incident Identifier:")) or (
            not stacks and index - end > 2 * _TOLERANCE
        ):
            break
        thread = re.match(_THREAD, stripped)
        if parse_apple_frame(text)[1] and (stack := read_apple_stack(lines, index)):
            stacks.append((crashed or "Last Exception" in lines[max(index - 1, start)].text, stack.frames))
            index = end = stack.after - 1
        elif thread and (stripped.endswith(":") or "::" in stripped or " name:" in stripped):
            crashed = " Crashed" in stripped or (crashed and " name:" in stripped)
            end = index
        elif (field := re.match(_FIELD, stripped)) and not text.startswith(" "):
            fields.setdefault(field[1], (_value(lines, index, field[2]), index))
            end = index if not stacks or field[1] in _TAIL else end
        elif (
            re.match(_IMAGE, text)
            or re.match(_REGISTERS, text)
            or stripped.startswith(("---", "*** ", "Binary Images"))
        ):
            end = index
        index += 1
    return _block(lines, start, end, fields, _crashed_frames(stacks)), end + 1


def _is_report(lines: Sequence[Line], start: int) -> bool:
    """Whether the next lines have the fields that only a crash report has."""
    names = set[str]()
    for line in lines[start : start + _HEAD_WITHIN]:
        field = re.match(_FIELD, line.text[:WIDTH_LIMIT].strip())
        if field:
            names.add(field[1])
    told = {"Exception Type", "Crashed Thread", "Triggered by Thread", "Exception Codes", "Termination Reason"}
    head = {
        "Incident Identifier",
        "CrashReporter Key",
        "Hardware Model",
        "Code Type",
        "Parent Process",
        "OS Version",
        "Date/Time",
    }
    return len(names & told) >= 2 or (bool(names & told) and len(names & head) >= 1) or len(names & head) >= 4


def _value(lines: Sequence[Line], index: int, value: str) -> str:
    """The field's value; that of an empty one stands on the next line."""
    if value.strip() or index + 1 >= len(lines) or lines[index].text.startswith("Thread"):
        return value.strip()
    below = lines[index + 1].text[:WIDTH_LIMIT].strip()
    return "" if re.match(_FIELD, below) else below


def _crashed_frames(stacks: Sequence[tuple[bool, tuple[Frame, ...]]]) -> tuple[Frame, ...]:
    """The stack of the crashed thread, else the first one."""
    for is_crashed, frames in stacks:
        if is_crashed:
            return frames
    return stacks[0][1] if stacks else ()


def _block(
    lines: Sequence[Line], start: int, end: int, fields: Mapping[str, tuple[str, int]], frames: tuple[Frame, ...]
) -> Block:
    """The block told by the fields and the crashed thread."""
    kind, kind_at = fields.get("Exception Type", ("", -1))
    told = [f"{name}: {fields[name][0]}" for name in _TOLD if name in fields and fields[name][0]]
    information = fields.get("Application Specific Information", ("", -1))
    if information[0]:
        told.append(information[0])
    places = [fields[name][1] for name in _TOLD if name in fields] + [at for at in (kind_at, information[1]) if at >= 0]
    return Block(
        kind="apple-crash",
        first=lines[start].number,
        last=lines[end].number,
        exception=kind.partition(" (")[0].strip() or ("crash report" if not frames else "EXC_CRASH"),
        message="\n".join(told),
        message_first=lines[min(places)].number if places else 0,
        message_last=lines[max(places)].number if places else 0,
        frames=drop_noise(frames),
        details=_details(kind, "\n".join(told), fields),
    )


def _details(kind: str, told: str, fields: Mapping[str, tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """Signal, process, thread and termination code."""
    found: list[tuple[str, str]] = []
    signal = re.search(_SIGNAL, kind)
    if signal:
        found.append(("signal", signal[1] or signal[2]))
    for name, field in (("process", "Process"), ("thread", "Triggered by Thread"), ("thread", "Crashed Thread")):
        if field in fields and not any(known == name for known, _ in found):
            found.append((name, fields[field][0].partition(" [")[0]))
    code = re.search(_CODE, told)
    if code:
        found.append(("termination_code", code[0].lower()))
    return tuple(found)
