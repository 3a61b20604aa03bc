"""Reads Python tracebacks: plain, chained, grouped, IPython, cut off, remote, escaped; one block covers a chain.

The block's exception and message are those of the *last* traceback, which ended the program; the first one stands in
the details as `cause_exception` and `cause_message`. Frames: those of the last traceback, the crashing one first, then
those of the earlier ones. An exception group counts as the last one and its first leaf as the cause.
Formats: see python_lines. A bare `SomeError: message` line without a traceback is not read here.
"""

from collections.abc import Sequence

from crashkb.model import Block, Line
from crashkb.report import python_lines as grammar
from crashkb.report.python_group import read_group
from crashkb.report.python_walk import Part, Walk
from crashkb.text.lazy import LazyPattern

_MAX_CHAIN = 64

# TypeError                                 Traceback (most recent call last)
# NameErrorTraceback (most recent call last)
_NOTEBOOK_NAME = LazyPattern(r"([A-Za-z_][\w.]{0,250}+)\s*+$")
# multiprocessing.pool.RemoteTraceback:
_REMOTE = LazyPattern(r'[\w.]{0,120}?RemoteTraceback: ?(?:"""|\'\'\')?$')
# Exception in thread Thread-1 (worker):     Process SpawnPoolWorker-1:
_THREAD = LazyPattern(r"Exception in thread (.{1,200}?):?$|Process ([^\s:]{1,80}+):$")
# the break between two printed lines: `\n`, `\\n` within nested JSON, `\n', '` within a printed list
_ESCAPED_BREAK = LazyPattern(r"""\\{1,4}n(?:['"], ['"]|['"]\]$)?""")
_END_OF_STRING = LazyPattern(r'(?<!\\)"')
_NOT_FATAL = ("Exception ignored in", "Error in atexit", "Exception ignored on")


def read_traceback(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The traceback, or chain of tracebacks, that begins at lines[start], and the index after it."""
    text = lines[start].text
    if grammar.HEADER in text:
        if "\\n" in text.partition(grammar.HEADER)[2]:
            return _read_escaped(lines, start)
        if "Exception Group " + grammar.HEADER in text:
            return read_group(lines, start, read_traceback)
        if _has_prefix(lines, start) and (read := _read_prefixed(lines, start)):
            return read
    parts: list[Part] = []
    position = start
    while len(parts) < _MAX_CHAIN and (part := _read_part(lines, position, bool(parts))) is not None:
        parts.append(part)
        following = _next_of_chain(lines, part.end)
        if following is None:
            break
        position = following
    if not parts or not _is_enough(parts):
        return None
    return _block(lines, start, parts), parts[-1].end


def _is_enough(parts: list[Part]) -> bool:
    """Whether there is more than a lone frame line: an exception, or two frames, or a header with a frame."""
    first = parts[0]
    if first.exception and (first.frames or first.has_header or len(parts) > 1):
        return True
    return len(first.frames) + first.has_header >= 2


def _block(lines: Sequence[Line], start: int, parts: list[Part]) -> Block:
    """The block of a chain."""
    last = next((part for part in reversed(parts) if part.exception), parts[-1])
    told = last.first < last.end
    cause = (parts[0].exception, parts[0].message) if parts[0] is not last else last.inner
    details: tuple[tuple[str, str], ...] = ()
    if cause:
        details = (("cause_exception", cause[0]), ("cause_message", cause[1]))
    before = lines[start - 1].text if start else ""
    if thread := _THREAD.match(before.strip()):
        details += (("thread", thread[1]),) if thread[1] else (("process", thread[2]),)
    return Block(
        kind="python-exception",
        first=lines[start].number,
        last=lines[parts[-1].end - 1].number,
        exception=last.exception,
        message=last.message,
        message_first=lines[last.first].number if told else 0,
        message_last=lines[last.end - 1].number if told else 0,
        frames=tuple(frame for part in reversed(parts) for frame in reversed(part.frames)),
        fatal=not before.strip().startswith(_NOT_FATAL) and lines[start].level not in ("V", "D", "I"),
        quoted_lines=tuple(number for part in parts for number in part.quoted),
        details=details,
    )


def _next_of_chain(lines: Sequence[Line], end: int) -> int | None:
    """The index where the next traceback of the chain begins, or None."""
    for position in range(end, min(end + 6, len(lines))):
        if grammar.is_chain(lines[position].text):
            for later in range(position + 1, min(position + 5, len(lines))):
                if _begins(lines[later].text):
                    return later
            return None
    return None


def _begins(text: str) -> bool:
    """Whether a traceback of a chain may begin on the line; C code chains exceptions that have none."""
    if grammar.HEADER in text or _REMOTE.match(text) or grammar.read_frame(text):
        return True
    return _is_error_line(text)


def _is_error_line(text: str) -> bool:
    """Whether the line is `SomeError: message`."""
    found = grammar.split_exception(text)
    return found is not None and grammar.is_error_name(found[0])


def _read_part(lines: Sequence[Line], start: int, in_chain: bool) -> Part | None:
    """One traceback with its exception; within a chain the exception's own line is enough."""
    position = start
    if _REMOTE.match(lines[start].text):
        while position < min(start + 3, len(lines)) and grammar.HEADER not in lines[position].text:
            position += 1
        if position == len(lines) or grammar.HEADER not in lines[position].text:
            return None
    text = lines[position].text
    if grammar.HEADER not in text:
        begins = grammar.read_frame(text) or (in_chain and _is_error_line(text))
        return Walk(lines, position, "", max(0, grammar.indent(text) - 2)).run() if begins else None
    lead, _, tail = text.partition(grammar.HEADER)
    expected = "" if not lead or _has_prefix(lines, position) else lead.strip()
    walk = Walk(lines, position + 1, expected, len(lead) if lead.isspace() else 0, has_header=True)
    if glued := grammar.read_frame(tail.lstrip(":")):
        walk.frames.append(glued)
    return walk.run()


def _has_prefix(lines: Sequence[Line], position: int) -> bool:
    """Whether the words before the header are a logger's prefix and not the exception that IPython puts there."""
    lead = lines[position].text.partition(grammar.HEADER)[0]
    if not lead.strip():
        return False
    notebook = _NOTEBOOK_NAME.match(lead)
    return notebook is None or notebook[1].isupper() or _is_plain_next(lines, position)


def _is_plain_next(lines: Sequence[Line], position: int) -> bool:
    """Whether a plain frame follows, so that a word before the header is a prefix and not the exception."""
    return position + 1 < len(lines) and lines[position + 1].text.lstrip().startswith('File "')


def _read_prefixed(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A traceback before each of whose lines something wrote the same words; None where only the header has them."""
    lead = lines[start].text.partition(grammar.HEADER)[0].strip()
    second = lines[start + 1].text.lstrip() if start + 1 < len(lines) else ""
    bare = second[len(lead) :].removeprefix(" ")
    if not (second.startswith(lead) and (grammar.read_frame(bare) or _is_error_line(bare))):
        return None
    end = start + 1
    while end < len(lines) and lines[end].text.lstrip().startswith(lead):
        if grammar.HEADER in lines[end].text and not any(chain in lines[end - 1].text for chain in grammar.CHAINS):
            break
        end += 1
    bared = [line._replace(text=line.text.lstrip()[len(lead) :].removeprefix(" ")) for line in lines[start:end]]
    kept = [index for index, line in enumerate(bared) if line.text]
    read = read_traceback([bared[index] for index in kept], 0)
    return (read[0], start + kept[read[1] - 1] + 1) if read else None


def _read_escaped(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    r"""A traceback on one line with `\n` between its lines, as JSON logs and printed lists hold it."""
    line = lines[start]
    before, _, rest = line.text.partition(grammar.HEADER)
    if before.count('"') % 2:  # within a JSON string: it ends at the first quote that is not escaped
        rest = _END_OF_STRING.split(rest, maxsplit=1)[0]
    pieces = _ESCAPED_BREAK.split((grammar.HEADER + rest).replace('\\"', '"'))
    pseudo = [Line(line.number, piece, line.level) for piece in pieces if piece.strip("'\",] ")]
    read = read_traceback(pseudo, 0)
    if read is None:
        return None
    return read[0]._replace(quoted_lines=()), start + 1
