"""How processes end, in the words of shells, schedulers and engines."""

import pytest

from crashkb.report.exits import status_of
from crashkb.report.read import read_report


@pytest.mark.parametrize(
    ("line", "status", "signal"),
    [
        ("Loading shards:  50%|█████ | 4/8 [02:10<02:22, 35.73s/it]Killed", "137", "SIGKILL"),
        ("Killed", "137", "SIGKILL"),
        ("已杀死", "137", "SIGKILL"),
        ("段错误 (核心已转储)", "139", "SIGSEGV"),
        ("段错误（核心已转储）", "139", "SIGSEGV"),
        ("Segmentation fault (core dumped)", "139", "SIGSEGV"),
        ("Illegal instruction (core dumped)", "132", "SIGILL"),
        ("Bus error", "135", "SIGBUS"),
        ("Aborted (core dumped)", "134", "SIGABRT"),
        ("Abort trap: 6", "134", "SIGABRT"),
        ("Floating point exception (core dumped)", "136", "SIGFPE"),
        ("zsh: killed     python train.py", "137", "SIGKILL"),
        ("[1]    12446 segmentation fault  ./squeezenet cat.jpeg", "139", "SIGSEGV"),
        ("bash: line 1: 11460 Segmentation fault      ./repro", "139", "SIGSEGV"),
        ("./entrypoint.sh: line 28:     7 Killed                  LD_LIBRARY_PATH=/app/lib /app/bin/x", "137", "SIGKILL"),
        ("scalellm exited with code 137", "137", "SIGKILL"),
        ("exit code: -9", "137", "SIGKILL"),
        ("  exitcode  : -11 (pid: 14750)", "139", "SIGSEGV"),
        ("Process finished with exit code 139 (interrupted by signal 11: SIGSEGV)", "139", "SIGSEGV"),
        ("Process finished with exit code -1073741819 (0xC0000005)", "3221225477", "0xC0000005"),
        ("Process finished with exit code -1073740791 (0xC0000409)", "3221226505", "0xC0000409"),
        ("subprocess returned non-zero exit status 1.", "1", ""),
        ("    Exit Code:    137", "137", "SIGKILL"),
        ("Exited (137) 2 minutes ago", "137", "SIGKILL"),
        ("traceback : Signal 9 (SIGKILL) received by PID 14750", "137", "SIGKILL"),
        ("fish: Job 1, 'python' terminated by signal SIGSEGV (Address boundary error)", "139", "SIGSEGV"),
        ("systemd: Main process exited, code=killed, status=9/KILL, signal=KILL", "137", "SIGKILL"),
        ("      Reason:       OOMKilled", "137", "SIGKILL"),
        ("slurmstepd: error: Detected 1 oom-kill event(s) in StepId=12.0.", "137", "SIGKILL"),
        ("srun: error: node1: task 3: Killed", "137", "SIGKILL"),
        ("进程已结束，退出代码为 -1073741819 (0xC0000005)", "3221225477", "0xC0000005"),
    ],
)  # fmt: skip
def test_an_end_is_a_block_with_its_status_as_a_shell_reports_it(line: str, status: str, signal: str) -> None:
    (block,) = read_report(line).blocks

    assert block.kind == "exit-status"
    assert dict(block.details)["exit_status"] == status
    assert block.exception == signal
    assert block.fatal


def test_slurm_tells_why_it_cancelled() -> None:
    (block,) = read_report(
        "slurmstepd: error: *** STEP 1745223.0 CANCELLED AT 2026-02-20T09:10:13 DUE TO TIME LIMIT ***"
    ).blocks

    assert dict(block.details) == {"signal": "SIGTERM", "reason": "time limit"}


def test_a_crash_loop_has_no_status_of_its_own() -> None:
    (block,) = read_report("pod/trainer-0   0/1   CrashLoopBackOff   5   3m").blocks

    assert dict(block.details) == {"reason": "CrashLoopBackOff"}


@pytest.mark.parametrize(
    "line",
    [
        "Process finished with exit code 0",
        "exited with code 0",
        "killed my training in the terminal but the gpu memory isnt given back",
        "the container stops with exit code 137 after two hours, why?",
        "signal processing toolbox 1.0",
        "Killed process 4242 was the last word",
        "def terminated(self): return True",
    ],
)
def test_success_questions_and_plain_words_are_no_end(line: str) -> None:
    assert not [block for block in read_report(line).blocks if block.kind == "exit-status"]


def test_the_status_in_a_sentence_is_still_known() -> None:
    assert status_of("the container stops with exit code 137 after two hours") == "137"
    assert status_of("it works") == ""
