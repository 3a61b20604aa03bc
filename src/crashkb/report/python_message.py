"""How far the message of a Python exception reaches, and what is embedded in it.

A message may run over many lines: TensorFlow's "Detected at node", AutoGraph's "in user code", torch's state_dict
lists and DataLoader wrappers ("Original Traceback"), Hugging Face's gated repositories, gRPC's status blocks. It ends
where another program, log record, traceback, prompt or the person begins to speak.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crashkb.model import Frame, Line
from crashkb.report import python_lines as grammar
from crashkb.text.lazy import LazyPattern

MAX_LINES = 300
"""Message lines (embedded frames and echoes not counted) after which it is cut."""
_MAX_EMBEDDED = 20_000

# 2026-02-20 09:00:00,123 INFO …   [2026-02-20 09:00:00] …   09:00:01 …   I0220 09:00:00.000000 …
_TIMESTAMP = LazyPattern(r"[\[(]?(?:\d{4}[-/]\d\d[-/]\d\d[ T_]\d\d:\d\d|\d\d:\d\d:\d\d[ ,.\]]|[IWEFD]\d{4} \d\d:\d\d)")
# INFO:root:done   [WARNING] …   ERROR: pip's dependency resolver …   DEBUG | …
_LEVEL = LazyPattern(r"\[?(?:INFO|WARNING|WARN|ERROR|DEBUG|CRITICAL|FATAL|NOTICE|TRACE)\]?(?:[:|]| [-|\[]|\]$)")
# $ ls   >>> x   In [3]: x   (base) me@host:~$ ls   me@host:~/x$ ls   C:\Users\me> dir   PS C:\> dir
_PROMPT = LazyPattern(
    r"(?:\$ |>>>(?: |$)|In ?\[\d{0,6}+\]:|Out\[\d{1,6}+\]:|(?:\([\w.-]{1,40}+\) )?[\w.-]{1,40}+@[\w.-]{1,60}+[: ][^\n$#]{0,120}+[$#](?: |$)"
    r"|(?:\([\w.-]{1,40}+\) )?(?:PS )?[A-Z]:\\[^>\n]{0,160}+>)"
)
#  45%|####5     | 9/20 [00:01<00:02]
_PROGRESS = LazyPattern(r"\s{0,8}+\d{1,3}%\|")
# bash: line 1: 15487 Segmentation fault …   slurmstepd: error: …   make: *** [all] Error 1
_OTHER_PROGRAM = LazyPattern(
    r"(?:bash|sh|zsh|fish|srun|slurmstepd|sbatch|make(?:\[\d{1,3}+\])?|mpirun|mpiexec|npm|docker|kubectl|sudo|timeout|"
    r"error|warning|note)(?:: )|Process finished with exit code|Process [^\s:]{1,80}+:$|Exception (?:ignored in|in thread)|"
    r"(?:Killed|Aborted|Segmentation fault|Terminated|Bus error|Illegal instruction|Trace/breakpoint trap)(?: \(core dumped\))?$|"
    r"Fatal Python error|terminate called|FATAL EXCEPTION|Warning: |\*\*\* |={5,80}+ |_{5,80}+ |-{60,200}+$|#{1,6} \w|"
    r"(?:[Ss]tep|[Ii]ter(?:ation)?|[Bb]atch|[Ee]poch)s?[ :=\[]{1,3}\d|##\[|::error|Elapsed time|Command exited with|exit (?:code|status)|srun: |wandb: "
)
# /x/y.py:12: UserWarning: …   test_model.py:12: ValueError
_SOURCE_REMARK = LazyPattern(r"[^\s:][^:\n]{0,400}?\.py:\d{1,9}+: ?(?:\w{1,80}?Warning: |\w{1,80}+$|in |$)")
# I tried it again   Any idea?   What can I do?   Environment: …
_PROSE = LazyPattern(
    r"(?:I|I'm|I've|I'd|My|We're|We've|We (?:are|have|use|tried)|Hi|Hello|Thanks|Thank you|Anyone|Please help|Help|Tried|"
    r"(?:Also|But|And|So),? (?:I|my|we)|Any (?:idea|help|suggestion)s?|Here is my|Running on|Python version|Steps to|"
    r"Environment|Reproduc(?:e|tion|ing)|Expected (?:behaviou?r|result)|Additional (?:context|info)|System info)\b(?!\()|"
    r"(?:OS|Versions?|Edit|Update): |[-*] \[[ x]\]|(?:What|Why|How|Can|Could|Has|Is|Does|Do) .{1,300}[?？]$"
)
# 12, 0.25, 3.1e-05
_FIGURES = LazyPattern(r"\d{1,40}+(?:[.e+-]{1,2}\d{1,40}+){0,3}+")
_CJK = LazyPattern(r"[\u3400-\u9fff]")
_JAX_END = ("For simplicity, JAX has removed", "The stack trace below excludes JAX", "The preceding is the original")
_INTRODUCES_TRACEBACK = LazyPattern(
    r'Original Traceback|Remote Traceback|Traceback of TorchScript|following error:$|"""$|\'\'\'$|[Tt]raceback:$|ray::'
)


class Message(NamedTuple):
    """A message with what stands in it."""

    text: str
    """Its lines without embedded frames and echoes."""
    end: int
    """Index after its last line."""
    frames: tuple[Frame, ...] = ()
    """Embedded frames in printed order (the innermost last)."""
    quoted: tuple[int, ...] = ()
    """Raw numbers of embedded echoes."""
    inner: tuple[str, str] | None = None
    """(type, message) of the last embedded exception."""


def shape(text: str) -> str:
    """The line with its figures masked: what a program prints again and again looks alike."""
    return _FIGURES.sub("#", text)


def read_message(
    lines: Sequence[Line], index: int, first: str, base: int, before: Mapping[str, str] | None = None
) -> Message:
    """Reads the message that begins on lines[index].

    Args:
        lines: The report.
        index: The line with the exception's type.
        first: What stands on that line after the type.
        base: Indentation of that line; a less indented line ends the message.
        before: Lines before the traceback by their shapes; a line that only differs from one of them in its figures
            ends the message, for the program runs on.
    """
    parts = [first] if first else []
    frames: list[Frame] = []
    quoted: list[int] = []
    inner: tuple[str, int] | None = None
    frame_indent = -1
    position = index + 1
    limit = min(len(lines), index + _MAX_EMBEDDED)
    while position < limit and len(parts) < MAX_LINES:
        text = lines[position].text
        if (frame := grammar.read_frame(text)) and _embeds(frame, text):
            frames.append(frame)
            frame_indent = grammar.indent(text)
        elif frame_indent >= 0 and grammar.indent(text) > frame_indent:
            quoted.append(lines[position].number)
        elif _ends(lines, index, position, base, parts, bool(frames)) or (
            before and before.get(shape(text), text) != text
        ):
            break
        elif grammar.HEADER not in text and not grammar.is_gap(text) and text != "E":
            frame_indent = -1
            found = grammar.split_exception(text.strip()) if frames else None
            if found and grammar.is_error_name(found[0]):
                inner = (found[0], len(parts))
            parts.append(text[base:] if text[:base].isspace() or not base else text.lstrip())
        position += 1
    return Message("\n".join(parts).strip(), position, tuple(frames), tuple(quoted), _inner(inner, parts))


def _inner(found: tuple[str, int] | None, parts: list[str]) -> tuple[str, str] | None:
    """The last embedded exception with its message to the end of the whole message."""
    if found is None:
        return None
    name, start = found
    split = grammar.split_exception(parts[start].strip())
    rest = [split[2] if split else "", *(part.strip() for part in parts[start + 1 :])]
    return name, "\n".join(rest).strip()


def _embeds(frame: Frame, text: str) -> bool:
    """Whether a frame line may stand inside a message: not IPython's, whose tracebacks have a header."""
    return text.lstrip().startswith("File ") and not frame.file.startswith("<ipython")


def _ends(lines: Sequence[Line], index: int, position: int, base: int, parts: list[str], embedded: bool) -> bool:
    """Whether lines[position] no longer belongs to the message that begins at lines[index]."""
    head, line, before = lines[index], lines[position], lines[position - 1]
    text = line.text
    if (line.level, line.tag) != (head.level, head.tag) and (line.level or line.tag):
        return True
    if grammar.is_chain(text) or _is_closing(text) or _PROGRESS.match(text):
        return True
    if grammar.HEADER in text:
        return not _INTRODUCES_TRACEBACK.search(before.text) and not _INTRODUCES_TRACEBACK.search(text)
    if text[:1].isspace() and grammar.indent(text) > base:
        return False
    if grammar.indent(text) < base or _is_new_speaker(lines, position):
        return True
    has_gap = line.number - before.number > 1
    if has_gap and (_PROSE.match(text) or (_CJK.search(text) and not _CJK.search(head.text))):
        return True
    return _is_next_error(text, parts, embedded)


def _is_closing(text: str) -> bool:
    """Whether the line closes a quoted remote traceback."""
    return text.strip() in ('"""', "'''")


def _is_next_error(text: str, parts: list[str], embedded: bool) -> bool:
    """Whether the line is another exception's own line, not announced by a colon or by embedded frames."""
    if embedded or not parts or parts[-1].rstrip().endswith((":", "(most recent call last):")):
        return False
    found = grammar.split_exception(text)
    return found is not None and bool(found[2]) and grammar.is_error_name(found[0]) and found[0][0].isupper()


def _is_new_speaker(lines: Sequence[Line], position: int) -> bool:
    """Whether a log record, prompt, other program or section begins on the line."""
    text = lines[position].text
    if _TIMESTAMP.match(text) or _LEVEL.match(text) or _PROMPT.match(text) or _OTHER_PROGRAM.match(text):
        return True
    if _SOURCE_REMARK.match(text) or text.startswith(_JAX_END):
        return True
    following = lines[position + 1].text if position + 1 < len(lines) else ""
    return text.startswith("-----") and following.startswith(_JAX_END)
