"""Reads PaddlePaddle's C++ tracebacks and error summaries.

Source of the format: PaddlePaddle 2.0–3.0, paddle/phi/core/enforce.h and paddle/fluid/platform/init.cc (signal handler):
a ruled heading, numbered frames, then `Error Message Summary:` and `FatalError: …` with [TimeInfo] and [SignalInfo].
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT, plain_name

# "C++ Traceback (most recent call last):", "C++ Call Stacks (More useful to developers):"
_STACK_HEADING = (
    r"(?:-{3,60}\s)?C\+\+ (?:Traceback \(most recent call last\)|Call Stacks \(More useful to developers\)):"
)
# "0   paddle::memory::allocation::Allocate(unsigned long)", "1   void phi::KernelImpl<…>"
_FRAME = r"(\d{1,4})\s{1,4}(\S.{0,2000})$"
# "FatalError: `Segmentation fault` is detected by the operating system.", "InvalidArgumentError: The 'shape' …", "ExternalError: CUDA …"
_SUMMARY = r"(?:Error: )?([A-Z]\w{2,40}(?:Error|Exception)): (.*)"
_SIGNAL = r"\*{3} (SIG[A-Z]{3,6})"
_NO_STACK = "No stack trace in paddle"
_BELOW = 6


def read_paddle(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A C++ traceback with its summary, or the summary alone."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    if re.match(_STACK_HEADING, text):
        frames, after = _frames(lines, start + 1)
        heading = _summary_heading(lines, after)
    elif text.startswith("Error Message Summary:"):
        frames, after, heading = (), start + 1, start
    else:
        return None
    exception, words, message, end, signal = "", -1, "", after, ""
    if heading >= 0:
        exception, words, message, end, signal = _summary(lines, heading)
    if not frames and words < 0:
        return None
    return Block(
        kind="native-abort",
        first=lines[start].number,
        last=lines[end - 1].number,
        exception=exception or "C++ exception",
        message=message,
        message_first=lines[words].number if words >= 0 else 0,
        message_last=lines[end - 1].number if words >= 0 else 0,
        frames=drop_noise(frames),
        details=(("signal", signal),) if signal else (),
    ), end


def _frames(lines: Sequence[Line], start: int) -> tuple[tuple[Frame, ...], int]:
    """The numbered frames below the heading; Paddle prints the outermost first, here the innermost comes first."""
    frames: list[Frame] = []
    after = start
    while after < len(lines):
        text = lines[after].text[:WIDTH_LIMIT].strip()
        found = re.match(_FRAME, text)
        if found and len(frames) < FRAME_LIMIT:
            frames.append(Frame(plain_name(found[2])))
        elif not found and not text.startswith(("---", _NO_STACK)):
            break
        after += 1
    return tuple(reversed(frames)), after


def _summary_heading(lines: Sequence[Line], after: int) -> int:
    """Index of `Error Message Summary:` in the lines below the frames, -1 if there is none."""
    for index in range(after, min(after + _BELOW, len(lines))):
        if lines[index].text.strip().startswith("Error Message Summary:"):
            return index
    return -1


def _summary(lines: Sequence[Line], heading: int) -> tuple[str, int, str, int, str]:
    """Exception, index of its line (-1 if none), message, index after the summary, and the signal."""
    for index in range(heading + 1, min(heading + 4, len(lines))):
        found = re.match(_SUMMARY, lines[index].text[:WIDTH_LIMIT].strip())
        if found:
            break
    else:
        return "", -1, "", heading + 1, ""
    message = [found[2]]
    signal = ""
    after = index + 1
    while after < min(index + 12, len(lines)):
        text = lines[after].text[:WIDTH_LIMIT].strip()
        if (
            not text.startswith(("[", "(at ", "Suggestions", "- "))
            and lines[after].number > lines[after - 1].number + 1
        ):
            break
        if text.startswith(("Traceback", "Aborted", "Segmentation", "Fatal Python", "---")):
            break
        named = re.search(_SIGNAL, text)
        signal = named[1] if named else signal
        if not text.startswith(("[TimeInfo", "[SignalInfo")):
            message.append(text)
        after += 1
    return found[1], index, "\n".join(message), after, signal
