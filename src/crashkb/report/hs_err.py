"""Reads the JVM's report of a fatal error (hs_err_pid.log, or its head on the console).

Source of the format: OpenJDK 8–21, src/hotspot/share/utilities/vmError.cpp. The head is a block of `#` lines; the full file
goes on with the stack: `C  [lib.so+0x1]  f+0x2` (native), `V` (VM), `J`, `j` (Java).
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

_HEADERS = (
    "A fatal error has been detected by the Java Runtime Environment",
    "There is insufficient memory for the Java Runtime Environment",
    "An unexpected error has been detected by",
)
# "#  SIGSEGV (0xb) at pc=0x00007f2c, pid=123, tid=456", "#  EXCEPTION_ACCESS_VIOLATION (0xc0000005) at pc=0x00, pid=1, tid=2"
_SIGNAL = r"#\s{1,4}((?:SIG|EXCEPTION_)[A-Z_]{3,30}) \((0x[0-9a-f]{1,16})\) at pc=(0x[0-9a-f]{1,16}), pid=(\d{1,10})"
# "#  Internal Error (sharedRuntime.cpp:123), pid=1, tid=2", "#  Out of Memory Error (os_linux.cpp:2756), pid=1, tid=2"
_INTERNAL = r"#\s{1,4}(Internal Error|Out of Memory Error) \((.{1,200}?)\), pid=(\d{1,10})"
# "# C  [libtensorflow_jni.so+0x1234]  TF_NewTensor+0x12", "V  [libjvm.so+0x8a]  JVM_handle_linux_signal+0x1", "C  0x00007f2c"
_NATIVE = r"(?:# )?[CVv]\s{1,3}(?:\[(.{1,300}?)\+0x[0-9a-f]{1,12}\](?:\s{1,4}(.{1,600}))?|(0x[0-9a-f]{4,16}))$"
# "j  org.tensorflow.lite.NativeInterpreterWrapper.run(JJ)V+5", "J 1234 c2 java.util.HashMap.put(…)Ljava/lang/Object; (9 bytes) @ …"
_JAVA = r"(?:# )?(?:j|J \d{1,9}(?: c\d)?%?)\s{1,4}([\w.$/<>]{3,400})\("


def read_hs_err(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The head of the report, and its stacks where the whole file was pasted."""
    if not any(header in lines[start].text for header in _HEADERS):
        return None
    after = start + 1
    while after < min(start + 40, len(lines)) and lines[after].text.lstrip().startswith("#"):
        after += 1
    head = [line.text[:WIDTH_LIMIT].strip() for line in lines[start:after]]
    frames, after = _frames(lines, start, after)
    exception, details = _error(head)
    message = "\n".join(text.strip("# ") for text in head if text.strip("# ") and "http" not in text)
    return Block(
        kind="native-stack" if details else "native-abort",
        first=lines[start].number,
        last=lines[after - 1].number,
        exception=exception,
        message=message,
        message_first=lines[start].number,
        message_last=lines[start + len(head) - 1].number,
        frames=drop_noise(frames),
        details=details,
    ), after


def _error(head: Sequence[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The error's name and what the head tells on: signal, process, address."""
    for text in head:
        signal = re.match(_SIGNAL, text)
        if signal:
            return signal[1], (("signal", signal[1]), ("process", signal[4]), ("address", signal[3]))
        internal = re.match(_INTERNAL, text)
        if internal:
            return internal[1], ()
    return ("Out of Memory Error" if "insufficient memory" in head[0] else "Java fatal error"), ()


def _frames(lines: Sequence[Line], start: int, after: int) -> tuple[list[Frame], int]:
    """The frames below `Native frames:`, else the problematic frame of the head; and the index after the last one."""
    problematic = [frame for line in lines[start:after] if (frame := _frame(line.text))]
    for index in range(after, min(after + 150, len(lines))):
        if lines[index].text.startswith(_HEADERS):
            break
        if not lines[index].text.startswith(("Native frames:", "Java frames:")):
            continue
        frames: list[Frame] = []
        index += 1
        while index < len(lines) and (frame := _frame(lines[index].text)):
            if len(frames) < FRAME_LIMIT:
                frames.append(frame)
            index += 1
        if frames:
            return frames, index
    return problematic, after


def _frame(text: str) -> Frame | None:
    """One frame of either kind; None for other lines."""
    text = text[:WIDTH_LIMIT].strip()
    native = re.match(_NATIVE, text)
    if native:
        return Frame(plain_name(native[2] or ""), native[1] or "")
    java = re.match(_JAVA, text)
    return Frame(java[1].replace("/", ".")) if java else None
