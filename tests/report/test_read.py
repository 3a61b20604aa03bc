"""The whole way from pasted text to report."""

import time
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crashkb.model import BLOCK_KINDS, Block, Line, Report
from crashkb.report import exits, read
from crashkb.report.read import find_blocks, read_report
from crashkb.report.scrub import LINE_LIMIT, scrub
from peers import rows

_PASTE = """\
> 训练到一半就挂了，怎么办？

```
[rank0]: Traceback (most recent call last):
[rank0]:   File "/home/me/train.py", line 12, in <module>
[rank0]:     loss.backward()
[rank0]: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB
```
Epoch 0:   6%|▌         | 1/18 [00:08<02:29,  8.77s/it]
trainer exited with code 1
torch 2.1.0, RTX 3090
"""

_PIECES = (
    "Traceback (most recent call last):", '  File "a.py", line 1, in f', "    x = 1", "ValueError: x", "java.lang.E: x",
    "\tat a.b.C.d(C.java:1)", "Caused by: java.lang.F: y", "E/AndroidRuntime: FATAL EXCEPTION: main", "*** *** *** *** ***",
    "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0", "    #00 pc 0001  /system/lib/libc.so (abort+1)", "backtrace:",
    "==1==ERROR: AddressSanitizer: SEGV on unknown address", "    #0 0x1 in f /a.c:1", "SUMMARY: AddressSanitizer: SEGV", "{",
    '"exception" : {', "Incident Identifier: 1", "Exception Type: EXC_CRASH (SIGABRT)", "Thread 0 Crashed:", "panic: x", "goroutine 1 [running]:",
    "Killed", "ERROR: x", "ERROR: No matching distribution found", "why?", "为什么", "```", "> ", "\x1b[31m", "2021-01-01 00:00:00 ",
    "[rank0]: ", "0: ", "Fatal Python error: Segmentation fault", "Thread 0x1 (most recent call first):", "----> 1 f()", "Cell In[1], line 1",
    "INFO: rcu", "python invoked oom-killer: x", "Out of memory: Killed process 1 (a)", "NVRM: Xid (PCI:0000:04:00): 79, x",
    "terminate called after throwing an instance of 'std::bad_alloc'", "  what():  x", "Exception code: 0xc0000005", "\r", "\0", "",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _raise_reader_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing reader fails the test instead of becoming a note."""
    monkeypatch.setattr(read, "RAISE_READER_ERRORS", True)


def _check(report: Report, text: str) -> None:
    """What holds for every report."""
    most = text.count("\n") + 1 if "\n" in text else text.count("\r") + 1
    numbers = [line.number for line in report.lines]

    assert numbers == sorted(numbers)
    assert all(1 <= number <= most for number in numbers)
    assert all(line.text and line.text == line.text.rstrip() for line in report.lines)
    last = 0
    for block in report.blocks:
        assert block.kind in BLOCK_KINDS
        assert last < block.first <= block.last <= most
        assert all(block.first <= number <= block.last for number in block.quoted_lines)
        last = block.last
        assert not report.prose_lines & set(range(block.first, block.last + 1))
    assert all(1 <= number <= most for number in report.prose_lines)
    assert all(0 <= fact.line <= most for fact in report.facts)
    assert report.language in ("", "en", "zh")


def test_a_paste_is_read_into_its_parts() -> None:
    report = read_report(_PASTE)

    crash, end = report.blocks
    assert (crash.kind, crash.exception, crash.first, crash.last) == (
        "python-exception",
        "torch.cuda.OutOfMemoryError",
        4,
        7,
    )
    assert crash.quoted_lines == (6,)
    assert (end.kind, end.first) == ("exit-status", 10)
    assert report.prose == "训练到一半就挂了，怎么办？"
    assert report.language == "zh"
    assert 9 not in [line.number for line in report.lines]
    facts = {fact.name: fact.value for fact in report.facts}
    assert (facts["torch"], facts["gpu"], facts["exit_status"]) == ("2.1.0", "RTX 3090", "1")
    assert [fact.value for fact in report.facts if fact.name == "framework"] == ["pytorch", "cuda"]
    assert report.notes == ()


def test_an_empty_paste_is_an_empty_report() -> None:
    assert read_report("") == Report((), (), "", frozenset(), (), "")
    assert read_report(" \n\t\n") == Report((), (), "", frozenset(), (), "")


def test_a_cut_line_is_noted() -> None:
    report = read_report("ok\n" + "x" * (LINE_LIMIT + 1))

    assert report.notes == (f"read only the first {LINE_LIMIT} characters of line 2",)


def test_a_broken_reader_costs_its_block_and_leaves_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
        raise KeyError(start)

    monkeypatch.setattr(read, "RAISE_READER_ERRORS", False)
    monkeypatch.setattr(exits, "read_exit", broken)

    blocks, notes = find_blocks(scrub("Killed\nValueError: x"))

    assert [block.kind for block in blocks] == ["python-exception"]
    assert notes == ("reader exit-status failed at line 1: KeyError",)


def test_a_broken_reader_is_raised_in_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(lines: Sequence[Line], start: int) -> tuple[Block, int] | None:
        raise KeyError(start)

    monkeypatch.setattr(exits, "read_exit", broken)

    with pytest.raises(KeyError):
        find_blocks(scrub("Killed"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=400))
def test_no_text_makes_reading_fail(text: str) -> None:
    _check(read_report(text), text)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(_PIECES), max_size=25).flatmap(lambda rows: st.sampled_from([rows, rows[::-1], rows * 2])),
    st.sampled_from(["\n", "", "\n    ", "\r\n"]),
)
def test_no_mixture_of_crash_formats_makes_reading_fail(pieces: list[str], joint: str) -> None:
    text = joint.join(pieces)

    _check(read_report(text), text)


def _adversarial() -> Iterator[str]:
    for unit in (
        "Error: ",
        "E/a: ",
        "( ",
        '{"a": ',
        "at a.b(",
        "0: ",
        "[1] ",
        "killed ",
        "torch 1.",
        "#0 0x0 in a ",
        "> ",
        "显存",
    ):
        yield unit
        yield unit.rstrip() + "\n"


@pytest.mark.parametrize("unit", list(_adversarial()))
def test_reading_time_grows_with_the_text_and_not_faster(unit: str) -> None:
    """Four times the text may cost about four times the time; sixteen would be quadratic."""
    small, large = unit * (8_000 // len(unit)), unit * (32_000 // len(unit))
    read_report(small)

    def seconds(text: str) -> float:
        begin = time.perf_counter()
        read_report(text)
        return time.perf_counter() - begin

    assert min(seconds(large) for _ in range(3)) < 10 * min(seconds(small) for _ in range(3)) + 0.02


@pytest.mark.parametrize(
    "name",
    [
        "android",
        "apple",
        "casr",
        "cidiff",
        "clusterfuzz",
        "fuzzmanager",
        "game_crash_noise",
        "gpud_kmsg",
        "nvrx_training_logs",
        "prequel_cre",
    ],
)
def test_real_texts_of_other_projects_are_read_without_failure(name: str) -> None:
    for row in rows(f"peers/{name}.jsonl"):
        _check(read_report(row["text"]), row["text"])


def test_labelled_reports_are_read_without_failure() -> None:
    for file in ("eval/dev.jsonl", "eval/dev-negatives.jsonl"):
        for row in rows(file):
            _check(read_report(row["text"]), row["text"])
