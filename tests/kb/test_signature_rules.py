"""Rules on signatures beyond the single changes of broken_pages.py."""

from pathlib import Path

from crashkb.kb.check import check
from crashkb.kb.collection import read_collection
from small_kb import CUDA_OOM, ELASTIC, TFLITE, TORCH_OOM, Edit, copy_small


def _codes(root: Path) -> list[str]:
    return [problem.code for problem in check(read_collection([root]))]


def test_each_sample_that_no_template_matches_is_named(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path, Edit(TORCH_OOM, "memory. Tried to allocate {requested", "memory! Tried to allocate {requested")
    )

    assert _codes(root) == ["K506", "K506"]


def test_samples_match_whatever_their_case_width_and_line_breaks(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(
            TFLITE,
            "E/tflite: Didn't find op for builtin opcode",
            "e/tflite: DIDN'T find op for\n    builtin ｏｐｃｏｄｅ",
        ),
    )

    assert _codes(root) == []


def test_whole_line_counts_in_samples_and_near_misses(tmp_path: Path) -> None:
    """`Killed` is told by a line of its own; within a sentence it is only a word."""
    page = Edit(
        ELASTIC,
        "",
        "---\nemitter: pytorch-distributed\nrole: echo\ncauses: {}\nwhole_line: true\nsource: kernel\n"
        "means: The process was killed.\nmeans_zh: 进程被杀死了。\n---\n\n```template\nKilled\n```\n\n"
        "```sample -\nkilled\n```\n\n```not\nKilled by the scheduler\n```\n",
    )

    assert _codes(copy_small(tmp_path / "a", page)) == []
    loose = Edit(ELASTIC, "whole_line: true\n", "")
    assert _codes(copy_small(tmp_path / "b", page, loose)) == ["K507"]


def test_a_benign_page_needs_no_sample_but_a_template(tmp_path: Path) -> None:
    benign = (Edit(ELASTIC, "role: echo", "role: benign"),)
    sample = Edit(
        ELASTIC,
        "```sample -\ntorch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n"
        "============================================================\ntrain.py FAILED\n```",
        "",
    )

    assert _codes(copy_small(tmp_path / "a", *benign, sample)) == []
    assert _codes(copy_small(tmp_path / "b", sample)) == ["K505"]


def test_retired_pages_are_left_alone(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(TFLITE, "means:", "status: retired\nreplaced_by: torch-cuda-out-of-memory\nmeans:"),
        Edit(TFLITE, "Didn't find op", "Did not find op"),
    )

    assert "K506" not in _codes(root)


def test_the_same_template_with_other_names_of_holes_is_the_same(tmp_path: Path) -> None:
    template = "```template\ncuda out of memory.  tried to allocate {size:bytes}\n"
    root = copy_small(tmp_path / "a", Edit(CUDA_OOM, "```template\n", template))
    assert _codes(root) == ["K509"]

    root = copy_small(tmp_path / "b", Edit(CUDA_OOM, "```template\n", template.replace("bytes", "word")))
    assert _codes(root) == []


def test_text_and_numbers_under_one_name_can_be_compared(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path, Edit(TFLITE, "{op_version:quoted}\n", "{op_version:quoted}\nopcode {op:word} v{op_version:int}\n")
    )

    assert _codes(root) == []
