"""The nouns of crashkb: what a report, a page, a hit and an answer are.

Plain NamedTuples, because this module is imported on the way to every answer and a frozen
dataclass costs about 0.6 ms of start-up each. Line numbers are 1-based in the raw text,
scores and confidences 0–1, sizes in bytes.
"""

from typing import NamedTuple

Value = float | str
"""What a capture or fact is worth in a condition: a number (sizes in bytes), or a word or version as text."""

# --- the report -----------------------------------------------------------------------------

BLOCK_KINDS = (
    "python-exception",  # traceback (plain, chained, grouped, IPython) or a bare `SomeError: message` line
    "java-exception",  # Java or Kotlin, plain or out of logcat (FATAL EXCEPTION)
    "android-native-crash",  # tombstone, or logcat's "Fatal signal"
    "android-anr",
    "native-stack",  # gdb, faulthandler, signal-handler and backtrace() stacks
    "native-abort",  # glibc abort, terminate called, CHECK failed, assertion failed, libc++abi
    "sanitizer",  # ASan, MSan, TSan, UBSan, LSan, HWASan
    "valgrind",
    "libfuzzer",
    "apple-crash",  # .crash, .ips, KSCrash, jetsam reports
    "windows-exception",  # cdb/WinDbg, minidump text, "Exception code: 0xc0000005"
    "kernel-oom",
    "kernel-segfault",  # kernel log: "python[123]: segfault at …", traps, general protection
    "kernel-oops",
    "gpu-xid",  # NVRM Xid and NVSwitch SXid
    "go-panic",
    "rust-panic",
    "foreign-exception",  # JavaScript, C#, PHP, Ruby, Dart …: recognised in order to be refused
    "build-output",  # pip, conda, uv, CMake, nvcc, setuptools, Gradle
    "error-line",  # one-line error of a framework, runtime or tool
    "exit-status",  # 137, -9, 0xC0000005, "Killed", 已杀死, 段错误
)

LOG_LINE = "log-line"
"""The place of everything that stands outside a block: plain log lines and prose."""

PROSE = "prose"
"""The place of what the person wrote."""

PLACES = (*BLOCK_KINDS, LOG_LINE, PROSE)
"""What a signature's `in` may name."""


class Line(NamedTuple):
    """One clean line of a report."""

    number: int
    """1-based line number in the raw text."""
    text: str
    """The line without ANSI codes, log prefixes, quotes, fences and trailing white space; NFKC is not applied."""
    level: str = ""
    """V D I W E F where the prefix told it (logcat, glog, TensorFlow), else empty."""
    tag: str = ""
    """Logcat tag, container or rank name that the prefix told, else empty."""
    wraps: tuple[tuple[int, int], ...] = ()
    """Of a line that a terminal had cut: (characters up to its end, raw line number) of its second and further rows."""


class Frame(NamedTuple):
    """One stack frame."""

    function: str = ""
    file: str = ""
    """Source file, or the module or library where only that is known."""
    line: int = 0
    """Line number in that source file, 0 if unknown."""


class Block(NamedTuple):
    """A stretch of lines that one reader recognised."""

    kind: str
    """One of BLOCK_KINDS."""
    first: int
    """Raw line number of its first line."""
    last: int
    """Raw line number of its last line."""
    exception: str = ""
    """Exception type, signal or error class: 'RuntimeError', 'java.lang.OutOfMemoryError', 'SIGSEGV', 'heap-use-after-free'."""
    message: str = ""
    """The message without the type; may have several lines."""
    message_first: int = 0
    """Raw line number where the message (with the type) begins; 0 if there is none."""
    message_last: int = 0
    """Raw line number where the message ends."""
    frames: tuple[Frame, ...] = ()
    """Stack frames, the crashing one first; abort, allocator and sanitizer frames dropped."""
    fatal: bool = True
    """Whether the program ended (or would have) because of it."""
    quoted_lines: tuple[int, ...] = ()
    """Raw numbers of source lines echoed inside a traceback: never searched."""
    details: tuple[tuple[str, str], ...] = ()
    """Further readings: ('process', …), ('thread', …), ('signal', …), ('address', …), ('xid', '79'), ('exit_status', '137')."""


class Fact(NamedTuple):
    """One thing the report tells about the machine or software."""

    name: str
    """'platform', 'framework', 'device', 'soc', 'gpu', 'exit_status', or a package: 'torch', 'cuda', 'python', …"""
    value: str
    line: int = 0
    """Raw line number that tells it; 0 where it was concluded."""


class Report(NamedTuple):
    """A pasted text, read."""

    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    """In order of their first line; they do not overlap."""
    prose: str
    """What the person wrote, without log lines."""
    prose_lines: frozenset[int]
    """Raw numbers of the lines that are prose."""
    facts: tuple[Fact, ...]
    language: str
    """'zh' if the prose has CJK letters, 'en' if it has prose without, '' if there is no prose."""
    notes: tuple[str, ...] = ()
    """What was skipped or went wrong in reading, in plain words."""
    repeats: tuple[tuple[int, int], ...] = ()
    """(raw number of a line, how many lines equal but for their digits the whole text has): of a huge text only the
    first of them were read."""
    incomplete: str = ""
    """Why the rest of the text could not be read; '' if all was."""


# --- the knowledge base ------------------------------------------------------------------------

PAGE_KINDS = ("cause", "signature", "qa", "case", "guide")
LANGUAGES = ("en", "zh")


class Source(NamedTuple):
    """Where a statement comes from."""

    kind: str
    """'url', 'thread', 'code', 'repro' or 'facts'."""
    ref: str
    checked: str
    """ISO date of the last check."""


class Step(NamedTuple):
    """One action of a checklist."""

    id: str
    text: str
    """Markdown without the box and the id; may hold fenced code and {{capture|fallback}}."""


class Section(NamedTuple):
    """One section of a page."""

    name: str
    """Canonical English key: 'symptom', 'why', 'confirm', 'fix', 'verify', 'risks', 'prevent', 'background', …; '' before the first heading."""
    heading: str
    """As it stands on the page."""
    text: str
    """Markdown."""


class PageText(NamedTuple):
    """One language of a page."""

    title: str
    asks: tuple[str, ...] = ()
    questions: tuple[tuple[str, str], ...] = ()
    """confused_with: (other cause id, yes/no question whose yes speaks for this page)."""
    sections: tuple[Section, ...] = ()
    steps: tuple[Step, ...] = ()


class Sample(NamedTuple):
    """A real text and the cause it must give."""

    cause: str
    text: str
    line: int = 0
    """Line of the page where the fence opens."""


class Page(NamedTuple):
    """A cause, qa, case or guide page in all its languages."""

    id: str
    kind: str
    path: str
    """Path of the English file, relative to its root."""
    family: str = ""
    frameworks: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    phase: tuple[str, ...] = ()
    locate: str = ""
    fix_cost: str = ""
    priority: str = ""
    caught_by: tuple[str, ...] = ()
    symptom: bool = False
    status: str = "active"
    """'active' or 'retired'."""
    replaced_by: str = ""
    causes: tuple[str, ...] = ()
    """Causes that a qa, case or guide page concerns, most likely first."""
    limits: tuple[tuple[str, str], ...] = ()
    """(step id, condition): the step applies only where the condition is not false."""
    versions: str = ""
    sources: tuple[Source, ...] = ()
    checked: str = ""
    """Newest ISO date of a check."""
    samples: tuple[Sample, ...] = ()
    """Key logs of a case."""
    texts: tuple[tuple[str, PageText], ...] = ()
    """(language, text), English first."""

    def text(self, language: str) -> PageText:
        """The page's text in that language, else in its first one."""
        for name, text in self.texts:
            if name == language:
                return text
        return self.texts[0][1]


MAYBE = "maybe"
"""In place of a condition: the link stays weak whatever the report tells."""


class Link(NamedTuple):
    """What a signature says about one cause."""

    cause: str
    conditions: tuple[str, ...] = ()
    """Any of these must hold; empty means always, MAYBE means never strong."""


ROLES = ("specific", "generic", "echo", "benign")


class Signature(NamedTuple):
    """One message that a program prints, in all its wordings."""

    id: str
    path: str
    emitter: str
    role: str
    """One of ROLES."""
    templates: tuple[str, ...]
    links: tuple[Link, ...] = ()
    """Top to bottom: the first whose condition holds is strong, the rest stay weak."""
    places: tuple[str, ...] = ()
    """Where it may stand (PLACES); empty means anywhere."""
    with_signatures: tuple[str, ...] = ()
    without_signatures: tuple[str, ...] = ()
    with_fragments: tuple[str, ...] = ()
    without_fragments: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    whole_line: bool = False
    means: str = ""
    means_zh: str = ""
    source: str = ""
    versions: str = ""
    sources: tuple[Source, ...] = ()
    status: str = "active"
    replaced_by: str = ""
    samples: tuple[Sample, ...] = ()
    near_misses: tuple[str, ...] = ()
    """Lines of the `not` blocks: none may match."""


class Family(NamedTuple):
    """A group of causes."""

    id: str
    title: str
    title_zh: str


class Concept(NamedTuple):
    """A glossary entry: the words of both languages that mean one thing."""

    id: str
    words: tuple[str, ...]


class Problem(NamedTuple):
    """A broken rule, found by `crashkb kb check`."""

    code: str
    """Stable number, 'K101'."""
    path: str
    line: int
    """1-based line in that file; 0 where the whole file is meant."""
    text: str


# --- matching and the answer ---------------------------------------------------------------------


class Capture(NamedTuple):
    """One value that a template read out of the report."""

    name: str
    text: str
    """As printed."""
    value: Value
    """As compared: numbers as float, sizes in bytes, versions and words as text."""


class HitLink(NamedTuple):
    """What a hit says about one cause, once its conditions have been tried."""

    cause: str
    strong: bool
    condition: str = ""
    """The condition that held, or the first that could not be decided; empty for `always`."""
    unknown: tuple[str, ...] = ()
    """Names whose values would decide it."""


class Hit(NamedTuple):
    """A signature found in a report."""

    signature: str
    role: str
    first: int
    """Raw line number where the match begins."""
    last: int
    text: str
    """The matched stretch, as printed."""
    captures: tuple[Capture, ...] = ()
    links: tuple[HitLink, ...] = ()
    block: int = -1
    """Index into Report.blocks; -1 outside any block."""
    times: int = 1
    """How often the same text stands in the report."""
    similarity: float = 1.0
    """1 for a template that matched, below for a near miss found by fuzzy matching."""
    doubt: str = ""
    """Why the failure may be none: 'figures', 'source', 'diff', 'documentation', 'passed', 'handled'; '' if nothing says so."""


class PageHit(NamedTuple):
    """A page found by words."""

    id: str
    kind: str
    score: float


class Evidence(NamedTuple):
    """Why a cause is proposed: one line of the report, or words of the question."""

    kind: str
    """'signature', 'near', 'words' or 'asks'."""
    text: str
    """The matched stretch, the telling words, or the way of asking."""
    first: int = 0
    """Raw line number; 0 where no single line is meant."""
    last: int = 0
    signature: str = ""
    strong: bool = True
    condition: str = ""
    unknown: tuple[str, ...] = ()
    captures: tuple[Capture, ...] = ()
    times: int = 1
    doubt: str = ""
    """As in Hit."""


class Contribution(NamedTuple):
    """What one weight added to a cause's score."""

    weight: str
    amount: float
    detail: str = ""


class RankedCause(NamedTuple):
    """A cause with its rank's reasons."""

    id: str
    confidence: float
    """0–1: the probability that a competent labeller would accept it."""
    evidence: tuple[Evidence, ...] = ()
    score: float = 0.0
    trail: tuple[Contribution, ...] = ()


class Option(NamedTuple):
    """One way to answer the clarifying question."""

    label: str
    cause: str
    """The cause for which this answer speaks; empty if it speaks against the asked one without naming another."""


class Question(NamedTuple):
    """The one question that separates the candidates best."""

    text: str
    options: tuple[Option, ...] = ()
    names: tuple[str, ...] = ()
    """Missing facts that it asks for."""


class OtherFailure(NamedTuple):
    """A failure in the same report that is independent of the answered one."""

    cause: str
    first: int
    text: str


VERDICTS = ("known", "unsure", "unknown")


class Answer(NamedTuple):
    """What crashkb says to a report."""

    verdict: str
    """One of VERDICTS."""
    causes: tuple[RankedCause, ...]
    """In rank order."""
    pages: tuple[PageHit, ...]
    """In rank order."""
    question: Question | None
    report: Report
    language: str
    """'en' or 'zh': the language to answer in."""
    page: str = ""
    """The qa or guide page that answers, where one does."""
    others: tuple[OtherFailure, ...] = ()
    benign: tuple[Hit, ...] = ()
    """Alarming but harmless lines that were seen."""
    version: str = ""
    """Version of the knowledge base."""
    notes: tuple[str, ...] = ()
