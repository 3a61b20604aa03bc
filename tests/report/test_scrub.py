"""Lines as they come out of terminals, phones, containers, CI and pages."""

import time

import pytest

from crashkb.report.scrub import CUT_MARK, LINE_LIMIT, scrub


def _texts(text: str) -> list[str]:
    return [line.text for line in scrub(text)]


@pytest.mark.parametrize(
    ("raw", "level", "tag", "text"),
    [
        ("01-29 17:23:43.694  1234  5678 E tflite  : Failed to apply delegate", "E", "tflite", "Failed to apply delegate"),
        ("2024-01-29 17:23:43.694  1234  5678 F DEBUG   : *** *** ***", "F", "DEBUG", "*** *** ***"),
        (
            "01-29 17:23:43.694 15962-15962/org.tensorflow.demo E/AndroidRuntime: FATAL EXCEPTION: main",
            "E",
            "AndroidRuntime",
            "FATAL EXCEPTION: main",
        ),
        (
            "2021-01-01 12:00:00.000  1234-1234  AndroidRuntime          com.example.app                 E  FATAL EXCEPTION: main",
            "E",
            "AndroidRuntime",
            "FATAL EXCEPTION: main",
        ),
        ("08-06 09:55:21.498 E/AndroidRuntime(15696): Process: com.a, PID: 1", "E", "AndroidRuntime", "Process: com.a, PID: 1"),
        ("E/tflite  ( 7414): Node number 31 failed to invoke.", "E", "tflite", "Node number 31 failed to invoke."),
        ("E/AndroidRuntime(17777): \tat org.tensorflow.lite.Tensor.x(T.java:1)", "E", "AndroidRuntime", "\tat org.tensorflow.lite.Tensor.x(T.java:1)"),
        ("    E/tflite: Op code 67 is currently not delegated", "E", "tflite", "Op code 67 is currently not delegated"),
        ("E RKNN: [14:34:00.922] rknn_init, load model failed!", "E", "RKNN", "rknn_init, load model failed!"),
        ("W rknn-toolkit-lite2 version: 2.3.0", "W", "", "rknn-toolkit-lite2 version: 2.3.0"),
        ("E Traceback (most recent call last):", "E", "", "Traceback (most recent call last):"),
        ("E  FATAL EXCEPTION: pool-2-thread-1", "E", "", "FATAL EXCEPTION: pool-2-thread-1"),
        ("DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)", "F", "DEBUG", "signal 11 (SIGSEGV), code 1 (SEGV_MAPERR)"),
        ("E       RuntimeError: CUDA error", "E", "", "    RuntimeError: CUDA error"),
        ("E   RuntimeError: CUDA error", "E", "", "RuntimeError: CUDA error"),
        ("I0215 02:09:14.236638 1 loader.cc:358] Servable cannot be loaded", "I", "", "Servable cannot be loaded"),
        ("E0000 00:00:1796053464.629390   20227 op.cc:1858] OOM when allocating", "E", "", "OOM when allocating"),
        ("2021-01-01 00:00:00.000000: E tensorflow/stream_executor/cuda/cuda_driver.cc:123] failed call to cuInit", "E", "", "failed call to cuInit"),
        ("[rank0]:[E224 19:02:08.000000000 ProcessGroupNCCL.cpp:697] Watchdog caught", "E", "rank0", "Watchdog caught"),
        ("7: [rank7]:   File \"a.py\", line 1, in f", "", "rank7", '  File "a.py", line 1, in f'),
        ("[1,0]<stderr>:Traceback (most recent call last):", "", "0", "Traceback (most recent call last):"),
        ("2024-01-01 00:00:00,123 - torch.trainer - ERROR - CUDA out of memory", "E", "torch.trainer", "CUDA out of memory"),
        ("2021-03-30 06:55:57 [INFO]\t[TRAIN] epoch: 1", "I", "", "[TRAIN] epoch: 1"),
        ("ERROR:root:boom", "E", "root", "boom"),
        ("ERROR:    Exception in ASGI application", "E", "", "Exception in ASGI application"),
        ("2024-01-01 00:00:00.123 | ERROR    | app.train:main:12 - out of memory", "E", "app.train:main:12", "out of memory"),
        ("ERROR 01-01 00:00:00 [core.py:586] EngineCore failed", "E", "", "EngineCore failed"),
        ("(RayWorker pid=123, ip=10.0.0.1) ValueError: x", "", "RayWorker", "ValueError: x"),
        ("2024-01-01T00:00:00.123456789Z stderr F RuntimeError: x", "", "", "RuntimeError: x"),
        ("2022-04-12T19:19:50.9411202Z ##[error]Process completed with exit code 137.", "E", "", "Process completed with exit code 137."),
        ("Jan 01 00:00:00 host1 kernel: [   12.168005] Out of memory: Killed process 1 (python)", "", "kernel", "Out of memory: Killed process 1 (python)"),
        ("Jan  1 00:00:00 host1 python[123]: Segmentation fault", "", "python", "Segmentation fault"),
        ("[Sun Feb 23 16:24:18 2025] NVRM: Xid (PCI:0000:04:00): 79", "", "", "NVRM: Xid (PCI:0000:04:00): 79"),
        ("kern  :warn  : 2025-01-21T04:41:44,283302+00:00 NVRM: Xid (PCI:0000:38:00): 13", "W", "kern", "NVRM: Xid (PCI:0000:38:00): 13"),
        ("2020-11-18 16:08:54.145490-0800 DemoCV[13328:3534503] Node failed to prepare.", "", "DemoCV", "Node failed to prepare."),
        ("[03/11/2022-14:57:03] [E] [TRT] 4: [network.cpp::validate] Error Code 4", "E", "", "[E] [TRT] 4: [network.cpp::validate] Error Code 4"),
        ("2021-05-18 17:54:31.6196261 [E:onnxruntime:Default, a.cc:1862 f] msg", "E", "", "[E:onnxruntime:Default, a.cc:1862 f] msg"),
        ("> RuntimeError: quoted", "", "", "RuntimeError: quoted"),
        ("scalellm          | ./entrypoint.sh: line 28:     7 Killed    python", "", "scalellm", "./entrypoint.sh: line 28:     7 Killed    python"),
        ('{"log":"RuntimeError: \\"x\\"\\n","stream":"stderr","time":"2024-01-01T00:00:00Z"}', "", "", 'RuntimeError: "x"'),
        ('{"log": "RuntimeError: x\\n", "stream": "stderr"}', "", "", "RuntimeError: x"),
        ("2021-04-01 12:00:00,123 [ERROR] aws-node: failed", "E", "", "aws-node: failed"),
    ],
)  # fmt: skip
def test_the_prefix_goes_and_tells_level_and_tag(raw: str, level: str, tag: str, text: str) -> None:
    (line,) = scrub(raw)

    assert (line.level, line.tag, line.text) == (level, tag, text)


@pytest.mark.parametrize(
    "text",
    [
        "I/O error: disk failed",
        "I think: it is the driver",
        "A/B testing showed: no difference",
        ">>> import torch",
        "E RuntimeError: CUDA error"[2:],
        '  File "/a.py", line 1, in f',
        "    at org.example.Main.main(Main.java:5)",
        "6: The engine plan file is not compatible with this version of TensorRT",
        "Name | Value",
        "[enforce fail at alloc_cpu.cpp:81] data. not enough memory",
        "[ERROR] Due to the unsupported operators, the conversion is aborted.",
        "[0.1, 0.2] values",
        "2.12.0",
        "RuntimeError: [2024-01-01] is no date",
        "libc++abi: terminating with uncaught exception",
        "E 盘满了",
    ],
)
def test_a_message_is_not_damaged(text: str) -> None:
    assert _texts(text) == [text]


def test_an_exception_name_is_no_logcat_tag() -> None:
    assert _texts("E RuntimeError: CUDA error") == ["RuntimeError: CUDA error"]


def test_a_program_that_says_its_own_name_keeps_it() -> None:
    (line,) = scrub("E libc++abi: terminating with uncaught exception of type std::bad_alloc")

    assert line.text == "libc++abi: terminating with uncaught exception of type std::bad_alloc"
    assert line.level == "E"


def test_prefixes_of_compose_ci_rank_and_logger_are_peeled_together() -> None:
    text = "\n".join(
        f"trainer-1  | 2024-01-01T00:00:0{n}.1Z [rank0]: 2024-01-01 00:00:00,1 - a.b - ERROR - step {n}"
        for n in range(3)
    )

    assert [(line.text, line.level, line.tag) for line in scrub(text)] == [(f"step {n}", "E", "a.b") for n in range(3)]


def test_bare_numbers_are_ranks_only_where_most_lines_have_them() -> None:
    assert _texts("0: loading\n1: loading\n0: RuntimeError: x") == ["loading", "loading", "RuntimeError: x"]
    assert _texts("4: Error Code 4\nloading\nfine\n1: x") == ["4: Error Code 4", "loading", "fine", "1: x"]


def test_line_numbers_are_those_of_an_editor() -> None:
    lines = scrub("one\r\n\r\n\nfour\n\x1b[31mfive\x1b[0m\n")

    assert [(line.number, line.text) for line in lines] == [(1, "one"), (4, "four"), (5, "five")]


def test_an_overwritten_progress_bar_leaves_its_last_state_and_what_is_no_progress() -> None:
    bar = (
        "Epoch 0:  6%|▌         | 1/18 [00:08<02:29,  8.77s/it]\rEpoch 0: 11%|█         | 2/18 [00:11<01:33,  5.82s/it]"
    )
    lines = scrub(f"start\n{bar}\rRuntimeError: CUDA out of memory\nend")

    assert [(line.number, line.text) for line in lines] == [
        (1, "start"),
        (2, "RuntimeError: CUDA out of memory"),
        (3, "end"),
    ]


def test_carriage_returns_alone_end_lines() -> None:
    assert [(line.number, line.text) for line in scrub("a\rb\rc")] == [(1, "a"), (2, "b"), (3, "c")]


def test_terminal_codes_go_even_where_the_escape_byte_was_lost() -> None:
    assert _texts("\x1b[1;31mError\x1b[0m: \x1b]8;;http://x\x07link\x1b]8;;\x07") == ["Error: link"]
    assert _texts("[36;1mecho hi[0m") == ["echo hi"]


def test_page_furniture_goes() -> None:
    text = "```python\n&lt;module&gt; &amp;amp &quot;x&quot;\n```\n> > nested quote\n`RuntimeError: x`\nlast```"

    assert _texts(text) == ['<module> &amp "x"', "nested quote", "RuntimeError: x", "last"]


def test_a_lone_ampersand_entity_is_left_alone() -> None:
    assert _texts("http://x/?a=1&amp;b=2") == ["http://x/?a=1&amp;b=2"]


def test_logcat_long_gives_its_level_and_tag_to_the_message_below() -> None:
    lines = scrub("[ 01-29 17:23:43.694  1234: 5678 E/tflite ]\nNode number 3 failed\n\nafter")

    assert [(line.text, line.level, line.tag) for line in lines] == [
        ("Node number 3 failed", "E", "tflite"),
        ("after", "", ""),
    ]


def test_android_studio_continuation_columns_belong_to_the_entry_above() -> None:
    head = "2021-01-01 12:00:00.000  1234-1234  AndroidRuntime          com.example.app                 E  FATAL EXCEPTION: main"
    lines = scrub(head + "\n" + " " * 80 + "Process: com.example.app, PID: 1234\nnext")

    assert [(line.text, line.tag) for line in lines] == [
        ("FATAL EXCEPTION: main", "AndroidRuntime"),
        ("Process: com.example.app, PID: 1234", "AndroidRuntime"),
        ("next", ""),
    ]


def test_a_very_long_line_is_cut_and_says_so() -> None:
    (line,) = scrub("x" * (LINE_LIMIT + 10))

    assert len(line.text) == LINE_LIMIT + len(CUT_MARK)
    assert line.text.endswith(CUT_MARK)


def test_lines_of_an_excerpt_keep_the_numbers_given() -> None:
    assert [line.number for line in scrub("a\nb", (17, 40))] == [17, 40]


def test_reading_time_grows_with_the_text_and_not_faster() -> None:
    rows = [f"2024-01-01T00:00:00.1Z [rank0]: E0000 00:00:1796053464.6 20 a.cc:1] step {n} failed" for n in range(3000)]
    half, whole = "\n".join(rows[:1500]), "\n".join(rows)
    scrub(half)

    def seconds(text: str) -> float:
        begin = time.perf_counter()
        scrub(text)
        return time.perf_counter() - begin

    assert min(seconds(whole) for _ in range(3)) < 5 * min(seconds(half) for _ in range(3))
