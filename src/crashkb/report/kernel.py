"""Reads what the Linux kernel, Android's memory killers and NVIDIA's driver print about a process's death or their own.

Sources: Linux 3.13–6.12 (mm/oom_kill.c, mm/memcontrol.c, arch/x86/mm/fault.c, arch/x86/kernel/traps.c, kernel/panic.c,
mm/kasan/report.c), Android 8–15 (drivers/staging/android/lowmemorykiller.c, system/memory/lmkd), NVIDIA driver 450–580
("XID Errors" guide), nvidia-nvswitch (Fabric Manager guide, SXid errors). Time stamps and `kernel:` are already gone.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Frame, Line
from crashkb.report.frames import drop_noise
from crashkb.report.stacks import FRAME_LIMIT, WIDTH_LIMIT

# "Out of memory: Killed process 123 (python) total-vm:8kB, anon-rss:4kB, …", "Memory cgroup out of memory: Kill process 11499 (bad) score 1000 or sacrifice child"
_KILLED = r"(?:(?:Out of memory|Memory cgroup out of memory|Out of memory \(oom_kill_allocating_task\)): )?Kill(?:ed)? process (\d{1,10}),? ?\(?(?:UID \d{1,10},? )?\(?([^)]{1,64})\)(.*)"
# "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),…,oom_memcg=/docker/c1,task_memcg=/docker/c1,task=postgres,pid=12345,uid=1000"
_OOM_KILL = r"oom-kill:constraint=(\w{1,40})(.*)"
_OOM_FIELD = r"\b(oom_memcg|task|pid)=([^,\s]{1,300})"
# "python3.4 invoked oom-killer: gfp_mask=0x201da, order=0, oom_score_adj=0"
_INVOKED = r"(.{1,64}?) invoked oom-killer: "
_SIZE = r"\b(total-vm|anon-rss|file-rss|shmem-rss):(\d{1,15})kB"
# lines that belong to an OOM dump
_OOM_LINE = (
    r"(?:.{1,64} cpuset=|CPU: \d|Hardware name|Call Trace|Mem-Info|Node \d|\s?(?:active_|slab_|mapped:|unevictable:|free:|inactive)|Task in |memory: usage"
    r"|memory\+swap: |kmem: |swap: usage|Memory cgroup stats|\[ {0,4}pid {0,4}\]|\[ {0,7}\d{1,8}\] |Tasks state|RIP: |RSP: |Code: |[RE][A-Z0-9]{2}: |ORIG_RAX|oom_reaper: |oom-kill:"
    r"|Out of memory|Memory cgroup out|Killed process|\d{1,12} (?:total pagecache )?pages|Free swap|Total swap|Swap cache|lowmem_reserve|DMA|Normal|HighMem"
    r"|\[<[0-9a-f]|\s{0,4}\??\s{0,2}[\w.]{2,80}\+0x[0-9a-f]{1,8}/|\s</?[A-Z]{3,6}>|Unreclaimable slab|anon \d|file \d|[0-9a-f]{16} )"
)
# "lowmemorykiller: Killing 'com.x' (123), adj 0,", "Kill 'com.x' (123), uid 10123, oom_score_adj 0 to free 123kB rss; reason: …"
_ANDROID = r"(?:(?:lowmemorykiller|lmkd)\s?: )?(?:Killing|Kill) '?([\w.:/-]{1,160})'? \((\d{1,8})\)(?: \(tgid \d{1,8}\))?(.{0,400})"
_ADJ = r"(?:oom_score_adj|adj|oom_adj) (-?\d{1,5})"
_ANDROID_MORE = r"\s{1,8}(?:to free|cache|Free memory)"
# "python[123]: segfault at 0 ip 00007f7c sp 00007f7c error 4 in libtorch_cpu.so[7f7c7ac00000+d3d3000]"
_SEGFAULT = r"(?:(\S.{0,30}?)\[(\d{1,10})\]:? )?segfault at ([0-9a-fx]{1,18}) ip ([0-9a-f]{1,16}) sp ([0-9a-f]{1,16}) error (\d{1,3})(?: in (\S{1,300}))?"
# "traps: python[1] trap invalid opcode ip:7f sp:7f error:0 in libtensorflow_framework.so.2[7f+1f]", "traps: x[9] general protection fault ip:…"
_TRAP = r"(?:traps: )?(\S.{0,30}?)\[(\d{1,10})\]:? (?:trap )?(invalid opcode|divide error|int3|stack segment|bounds|general protection(?: fault)?|alignment check) ip:([0-9a-f]{1,16}) .{0,120}?(?: in (\S{1,300}))?$"
_TRAP_SIGNALS = {"invalid opcode": "SIGILL", "divide error": "SIGFPE", "int3": "SIGTRAP", "alignment check": "SIGBUS"}
# "BUG: unable to handle page fault for address: ffff8881", "Kernel panic - not syncing: Fatal exception", "BUG: KASAN: use-after-free in f+0x1"
_OOPS = (
    r"(?:(BUG: KASAN: [\w-]{1,60})|(BUG: unable to handle)|(BUG: kernel NULL pointer dereference)|(Kernel panic)|(Unable to handle kernel)|(Internal error: Oops)|(Oops:)|(general protection fault):? "
    r"|(?:watchdog: )?(BUG: soft lockup)|(UBSAN: )|(kernel BUG at))(.*)"
)
# "[<ffffffc000bd5760>] snd_seq_fifo_clear+0x20/0xec sound/core/seq/seq_fifo.c:96", " ? do_exit+0x1/0x2 [mod]", "[<     inline     >] f a.c:1"
_KERNEL_FRAME = r"\s{0,8}(?:\[<[\s0-9a-fx]{4,24}>\] )?(\? )?([A-Za-z_][\w.]{1,120})(?:\+0x[0-9a-f]{1,8}(?:/0x[0-9a-f]{1,8})?)?(?: \[([\w-]{1,60})\])?(?: ([\w./-]{1,200}):(\d{1,7}))?\s{0,2}$"
_OOPS_LINE = r"CPU: \d|Hardware name|Call [Tt]race|RIP: |RSP: |[CR][A-Z0-9]{2}: |Code: |Modules linked|PGD |pgd = |\[[0-9a-f]{8,16}\] |task: |PC is at|LR is at|pc : |sp : |x\d{1,2}\s?: |---\[|={20}|Write of|Read of|Process |\s<|PREEMPT|SMP|#PF:"
# "NVRM: Xid (PCI:0000:9b:00): 79, pid=2024380, name=nvidia-smi, GPU has fallen off the bus.", "NVRM: Xid (0000:03:00): 14, 0001"
_XID = r"(?:.{0,40}?\b)?NVRM: Xid \((?:PCI:)?([0-9a-fA-F]{4,8}:[0-9a-fA-F:.]{2,12})\): (\d{1,6})(?:, (.*))?$"
# "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress non-posted PRIV error (First)"
_SXID = r"(?:.{0,40}?\b)?nvidia-nvswitch\d{0,4}: SXid \((?:PCI:)?([0-9a-fA-F]{4,8}:[0-9a-fA-F:.]{2,12})\): (\d{1,6})(?:, (.*))?$"
_XID_PROCESS = r"pid='?(\d{1,10})'?(?:, name=([^,]{1,64}))?"
_HARMLESS_XIDS = frozenset({"63", "92", "154"})
"""Page retirement noted, corrected ECC errors, a changed recovery action: no work ended by them."""
_GAP = 4


def read_oom(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The kernel's OOM killer: from the first line of its dump to the line that names the victim and after."""
    if not _tells_oom(lines[start].text[:WIDTH_LIMIT].strip()):
        return None
    details: dict[str, str] = {}
    message = ""
    end = index = told_at = start
    while index < len(lines) and index - end <= _GAP:
        text = lines[index].text[:WIDTH_LIMIT].strip()
        if index > start and re.match(_INVOKED, text) and "pid" in details:
            break
        words = _read_oom_line(text, details)
        if words:
            message, told_at = (text, index) if words == "killed" or not message else (message, told_at)
        if words or re.match(_OOM_LINE, lines[index].text[:WIDTH_LIMIT]):
            end = index
        index += 1
    return Block(
        kind="kernel-oom",
        first=lines[start].number,
        last=lines[end].number,
        exception="Out of memory",
        message=message,
        message_first=lines[told_at].number,
        message_last=lines[told_at].number,
        details=tuple(details.items()),
    ), end + 1


def _tells_oom(text: str) -> bool:
    """Whether a line by itself says that the OOM killer is at work."""
    return bool(re.match(_INVOKED, text) or re.match(_OOM_KILL, text) or re.match(_KILLED, text))


def _read_oom_line(text: str, details: dict[str, str]) -> str:
    """What kind of OOM line this is ('' if none); its readings go into `details`."""
    killed = re.match(_KILLED, text)
    if killed:
        details.update(pid=killed[1], process=killed[2].strip())
        for name, size in re.findall(_SIZE, killed[3]):
            details[name.replace("-", "_") + "_bytes"] = str(int(size) * 1024)
        return "killed"
    told = re.match(_OOM_KILL, text)
    if told:
        fields = dict(re.findall(_OOM_FIELD, told[2]))
        details["constraint"] = told[1]
        for name, field in (("process", "task"), ("pid", "pid"), ("memcg", "oom_memcg")):
            if field in fields:
                details.setdefault(name, fields[field])
        return "oom-kill"
    invoked = re.match(_INVOKED, text)
    if invoked:
        details.setdefault("invoked_by", invoked[1].strip())
        return "invoked"
    return ""


def read_android_kill(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """Android's lowmemorykiller or lmkd ends an app; that of a cached one (a high adj) is everyday life."""
    line = lines[start]
    text = line.text[:WIDTH_LIMIT].strip()
    found = re.match(_ANDROID, text)
    spoken = text.startswith(("lowmemorykiller", "lmkd")) or line.tag.strip() in ("lowmemorykiller", "lmkd")
    if not found or not (spoken or "oom_score_adj" in found[3]):
        return None
    after = start + 1
    while after < min(start + 6, len(lines)) and re.match(_ANDROID_MORE, lines[after].text):
        after += 1
    adj = re.search(_ADJ, found[3])
    details = [("process", found[1]), ("pid", found[2])]
    if adj:
        details.append(("oom_score_adj", adj[1]))
    fatal = adj is None or int(adj[1]) <= 200
    last = lines[after - 1].number
    return Block(
        "kernel-oom",
        line.number,
        last,
        "Low memory kill",
        text,
        line.number,
        line.number,
        (),
        fatal,
        details=tuple(details),
    ), after


def read_segfault(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """The kernel's line about a process that a signal ended, with the `Code:` line below."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    segfault = re.search(_SEGFAULT, text)
    trap = None if segfault else re.search(_TRAP, text)
    if segfault:
        signal, process, pid, module = "SIGSEGV", segfault[1], segfault[2], segfault[7]
        details = [("signal", signal), ("address", segfault[3]), ("error", segfault[6])]
    elif trap:
        signal, process, pid, module = _TRAP_SIGNALS.get(trap[3], "SIGSEGV"), trap[1], trap[2], trap[5]
        details = [("signal", signal)]
    else:
        return None
    after = start + 1
    while after < min(start + 3, len(lines)) and lines[after].text.lstrip().startswith(("Code: ", "likely on CPU")):
        after += 1
    if process:
        details += [("process", process), ("pid", pid)]
    frames = (Frame("", module.partition("[")[0].rstrip(",")),) if module else ()
    first, last = lines[start].number, lines[after - 1].number
    return Block("kernel-segfault", first, last, signal, text, first, first, frames, details=tuple(details)), after


def read_oops(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """A failure of the kernel itself, with the first call trace."""
    text = lines[start].text[:WIDTH_LIMIT].strip()
    found = re.match(_OOPS, text)
    if not found or "general protection fault ip" in text:
        return None
    frames: list[Frame] = []
    traced = False
    end = index = start
    while index + 1 < len(lines) and index - end < _GAP:
        index += 1
        row = lines[index].text[:WIDTH_LIMIT]
        frame = re.match(_KERNEL_FRAME, row)
        if row.strip().lower().startswith("call trace"):
            if traced and frames:
                break
            traced, end = True, index
        elif frame and traced and ("+0x" in row or "inline" in row):
            if not frame[1] and len(frames) < FRAME_LIMIT:
                frames.append(Frame(frame[2], frame[4] or frame[3] or "", int(frame[5] or 0)))
            end = index
        elif re.match(_OOPS_LINE, row) or re.match(_OOPS, row):
            end = index
    exception = next(group for group in found.groups() if group).strip(": ").removeprefix("BUG: ")
    if exception.lower().startswith("unable to handle"):
        exception = text[text.lower().index("unable") :].partition(" at ")[0].partition(" for ")[0]
    first = lines[start].number
    return Block("kernel-oops", first, lines[end].number, exception, text, first, first, drop_noise(frames)), end + 1


def read_xid(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """NVIDIA driver errors of a GPU; what follows from the same driver within a few lines belongs to it."""
    return _read_gpu(lines, start, _XID, "xid", "NVRM: ")


def read_sxid(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
    """NVSwitch errors."""
    return _read_gpu(lines, start, _SXID, "sxid", "nvidia-nvswitch")


def _read_gpu(lines: Sequence[Line], start: int, pattern: str, name: str, speaker: str) -> tuple[Block, int] | None:
    """A run of lines of one driver: the first error is the block's, the numbers of all are in its details."""
    first = re.match(pattern, lines[start].text[:WIDTH_LIMIT].strip())
    if not first:
        return None
    details: dict[tuple[str, str], None] = {(name, first[2]): None, ("pci", first[1]): None}
    fatal = False
    end = index = start
    while index < len(lines) and index - end <= _GAP:
        text = lines[index].text[:WIDTH_LIMIT].strip()
        found = re.match(pattern, text)
        if found:
            details[(name, found[2])] = None
            words = found[3] or ""
            process = re.search(_XID_PROCESS, words)
            if process:
                details[("pid", process[1])] = None
                details.update({("process", process[2]): None} if process[2] else {})
            fatal |= (
                found[2] not in _HARMLESS_XIDS
                and not words.lower().startswith(("non-fatal", "nonfatal"))
                and " Nonfatal " not in words
            )
        if found or text.startswith(speaker):
            end = index
        index += 1
    number = lines[start].number
    exception = f"{'Xid' if name == 'xid' else 'SXid'} {first[2]}"
    message = first[3] or ""
    return Block(
        "gpu-xid", number, lines[end].number, exception, message, number, number, (), fatal, details=tuple(details)
    ), end + 1
