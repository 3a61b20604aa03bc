"""How a process ended: exit codes, signals and the words of shells, schedulers and container engines.

Sources: bash and zsh job messages (English and Chinese glibc `siglist`), fish, Docker and Kubernetes
status texts, PyTorch elastic's `exitcode  : -9 (pid: …)`, JetBrains' "Process finished with exit
code", Python's `subprocess` and `multiprocessing`, Slurm's `slurmstepd`, systemd, Android's Zygote.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Line
from crashkb.report.prose import is_written
from crashkb.text.lazy import LazyPattern

SIGNALS = {
    1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
    9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
}  # fmt: skip
"""Linux signal numbers that end a process."""

_WORDS = {
    "killed": 9, "aborted": 6, "abort": 6, "segmentation fault": 11, "illegal instruction": 4, "illegal hardware instruction": 4,
    "bus error": 7, "floating point exception": 8, "trace/breakpoint trap": 5, "trace trap": 5, "terminated": 15,
    "abort trap": 6, "bad system call": 31, "cpu time limit exceeded": 24, "file size limit exceeded": 25,
    "已杀死": 9, "已中止": 6, "已放弃": 6, "段错误": 11, "段错误！": 11, "段违例": 11, "非法指令": 4, "总线错误": 7, "浮点数例外": 8,
    "浮点异常": 8, "已终止": 15, "终止陷阱": 6,
}  # fmt: skip
_WORD = "|".join(sorted(_WORDS, key=len, reverse=True))

# Killed · Segmentation fault (core dumped) · 段错误 (核心已转储) · Abort trap: 6 · zsh: killed     python x.py
# bash: line 1: 11460 Segmentation fault      ./repro · ./run.sh: line 28:     7 Killed   LD_LIBRARY_PATH=… · [1]    12446 segmentation fault  ./x
# srun: error: node1: task 3: Killed
_SAID = LazyPattern(
    rf"\s{{0,8}}+(?:(?:ba|z|da|k)?sh: (?:line \d{{1,6}}: +)?|(?:\S{{1,200}}: (?:line |行 ?|第 ?)?\d{{1,6}}(?: ?行)?[:：] +)|srun: error: [\w\[\],-]{{1,80}}: tasks? [\d,-]{{1,80}}: )?"
    rf"(?:\[\d{{1,4}}\][+-]? {{1,8}})?(?:\d{{1,9}} {{1,8}})?(?P<word>{_WORD})(?::? ?\d{{1,2}})?[.!。！]?"
    r"(?: ?[(（](?:core dumped|吐核|核心已转储|.{0,4}核心.{0,8})[)）])?(?:$| {2,}\S)",
    re.IGNORECASE,
)
# exited with code 137 · exit code: -9 · Process finished with exit code -1073741819 (0xC0000005) · exitcode  : -9 (pid: 1) · Exit Code:    137
# returned non-zero exit status 139 · Exited (137) 2 minutes ago · status=139 · exited with 137 · 退出代码为 -1073741819 · failed (exitcode: -9)
_CODE = LazyPattern(
    r"(?:\bexit(?:ed)?(?: with)?[ _-]?(?:code|status)|\bexitcode|\bstatus code|\bexited with|\bended with|\bnon-zero code|退出(?:代)?码|返回码|\bexited)"
    r"(?: is| was| of|为|是)?[ \t]{0,6}[:=]?[ \t]{0,12}[(\[`'\"]?(?P<code>-?\d{1,10}|0x[0-9a-f]{1,8})\b",
    re.IGNORECASE,
)
_CODE_WORDS = ("exit", "status code", "ended with", "non-zero code", "退出", "返回码")
# Signal 9 (SIGKILL) received by PID 14750 · terminated by signal SIGSEGV (…) · died with <Signals.SIGABRT: 6> · exited prematurely: signal 9
# is killed by signal: Killed. · signal=KILL · exited due to signal 9 (Killed) · Program received signal SIGSEGV
_SIGNAL = LazyPattern(
    r"\b[Ss]ignals?[.: =(]{1,4}(?:(?P<number>\d{1,2})\b|(?P<name>SIG[A-Z]{3,5}|(?:KILL|ABRT|SEGV|BUS|ILL|FPE|TERM)\b)|(?P<word>[A-Z][a-z]{3,12}(?: [a-z]{3,12})?))"
)
_ENDED = LazyPattern(r"kill|terminat|receiv|died|exit|caught|crash|signal=|dump|uncaught", re.IGNORECASE)
# slurmstepd: error: *** STEP 1745223.0 CANCELLED AT 2026-02-20T09:10:13 DUE TO TIME LIMIT ***
_SLURM = LazyPattern(
    r"\*\*\* (?:JOB|STEP) \S{1,40} (?:ON \S{1,80} )?CANCELLED AT \S{1,40}(?: DUE TO (?P<reason>[A-Z ]{3,40}?))? ?\*\*\*"
)
# Last State: Terminated  Reason: OOMKilled · Detected 1 oom-kill event(s) in StepId=… · CrashLoopBackOff · Back-off restarting failed container
_CONTAINER = LazyPattern(
    r"(?P<oom>OOM ?Killed|oom[-_]kill event|Out Of Memory$)|CrashLoopBackOff|Back-off restarting failed container"
)

_SIGNAL_NUMBERS = {name: number for number, name in SIGNALS.items()}


def read_exit(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """One line that tells how a process ended, as a block of one line.

    Its details hold `exit_status` in decimal as a shell reports it (signal n is 128 + n, a Windows
    code is unsigned), and `signal` or `reason` where known.
    """
    line = lines[start]
    text = line.text
    if len(text) > 2000:
        return None
    found = _said(text) or _container(text) or _signal(text) or _code(text)
    if found is None or is_written(line):
        return None
    status, name, reason = found
    details = (("exit_status", status), ("signal", name), ("reason", reason))
    block = Block(
        kind="exit-status",
        first=line.number,
        last=line.number,
        exception=name or reason,
        message=text.strip(),
        message_first=line.number,
        message_last=line.number,
        details=tuple((key, value) for key, value in details if value),
    )
    return block, start + 1


def status_of(text: str) -> str:
    """The exit status that a text tells, decimal as a shell reports it; '' if it tells none."""
    found = _said(text) or _signal(text) or _code(text)
    return found[0] if found else ""


def _said(text: str) -> tuple[str, str, str] | None:
    if "/s]" in text or "s/it]" in text:  # a progress bar does not end its line: "| 4/8 [02:10<02:22, 35.73s/it]Killed"
        text = text.rpartition("]")[2]
    # Here and below words are looked for first: most lines have none, and the patterns take 1 ms to compile.
    low = text.lower()
    match = _SAID.match(text) if any(word in low for word in _WORDS) else None
    if match is None:
        return None
    number = _WORDS[match["word"].lower()]
    return str(128 + number), SIGNALS[number], ""


def _container(text: str) -> tuple[str, str, str] | None:
    if match := _SLURM.search(text):
        return "", "SIGTERM", (match["reason"] or "cancelled").lower()
    match = _CONTAINER.search(text)
    if match is None:
        return None
    return ("137", "SIGKILL", "OOMKilled") if match["oom"] else ("", "", "CrashLoopBackOff")


def _signal(text: str) -> tuple[str, str, str] | None:
    match = _SIGNAL.search(text) if "ignal" in text else None
    if match is None or not _ENDED.search(text):
        return None
    if match["number"]:
        number = int(match["number"])
    elif match["name"]:
        number = _SIGNAL_NUMBERS.get("SIG" + match["name"].removeprefix("SIG"), 0)
    else:
        number = _WORDS.get(match["word"].lower(), 0)
    return (str(128 + number), SIGNALS[number], "") if number in SIGNALS else None


def _code(text: str) -> tuple[str, str, str] | None:
    low = text.lower()
    match = _CODE.search(text) if any(word in low for word in _CODE_WORDS) else None
    if match is None:
        return None
    code = int(match["code"], 16) if match["code"].lower().startswith("0x") else int(match["code"])
    if code == 0:
        return None
    if code < -64:
        code += 1 << 32  # Windows: an NTSTATUS shown as signed
    elif code < 0:
        code = 128 - code  # Python: minus the signal
    name = SIGNALS.get(code - 128, "") if 128 < code < 160 else ""
    return str(code), name or (f"0x{code:08X}" if code >= 0x80000000 else ""), ""


TRIGGERS = (
    *(word for word in _WORDS if word not in ("killed", "abort", "aborted", "terminated")), "kill", "abort", "terminated",
    "exit code", "exitcode", "exit status", "exit_code", "exited", "status code", "ended with", "non-zero code",
    "退出代码", "退出码", "返回码", "signal", "cancelled at", "crashloopbackoff", "back-off restarting", "out of memory",
)  # fmt: skip
"""What stands on a line that `read_exit` may recognise, in lower case."""
