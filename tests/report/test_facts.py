"""What a report tells about machine and software, put together."""

import pytest

from crashkb.report.facts import read_facts
from crashkb.report.read import read_report
from crashkb.report.scrub import scrub
from peers import rows


def _facts(text: str, name: str) -> list[str]:
    return [fact.value for fact in read_report(text).facts if fact.name == name]


@pytest.mark.parametrize(
    ("text", "platform"),
    [
        ('OSError: [WinError 1455] The paging file is too small. Error loading "E:\\a\\lib\\torch.dll"', "windows"),
        ('File "/Users/me/env/lib/python3.11/site-packages/keras/x.py", line 1, in f', "macos"),
        ("ImportError: /usr/lib/x86_64-linux-gnu/libstdc++.so.6: version not found\nubuntu 16.04", "linux"),
        ("E/AndroidRuntime: FATAL EXCEPTION: main\nE/AndroidRuntime: Process: com.a, PID: 1\nE/AndroidRuntime: java.lang.RuntimeException: x\nE/AndroidRuntime: \tat a.b.C.d(C.java:1)", "android"),
        ("有的安卓机也正常，换几台新点的手机输出一大堆 -nan", "android"),
        ("demo app on iPhone X: 22 fps at start", "ios"),
        ("NVRM: Xid (PCI:0000:04:00): 79, GPU has fallen off the bus.", "linux"),
        ("RK3588S 跑官方 lite2 的 test.py，连官方自带的模型都起不来", "embedded"),
        ("安卓app里用tflite推理，偶尔闪退", "android"),
    ],
)  # fmt: skip
def test_the_platform_is_concluded_from_paths_words_and_blocks(text: str, platform: str) -> None:
    assert _facts(text, "platform")[0] == platform


@pytest.mark.parametrize(
    ("text", "frameworks"),
    [
        ("pytorch -> onnx -> tensorrt with yolact, what do i do about this", ["pytorch", "tensorrt", "onnx"]),
        ("torch.cuda.OutOfMemoryError: CUDA out of memory", ["pytorch", "cuda"]),
        ('File "/a/site-packages/jax/_src/core.py", line 1, in f\njax.errors.TracerBoolConversionError: x', ["jax"]),
        ("E/tflite: NN API returned error", ["tflite"]),
        ("paddleocr 第一次运行", ["paddle"]),
        ("hello world", []),
    ],
)
def test_frameworks_come_with_the_most_telling_first(text: str, frameworks: list[str]) -> None:
    found = _facts(text, "framework")

    assert sorted(found) == sorted(frameworks)
    assert found[:1] == frameworks[:1] or len(frameworks) > 2


def test_a_second_platform_is_kept_where_it_is_about_as_likely() -> None:
    assert _facts("win10 跑 run.py 就报错，是不是必须得用 linux 才能跑？", "platform") == ["windows", "linux"]


def test_the_exit_status_comes_from_the_last_block_that_tells_one() -> None:
    text = "./entrypoint.sh: line 28:     7 Killed                  python\ntrainer exited with code 1"

    assert _facts(text, "exit_status") == ["1"]


def test_the_exit_status_of_a_sentence_counts_where_no_block_tells_one() -> None:
    assert _facts("why does the container stop with exit code 137 after two hours?", "exit_status") == ["137"]


def test_every_fact_has_the_raw_line_that_tells_it() -> None:
    facts = read_report("\n\nTF 2.1 on debian buster\n\nRTX 3090").facts

    assert {(fact.name, fact.line) for fact in facts} == {
        ("platform", 3), ("framework", 3), ("tensorflow", 3), ("gpu", 5),
    }  # fmt: skip


def test_nothing_tells_nothing() -> None:
    assert read_facts((), (), "") == ()
    assert read_facts(scrub("it is slow"), (), "it is slow") == ()


@pytest.mark.parametrize(
    ("sign", "framework"),
    [("PyTorch", "pytorch"), ("ncnn", "ncnn"), ("RKNN", "rknn"), ("Core ML", "coreml"), ("PaddlePaddle", "paddle")],
)
def test_labelled_reports_name_their_framework(sign: str, framework: str) -> None:
    """Where the text itself names a framework that its label has, the facts have it too."""
    named = [
        row for row in rows("eval/dev.jsonl")
        if row["framework"] == sign and sign.lower().replace(" ", "") in row["text"].lower().replace(" ", "")
    ]  # fmt: skip
    found = sum(framework in _facts(row["text"], "framework") for row in named)

    assert found >= 0.9 * len(named)
