"""Reads crash reports of iOS and macOS in JSON: .ips files, jetsam events and KSCrash reports.

Source of the format: Apple's "Interpreting the JSON format of a crash report" (bug_type 309), JetsamEvent (bug_type 298, iOS
9–18), KSCrash 1.x and 2.x (KSCrashReportFields.h). Where the JSON does not parse (cut or mixed with other lines) the telling
members are read line by line.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

_SIZE_LIMIT = 4_000_000
_LINE_LIMIT = 100_000
_LOOK_WITHIN = 24
_SURE = ('"bug_type"', '"binary_images"', '"usedImages"', '"largestProcess"', '"faultingThread"', '"coalitionName"')
_LIKELY = ('"crash"', '"diagnosis"', '"procName"', '"modelCode"', '"memoryStatus"', '"crashReporterKey"', '"incident"')
# '"type" : "EXC_CRASH"', '"reason" : "per-process-limit",'
_MEMBER = r'"(type|signal|subtype|reason|largestProcess|procName|process_name|indicator|name|diagnosis)"\s{0,4}:\s{0,4}"([^"]{1,300})"'


def read_apple_json(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A JSON report; an .ips file is a line of JSON and then the report proper."""
    text = lines[start].text.strip()
    if not text.startswith("{") or not _is_report(lines, start, len(text)):
        return None
    value, after = _parse(lines, start)
    if (
        isinstance(value, dict)
        and "bug_type" in value
        and after < len(lines)
        and lines[after].text.lstrip().startswith("{")
    ):
        body, body_after = _parse(lines, after)
        value, after = ({**value, **body} if isinstance(body, dict) else None), body_after
    block = (_from_value(value) if isinstance(value, dict) else None) or _from_lines(lines, start, after)
    first = lines[start].number
    return block._replace(first=first, last=lines[after - 1].number, message_first=first, message_last=first), after


def _is_report(lines: Sequence[Line], start: int, length: int) -> bool:
    """Whether the object has members that only crash reports have: one that is sure, or two that are likely.

    An object that begins and goes on in one line is judged by that line, so that logs of JSON lines cost little.
    """
    within = lines[start : start + (_LOOK_WITHIN if length <= 2 else 1)]
    text = "\n".join(line.text[:WIDTH_LIMIT] for line in within)
    return any(member in text for member in _SURE) or sum(member in text for member in _LIKELY) >= 2


def _parse(lines: Sequence[Line], start: int) -> tuple[Any, int]:
    """The JSON value that begins at that line (None if it cannot be read), and the index after it."""
    depth = size = 0
    after = start
    while after < min(start + _LINE_LIMIT, len(lines)):
        text = lines[after].text
        size += len(text)
        depth += text.count("{") - text.count("}")
        after += 1
        if depth <= 0 or size > _SIZE_LIMIT:
            break
    try:
        return json.loads("\n".join(line.text for line in lines[start:after])), after
    except (ValueError, RecursionError):
        return None, after


def _from_value(value: dict[str, Any]) -> Block | None:
    """The block of a parsed report of any of the three forms."""
    if "largestProcess" in value or str(value.get("bug_type")) == "298":
        return _jetsam(value)
    crash = value.get("crash") or value.get("report", {})
    if isinstance(crash, dict) and isinstance(crash.get("error"), dict):
        return _kscrash(crash, value)
    if isinstance(value.get("exception"), dict) or "faultingThread" in value:
        return _ips(value)
    return None


def _jetsam(value: dict[str, Any]) -> Block:
    """The process that the system ended for its memory, and why."""
    victim = next((entry for entry in _dicts(value.get("processes")) if entry.get("reason")), {})
    name = _words(victim.get("name") or value.get("largestProcess"))
    reason = _words(victim.get("reason") or "")
    details = [("process", name), ("reason", reason), ("largest_process", _words(value.get("largestProcess")))]
    pages, size = victim.get("rpages"), (value.get("memoryStatus") or {}).get("pageSize", 16384)
    if isinstance(pages, int) and isinstance(size, int):
        details.append(("resident_bytes", str(pages * size)))
    told = tuple((key, text) for key, text in details if text)
    return Block("apple-crash", 0, 0, "jetsam", f"{name}: {reason}".strip(": "), details=told)


def _ips(value: dict[str, Any]) -> Block:
    """The report proper of an .ips file."""
    exception = value.get("exception") or {}
    ending = value.get("termination") or {}
    told = [_words(exception.get(key)) for key in ("subtype", "message", "codes")]
    told += [" ".join(_words(ending.get(key)) for key in ("namespace", "code", "indicator") if key in ending)]
    told += [_words(ending.get(key)) for key in ("details", "reasons")]
    told += [_words(texts) for texts in (value.get("asi") or {}).values()] if isinstance(value.get("asi"), dict) else []
    images = _dicts(value.get("usedImages"))
    threads = _dicts(value.get("threads"))
    number = value.get("faultingThread")
    thread = threads[number] if isinstance(number, int) and 0 <= number < len(threads) else {}
    stack = _dicts(value.get("lastExceptionBacktrace")) or _dicts(thread.get("frames"))
    details = [
        ("signal", _words(exception.get("signal"))),
        ("process", _words(value.get("procName"))),
        ("thread", _words(number)),
    ]
    return Block(
        kind="apple-crash",
        first=0,
        last=0,
        exception=_words(exception.get("type")) or "EXC_CRASH",
        message="\n".join(text for text in told if text),
        frames=drop_noise([_ips_frame(frame, images) for frame in stack[:FRAME_LIMIT]]),
        details=tuple((key, text) for key, text in details if text),
    )


def _ips_frame(frame: dict[str, Any], images: Sequence[dict[str, Any]]) -> Frame:
    """One frame of an .ips thread; the image is told by its index."""
    index = frame.get("imageIndex")
    image = images[index] if isinstance(index, int) and 0 <= index < len(images) else {}
    line = frame.get("sourceLine")
    file = _words(frame.get("sourceFile")) or _words(image.get("name"))
    return Frame(plain_name(_words(frame.get("symbol"))), file, line if isinstance(line, int) else 0)


def _kscrash(crash: dict[str, Any], value: dict[str, Any]) -> Block:
    """A KSCrash report."""
    error = crash["error"]
    named = [
        error.get(key) for key in ("nsexception", "cpp_exception", "mach", "signal") if isinstance(error.get(key), dict)
    ]
    names = [_words(entry.get("name") or entry.get("exception_name")) for entry in named if entry]
    exception = next((name for name in names if name), "") or _words(error.get("type"))
    thread = next((entry for entry in _dicts(crash.get("threads")) if entry.get("crashed")), {})
    backtrace = thread.get("backtrace")
    contents = _dicts(backtrace.get("contents") if isinstance(backtrace, dict) else None)
    frames = [
        Frame(plain_name(_words(entry.get("symbol_name"))), _words(entry.get("object_name")))
        for entry in contents[:FRAME_LIMIT]
    ]
    told = [_words(error.get("reason")), _words(crash.get("diagnosis"))]
    process = (value.get("system") or {}).get("process_name") or (value.get("report") or {}).get("process_name")
    return Block(
        kind="apple-crash",
        first=0,
        last=0,
        exception=exception,
        message="\n".join(text for text in told if text),
        frames=drop_noise(frames),
        details=(("process", _words(process)),) if process else (),
    )


def _from_lines(lines: Sequence[Line], start: int, after: int) -> Block:
    """What single members tell where the JSON as a whole does not parse."""
    told: dict[str, str] = {}
    for line in lines[start:after]:
        for name, text in re.findall(_MEMBER, line.text[:WIDTH_LIMIT]):
            told.setdefault(name, text)
    process = told.get("largestProcess") or told.get("procName") or told.get("process_name", "")
    exception = "jetsam" if "largestProcess" in told else told.get("type", "crash report")
    message = "\n".join(told[name] for name in ("reason", "subtype", "indicator", "diagnosis") if name in told)
    return Block("apple-crash", 0, 0, exception, message, details=(("process", process),) if process else ())


def _dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of a JSON array; other members are dropped."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _words(value: Any) -> str:
    """A JSON scalar as text; the texts of an array joined."""
    if isinstance(value, list):
        return "; ".join(_words(entry) for entry in value[:8])
    return value if isinstance(value, str) else "" if value is None or isinstance(value, dict) else str(value)
