"""A person's words, told from a program's."""

import pytest

from crashkb.report.prose import language_of, split_prose
from crashkb.report.read import find_blocks, read_report
from crashkb.report.scrub import scrub
from peers import rows


def _prose(text: str) -> str:
    return read_report(text).prose


@pytest.mark.parametrize(
    "text",
    [
        "why does it say CUDA out of memory when nvidia-smi shows 8GB free",
        "loss is nan in the second epoch, first one was ok. what should i change",
        "tflite gpu delegate crashes on one phone only",
        "the tool just quits while loading a 12B model, no exception, no traceback, prompt comes back",
        "显存还有很多却报 OOM，怎么办",
        "为什么 torch.cuda.is_available() 返回 False？",
        "跑不起来",
        "it doesn't work",
    ],
)
def test_a_question_is_prose(text: str) -> None:
    assert _prose(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "RuntimeError: CUDA out of memory. Tried to allocate 20.00 MiB",
        "Segmentation fault (core dumped)",
        "段错误 (核心已转储)",
        "已杀死",
        "6: The engine plan file is not compatible with this version of TensorRT, expecting library version 8.0.0 got 8.0.1, please rebuild.",
        "ERROR: Could not find a version that satisfies the requirement tensorflow (from versions: none)",
        "### System information",
        "**Describe the bug**",
        "- OS Platform and Distribution: Linux Ubuntu 20.04",
        "OS: Ubuntu",
        "- [x] I have searched the existing issues",
        "问题描述",
        "If you are a user of the module, the easiest solution will be to downgrade to 'numpy<2'",
        "import torch",
        "pip install torch==2.1.0",
        "$ python train.py --epochs 10 --lr 0.1",
        "for i in range(10):",
        "model = torch.load('a.pt')",
        "E/tflite: Op code 67 is currently not delegated to NNAPI",
        "I lowmemorykiller: Kill 'com.example.camera' (19087), uid 10247, oom_score_adj 905 to free 188964kB rss",
        "",
    ],
)
def test_what_a_program_or_a_template_says_is_not(text: str) -> None:
    assert _prose(text) == ""


def test_prose_around_a_log_is_found_with_its_lines() -> None:
    text = "已经改成 cpu 模式了，一问问题就报错\n\nRuntimeError: \"addmm_impl_cpu_\" not implemented for 'Half'\n\nany idea what this means?"
    report = read_report(text)

    assert report.prose == "已经改成 cpu 模式了，一问问题就报错\nany idea what this means?"
    assert report.prose_lines == {1, 5}


def test_lines_of_blocks_are_never_prose() -> None:
    lines = scrub(
        'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: what should I do here?'
    )
    blocks, _ = find_blocks(lines)

    assert split_prose(lines, blocks) == ("", frozenset())


def test_language_is_chinese_with_any_chinese_letter_and_none_without_prose() -> None:
    assert language_of("why 报错") == "zh"
    assert language_of("why") == "en"
    assert language_of("") == ""


@pytest.mark.parametrize(("kind", "least"), [("question", 0.95), ("log+question", 0.85), ("log", 0.85)])
def test_labelled_reports_have_prose_where_a_person_wrote(kind: str, least: float) -> None:
    """Questions, and logs with a question, have prose; bare logs have none."""
    reports = [row for row in rows("eval/dev.jsonl") if row["kind"] == kind]
    right = sum(bool(_prose(row["text"])) == (kind != "log") for row in reports)

    assert right >= least * len(reports)
