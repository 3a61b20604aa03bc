"""Reads the words with which native code ends itself, and the stack below them.

Sources: glibc 2.17–2.41 (malloc/malloc.c, debug/fortify_fail.c, assert/assert.c), libstdc++ 12–15 (vterminate.cc), libc++abi
14–19 (cxa_default_handlers.cpp), glog 0.7 and absl logging, Chromium base/logging.cc, V8 base/logging.cc, CUDA device
assertions, bionic linker_main.cpp, Foundation's uncaught exceptions, Gecko mfbt/Assertions.h.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import WIDTH_LIMIT, parse_apple_frame, parse_frame, plain_name, read_apple_stack, read_stack

_HEAP = (
    r"free\(\): (?:invalid (?:next size|size|pointer)|double free detected in tcache \d|too many chunks detected in tcache"
    r"|corrupted unsorted chunks|unaligned chunk detected in tcache \d)|double free or corruption|malloc\(\): [a-z][\w ,<>()-]{4,80}?"
    r"|malloc_consolidate\(\): [a-z][\w ]{4,60}?|munmap_chunk\(\): invalid pointer|realloc\(\): invalid [a-z ]{3,20}?"
    r"|mremap_chunk\(\): invalid pointer|corrupted size vs\. prev_size|corrupted double-linked list|tcache_thread_shutdown\(\): [a-z ]{8,60}?"
    r"|invalid fastbin entry \(free\)|break adjusted to free malloc space"
)
_QUALIFIER = r"(?: \([!\w /-]{2,30}\)| while consolidating| in fastbins)?"
_FAILED = r"(?:Security )?(?:DCHECK|CHECK|Check) failed: "
_FORMS = (
    # "free(): double free detected in tcache 2", "double free or corruption (!prev)", "corrupted size vs. prev_size"
    (rf"(?P<kind>{_HEAP})(?P<rest>{_QUALIFIER})$", ""),
    # "*** Error in `python': double free or corruption (out): 0x0000000001d7c0a0 ***", "*** glibc detected *** ./a: free(): …"
    (rf"\*\*\* (?:Error in|glibc detected \*\*\*) (?P<process>.{{1,200}}?): (?P<kind>{_HEAP})(?P<rest>{_QUALIFIER})(?:: 0x[0-9a-f]{{1,16}})? \*\*\*", ""),
    # "*** stack smashing detected ***: terminated", "*** buffer overflow detected ***: ./a.out terminated"
    (r"\*\*\* (?P<kind>stack smashing detected|buffer overflow detected|invalid %N\$ use detected|%n in writable segment detected) \*\*\*", ""),
    # "terminate called after throwing an instance of 'std::bad_alloc'"
    (r"terminate called after throwing an instance of ['`\"‘](?P<kind>.{1,300}?)['\"’]\s{0,4}$", ""),
    # "terminate called without an active exception", "terminate called recursively", "pure virtual method called"
    (r"(?P<kind>terminate called (?:without an active exception|recursively)|pure virtual method called)\s{0,4}$", ""),
    # "libc++abi: terminating due to uncaught exception of type std::bad_alloc: std::bad_alloc", "libc++abi: terminating"
    (r"libc\+\+abi(?:\.dylib)?: terminating (?:due to|with) uncaught exception of type (?P<kind>[\w:<> ,*&]{1,300}?)(?:: (?P<rest>.*))?$", ""),
    (r"libc\+\+abi(?:\.dylib)?: (?P<kind>terminating|terminate_handler unexpectedly returned|Pure virtual function called!)(?P<rest>.{0,200})$", ""),
    # "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: '-[__NSArrayI objectForKey:]: …'"
    (r"\*\*\* Terminating app due to uncaught exception ['‘]?(?P<kind>[\w.]{1,120})['’]?, reason: (?P<rest>.*)", ""),
    # "x.cu:1236: indexSelectLargeIndex: block: [0,0,0], thread: [32,0,0] Assertion `srcIndex < srcSelectDimSize` failed."
    # "tree.c:860: RecordNode *Find(const RecordNode *): Assertion `i < n' failed.", "python: a.c:12: f: Assertion `x' failed."
    (r"(?:(?P<process>[^\s:]{1,200}): )?(?P<file>[^\s:]{1,400}):(?P<line>\d{1,7}): (?>(?P<function>.{1,1000}?):? (?=Assertion ))?Assertion (?P<rest>.{1,1500}?) failed", "Assertion failed"),
    # "Assertion failed: (ptr), function run, file model.mm, line 12.", "Assertion failed: n > 0, file c:\a.cpp, line 3"
    (r"Assertion failed: (?>(?P<rest>.{0,800}?)(?=,? ?(?:function|file) ))(?:, |,)?(?:function (?>(?P<function>.{1,300}?), ))?(?:file (?>(?P<file>.{1,400}?), line) (?P<line>\d{1,7}))?", "Assertion failed"),
    # "Assertion failure: false, at /x/SelfHosting.cpp:362", "assert.h assertion failed at a/b.cc:380 in Foo: x.empty()"
    (r"Assertion failure: (?P<rest>.{1,800}?), at (?P<file>.{1,400}?):(?P<line>\d{1,7})", "Assertion failed"),
    (r"assert\.h assertion failed at (?P<file>\S{1,400}):(?P<line>\d{1,7}) in (?P<function>.{1,300}?): (?P<rest>.*)", "Assertion failed"),
    # "Hit MOZ_CRASH(named lambda static scopes) at /srv/js/src/vm/Scope.cpp:123"
    (r"Hit (?P<kind>MOZ_CRASH)\((?P<rest>.*)", ""),
    # "Check failed: cond (1 vs. 2)", "[5:5:0100/000000:FATAL:zygote_linux.cc(449)] Check failed: len > 0", "/x/a.cc:12: Check failed: …"
    (rf"(?:\[[^\]]{{0,200}}FATAL[^\]]{{0,200}}\] |\[[\w:./-]{{1,200}}\] |\S{{1,300}}:\d{{1,7}}: )?{_FAILED}(?P<rest>.*)", "Check failed"),
    # "frameworks/av/MPEG4Extractor.cpp:3301 CHECK_EQ( (unsigned)ptr[0],1u) failed: 25 vs. 1"
    (r"(?P<file>[\w./-]{1,300}):(?P<line>\d{1,7}) (?P<rest>CHECK(?:_[A-Z]{2})?\(.{1,500}\) failed.*)", "Check failed"),
    # "[0115/090948.959721:FATAL:SkMutex.h(41)] check(fOwner == kIllegalThreadID)", "[…:FATAL:content/a.cc:40] text"
    (r"\[[\w:./]{0,120}:FATAL:(?P<file>[\w./-]{1,300})[:(](?P<line>\d{1,7})\)?\] (?P<rest>.*)", "FATAL"),
    # "Non-OK-status: GpuLaunchKernel(…) status: INTERNAL: no kernel image is available for execution on the device"
    (r"(?P<kind>Non-OK-status): (?P<rest>.*)", ""),
    # "# Fatal error in ../../src/objects-inl.h, line 2244"
    (r"#\s{0,2}(?P<kind>Fatal error) in (?P<file>[^,]{0,400})(?:, line (?P<line>\d{1,7}))?", ""),
    (r"# (?P<kind>V8 correctness failure)", ""),
    # 'CANNOT LINK EXECUTABLE "/build/x": library "libvts_codecoverage.so" not found'
    (r"(?:linker: )?(?P<kind>CANNOT LINK EXECUTABLE)(?P<rest>.*)", ""),
    # "Fatal glibc error: CPU does not support x86-64-v2", "The futex facility returned an unexpected error code."
    (r"(?P<kind>Fatal glibc error): (?P<rest>.*)", ""),
    (r"(?P<kind>The futex facility returned an unexpected error code)", ""),
)  # fmt: skip
"""(pattern, exception or '' where the group `kind` tells it); groups: kind, rest (message), file, line, function, process."""
# "  what():  CUDA error: device-side assert triggered"
_WHAT = r"\s{0,8}what\(\):\s{0,8}(.*)"
# "*** Check failure stack trace: ***", "==== C stack trace ====", "======= Backtrace: =========", "*** First throw call stack:", …
_HEADING = (
    r"\s{0,4}(?:\*{3} (?:Check failure stack trace|SIG[A-Z]{3,6}|Aborted at|First throw call stack)|={4,8} (?:C stack trace|Backtrace)"
    r"|(?:Current )?[Ss]tack ?trace:|Backtrace:|PC: @|Exception raised from|Received signal \d|#FailureMessage|#\s{0,4}$|\($)"
)
# "00400000-00401000 r-xp 00000000 08:01 131 /usr/bin/python", "======= Memory map: ========"
_MEMORY_MAP = r"[0-9a-f]{8,16}-[0-9a-f]{8,16} [rwxps-]{4} |={4,8} Memory map: ={4,8}"
_BARRIERS = (
    "Sanitizer: ",
    "libFuzzer: ",
    "Traceback (most recent",
    "Fatal Python error",
    "Fatal signal ",
    "*** *** ***",
)
# "Check failed: …", "terminate called …": a second failure, which has a block of its own
_ANOTHER = r"\s{0,4}(?:terminate called|Check failed|free\(\):|double free|malloc\(\):|Non-OK-status|# {1,2}Fatal error in|\[[^\]]{1,120}FATAL)"
_MESSAGE_LINES = 40
_STACK_WITHIN = 10


class _Found(NamedTuple):
    """What the lines after the words gave."""

    message: tuple[str, ...]
    """Further lines of the message."""
    message_last: int
    """Index of the message's last line."""
    frames: tuple[Frame, ...]
    after: int


def read_abort(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """One abort message, with its further lines, its stack and its memory map."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    for pattern, kind in _FORMS:
        words = re.match(pattern, text)
        if words:
            return _block(lines, start, words, kind)
    return None


def _block(lines: Sequence[Line], start: int, words: re.Match[str], kind: str) -> tuple[Block, int]:
    """The block that begins with these words."""
    named = words.groupdict()
    exception = kind or named["kind"]
    first = lines[start].text[:WIDTH_LIMIT].strip()
    if "block: [" in first and exception == "Assertion failed":
        found = _repeated(lines, start, named.get("rest") or "")
    else:
        found = _after_words(lines, start, first)
    frames = found.frames
    if not frames and named.get("file"):
        frames = (Frame(_function(named.get("function") or ""), named["file"] or "", int(named.get("line") or 0)),)
    rest = (named.get("rest") or "").strip(" :`‘’" if exception == "Assertion failed" else " :")
    message = "\n".join((rest, *found.message)).strip()
    return Block(
        kind="native-abort",
        first=lines[start].number,
        last=lines[found.after - 1].number,
        exception=exception.strip(" :"),
        message=message or first,
        message_first=lines[start].number,
        message_last=lines[found.message_last].number,
        frames=frames,
        details=(("process", named["process"].strip("`'\"")),) if named.get("process") else (),
    ), found.after


def _function(signature: str) -> str:
    """`RecordNode *Find(const RecordNode *)` gives `Find`: what __PRETTY_FUNCTION__ tells, without return type."""
    name = plain_name(signature.partition(": block: [")[0])
    return name if "operator" in name or ">" in name else name.rpartition(" ")[2].lstrip("*&")


def _repeated(lines: Sequence[Line], start: int, condition: str) -> _Found:
    """Lines in which other threads of a GPU report the same assertion."""
    after = start + 1
    while (
        after < len(lines) and "block: [" in lines[after].text[:2000] and condition in lines[after].text[:WIDTH_LIMIT]
    ):
        after += 1
    return _Found((), start, (), after)


def _after_words(lines: Sequence[Line], start: int, first: str) -> _Found:
    """The rest of the message, the stack and the memory map below abort words."""
    message: list[str] = []
    after = start + 1
    while after < len(lines) and lines[after].text[:WIDTH_LIMIT].strip() == first:
        after += 1  # several processes or threads say the same
    message_last = start
    index = after - 1
    limit = index + _STACK_WITHIN
    is_what = False
    while index + 1 < min(len(lines), limit + 1):
        index += 1
        text = lines[index].text[:WIDTH_LIMIT]
        if any(barrier in text for barrier in _BARRIERS) or (not is_what and re.match(_ANOTHER, text)):
            break
        frames, stack_after = _stack_at(lines, index)
        if stack_after:
            return _Found(tuple(message), message_last, drop_noise(frames), _after_map(lines, stack_after))
        what = re.match(_WHAT, text)
        if what:
            is_what, limit = True, index + _MESSAGE_LINES
            message.append(what[1].strip())
            message_last, after = index, index + 1
        elif re.match(_HEADING, text):
            is_what, limit, after = False, max(limit, index + _STACK_WITHIN), index + 1
        elif text.startswith("# ") or (
            index == after and text.startswith("    ") and first.count("(") > first.count(")")
        ):
            message.append(text.strip("# "))
            message_last, after = index, index + 1
        elif is_what and lines[index].number == lines[index - 1].number + 1 and not _ends_message(text):
            message.append(text.strip())
            message_last, after = index, index + 1
        else:
            is_what = False
            limit = min(limit, index + _STACK_WITHIN)
    return _Found(tuple(message), message_last, (), _after_map(lines, after))


def _stack_at(lines: Sequence[Line], index: int) -> tuple[tuple[Frame, ...], int]:
    """The frames of a stack that begins here and the index after it; ((), 0) if none does."""
    text = lines[index].text
    if parse_frame(text)[1]:
        stack = read_stack(lines, index)
    elif parse_apple_frame(text)[1]:
        stack = read_apple_stack(lines, index)
    else:
        stack = None
    return (stack.frames, stack.after) if stack else ((), 0)


def _ends_message(text: str) -> bool:
    """Whether a line below `what():` is no longer the exception's words."""
    return text.startswith(
        ("Aborted", "Abort trap", "bash:", "sh:", "zsh:", "Fatal ", "[", "*** ", "Process finished", "已")
    )


def _after_map(lines: Sequence[Line], after: int) -> int:
    """The index after a memory map that old glibc prints below its backtrace."""
    while after < len(lines) and re.match(_MEMORY_MAP, lines[after].text):
        after += 1
    return after
