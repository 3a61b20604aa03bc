"""What the Linux kernel, Android's memory killers and NVIDIA's driver print."""

import pytest

from blocks import blocks_of, functions, only_block
from crashkb.report import kernel

OOM = """\
[  100.000001] python invoked oom-killer: gfp_mask=0x100cca, order=0, oom_score_adj=0
[  100.000002] CPU: 3 PID: 4242 Comm: python Not tainted 5.15.0 #1
[  100.000003] Call Trace:
[  100.000004]  dump_header+0x4a/0x1ff
[  100.000005] Mem-Info:
[  100.000006] [   4242]  1000  4242  9000000  8000000 65000000        0             0 python
[  100.000007] oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=/kubepods/pod1,task=python,pid=4242,uid=1000
[  100.000008] Memory cgroup out of memory: Killed process 4242 (python) total-vm:36000000kB, anon-rss:32000000kB, file-rss:4kB
[  100.000009] oom_reaper: reaped process 4242 (python), now anon-rss:0kB
[  200.000000] eth0: link up
"""


def test_an_oom_dump_is_one_block_with_victim_and_sizes() -> None:
    """From the first line of the dump to the reaper's; sizes in bytes."""
    block = only_block(OOM, kernel)

    assert (block.kind, block.exception, block.first, block.last) == ("kernel-oom", "Out of memory", 1, 9)
    assert block.message.startswith("Memory cgroup out of memory: Killed process 4242 (python)")
    assert block.message_first == 8
    told = dict(block.details)
    assert (told["process"], told["pid"], told["constraint"], told["memcg"]) == (
        "python",
        "4242",
        "CONSTRAINT_MEMCG",
        "/kubepods/pod1",
    )
    assert told["anon_rss_bytes"] == str(32_000_000 * 1024)


@pytest.mark.parametrize(
    ("line", "process", "pid"),
    [
        ("Out of memory: Killed process 22222 (nginx) total-vm:8kB", "nginx", "22222"),
        (
            "Out of memory: Kill process 1234 (Plex Media Server) score 1000 or sacrifice child",
            "Plex Media Server",
            "1234",
        ),
        (
            "Memory cgroup out of memory: Kill process 19636 (evil-program2) score 1923 or sacrifice child",
            "evil-program2",
            "19636",
        ),
        ("Out of memory: Killed process 123, UID 48, (httpd).", "httpd", "123"),
    ],
)
def test_the_line_about_the_victim_stands_alone_too(line: str, process: str, pid: str) -> None:
    """Old and new kernels."""
    told = dict(only_block(line, kernel).details)
    assert (told["process"], told["pid"]) == (process, pid)


@pytest.mark.parametrize(
    ("line", "adj", "fatal"),
    [
        ("01-29 17:23:43.694  300  300 I lowmemorykiller: Killing 'com.demo' (4242), adj 0,", "0", True),
        (
            "01-29 17:23:43.694  300  300 I lmkd: Kill 'com.demo' (4242), uid 10123, oom_score_adj 0 to free 912kB rss, 0kB swap",
            "0",
            True,
        ),
        ("lowmemorykiller: Killing 'com.demo' (4242), adj 900,", "900", False),
    ],
)
def test_android_kills_tell_the_importance_of_the_app(line: str, adj: str, fatal: bool) -> None:
    """That a cached app goes is everyday life; the one in the foreground crashed."""
    block = only_block(line, kernel)

    assert (block.kind, block.fatal) == ("kernel-oom", fatal)
    assert dict(block.details) == {"process": "com.demo", "pid": "4242", "oom_score_adj": adj}


def test_a_segfault_line_names_process_and_library() -> None:
    """The `Code:` line below belongs to it."""
    block = only_block(
        "[Thu Oct 10 03:06:53 2024] pt_main_thread[2536443]: segfault at 10 ip 00007f7c sp 00007f7b error 4 in libnccl.so.2[7f7c+d3d]\n"
        "[Thu Oct 10 03:06:53 2024] Code: 48 89 45 f8 <48> 8b 45\n",
        kernel,
    )
    assert (block.kind, block.exception, block.last) == ("kernel-segfault", "SIGSEGV", 2)
    assert block.frames[0].file == "libnccl.so.2"
    assert dict(block.details) == {
        "signal": "SIGSEGV",
        "address": "10",
        "error": "4",
        "process": "pt_main_thread",
        "pid": "2536443",
    }


@pytest.mark.parametrize(
    ("line", "signal"),
    [
        (
            "traps: python[9] trap invalid opcode ip:7f00 sp:7f01 error:0 in libtensorflow_framework.so.2[7f+1f]",
            "SIGILL",
        ),
        ("traps: python[9] general protection fault ip:7f00 sp:7f01 error:0 in libc.so.6[7f+1f]", "SIGSEGV"),
        ("traps: python[9] trap divide error ip:7f00 sp:7f01 error:0", "SIGFPE"),
    ],
)
def test_traps_are_named_by_their_signal(line: str, signal: str) -> None:
    """An invalid opcode is what a missing AVX looks like."""
    block = only_block(line, kernel)
    assert (block.kind, block.exception) == ("kernel-segfault", signal)


def test_an_oops_has_its_first_call_trace() -> None:
    """Uncertain frames (with a question mark) and the kernel's own reporting are left out."""
    block = only_block(
        "BUG: KASAN: use-after-free on address 0000000000000040\nWrite of size 4 by task crash/2525\n"
        "CPU: 3 PID: 2525 Comm: crash Tainted: G    BU         3.18.0 #52\nCall trace:\n"
        "[<ffffffc0002099e8>] dump_backtrace+0x0/0x148 arch/arm64/kernel/traps.c:90\n"
        "[<     inline     >] check_memory_region mm/kasan/kasan.c:248\n"
        "[<ffffffc000bd5760>] snd_seq_fifo_clear+0x20/0xec sound/core/seq/seq_fifo.c:96\n"
        " ? do_exit+0x1/0x2\n vfs_ioctl+0x1/0x2 [mali_kbase]\n",
        kernel,
    )
    assert (block.kind, block.exception, block.last) == ("kernel-oops", "KASAN: use-after-free", 9)
    assert functions(block) == ["snd_seq_fifo_clear", "vfs_ioctl"]


@pytest.mark.parametrize(
    ("line", "exception"),
    [
        (
            "BUG: unable to handle kernel NULL pointer dereference at 0000000000000010",
            "unable to handle kernel NULL pointer dereference",
        ),
        ("BUG: unable to handle page fault for address: ffffa0b0", "unable to handle page fault"),
        ("BUG: kernel NULL pointer dereference, address: 0000000000000010", "kernel NULL pointer dereference"),
        ("Kernel panic - not syncing: Fatal exception", "Kernel panic"),
        ("general protection fault: 0000 [#1] SMP PTI", "general protection fault"),
    ],
)
def test_failures_of_the_kernel_are_named(line: str, exception: str) -> None:
    """As the first line says."""
    assert only_block(line, kernel).exception == exception


def test_related_xids_are_one_block_and_all_numbers_are_details() -> None:
    """A fallen GPU prints more than one."""
    block = only_block(
        "[111.111] NVRM: GPU at PCI:0000:9b:00: GPU-509665ad\n"
        "[111.112] NVRM: Xid (PCI:0000:9b:00): 79, pid=2024380, name=python, GPU has fallen off the bus.\n"
        "[111.113] NVRM: GPU 0000:9b:00.0: GPU has fallen off the bus.\n"
        "[111.114] NVRM: Xid (PCI:0000:9b:00): 154, GPU recovery action changed from 0x0 to 0x1\n",
        kernel,
    )
    assert (block.kind, block.exception, block.first, block.last) == ("gpu-xid", "Xid 79", 2, 4)
    assert block.details == (
        ("xid", "79"),
        ("pci", "0000:9b:00"),
        ("pid", "2024380"),
        ("process", "python"),
        ("xid", "154"),
    )


@pytest.mark.parametrize(
    ("line", "name", "number", "fatal"),
    [
        ("NVRM: Xid (PCI:0000:01:00): 31, pid='<unknown>', name=<unknown>, MMU Fault", "xid", "31", True),
        ("NVRM: Xid (0000:03:00): 14, 0001 00000000", "xid", "14", True),
        ("NVRM: Xid (PCI:0000:04:00): 63, Row remapping pending", "xid", "63", False),
        ("NVRM: Xid (PCI:0008:06:00): 145, RLW_REMAP Nonfatal XC0 i0 Link 0 (0x4)", "xid", "145", False),
        (
            "nvidia-nvswitch3: SXid (PCI:0000:05:00.0): 12028, Non-fatal, Link 32 egress non-posted PRIV error",
            "sxid",
            "12028",
            False,
        ),
        ("nvidia-nvswitch0: SXid (PCI:0000:00:00.0): 20034, Fatal, Link 30 LTSSM Fault Up", "sxid", "20034", True),
    ],
)
def test_xids_and_sxids_keep_their_number(line: str, name: str, number: str, fatal: bool) -> None:
    """The number is what the driver's guide is read by."""
    block = only_block(line, kernel)
    assert (block.details[0], block.fatal) == ((name, number), fatal)


@pytest.mark.parametrize(
    "line",
    [
        "NVRM: Xid (PCI:0000:01:00): unknown",
        "NVSwitch SXid error without number",
        "NVRM: loading NVIDIA UNIX x86_64 Kernel Module  550.54",
        "I got a segfault at startup in libcuda",
        "the job was killed, process 12 of 16",
        "Kill 'em all",
        "some other error in libnccl.so",
    ],
)
def test_malformed_lines_and_talk_give_no_block(line: str) -> None:
    """Better none than a wrong one."""
    assert blocks_of(line, kernel) == []
