"""Rules between pages that broken_pages.py cannot show with one change, and what must not be reported."""

from pathlib import Path

from crashkb.kb.check import check
from crashkb.kb.collection import read_collection
from crashkb.kb.link_rules import Ids, captures
from crashkb.model import Problem
from small_kb import CUDA_OOM, EXHAUSTED, FRAGMENTED, FRAGMENTED_ZH, QA, SMALL, TFLITE, TORCH_OOM, Edit, copy_small


def _problems(root: Path) -> list[Problem]:
    return list(check(read_collection([root])))


def test_captures_come_from_templates_and_reads() -> None:
    signature = read_collection([SMALL]).signatures["torch-cuda-out-of-memory"]

    assert captures(signature) == {"requested", "total", "free", "allocated", "reserved", "unallocated"}


def test_facts_need_no_capture(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(FRAGMENTED, "{{requested|the first figure}}", "{{torch|your release}}"),
        Edit(FRAGMENTED_ZH, "{{requested|第一个数}}", "{{torch|你的版本}}"),
        Edit(CUDA_OOM, "gpu-vram-exhausted: always", "gpu-vram-exhausted: platform = linux and exit_status != 137"),
    )

    assert _problems(root) == []


def test_a_qa_page_may_use_what_the_signatures_of_its_causes_capture(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(QA, "than was asked for", "than {{requested|was asked for}}"))
    assert _problems(root) == []

    root = copy_small(tmp_path / "b", Edit(QA, "than was asked for", "than {{op|was asked for}}"))
    assert [problem.code for problem in _problems(root)] == ["K410"]


def test_a_retired_page_leads_to_one_of_its_kind(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(TFLITE, "means:", "status: retired\nreplaced_by: gpu-vram-exhausted\nmeans:"),
        Edit(CUDA_OOM, "means:", "status: retired\nreplaced_by: absent-page\nmeans:"),
    )

    problems = [(problem.code, problem.text) for problem in _problems(root) if problem.code in ("K402", "K403")]

    assert problems == [
        ("K402", "`replaced_by`: there is no signature `absent-page`"),
        ("K403", "`replaced_by`: `gpu-vram-exhausted` is a cause, not a signature"),
    ]


def test_links_in_bodies_may_lead_to_any_kind_of_page(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(QA, "in pieces", "[in pieces](torch-cuda-out-of-memory)"))

    assert _problems(root) == []


def test_both_directions_of_a_pair_are_reported_once(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(FRAGMENTED, "limits:", "confused_with:\n  gpu-vram-exhausted: In pieces?\nlimits:"),
        Edit(FRAGMENTED_ZH, "asks:", "confused_with:\n  gpu-vram-exhausted: 碎了吗？\nasks:"),
    )

    assert [problem.code for problem in _problems(root)] == ["K404"]


def test_advice_is_given_within_the_kind_that_is_wanted(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(EXHAUSTED, "  gpu-vram-fragmented:", "  gpu-vram-fragment:"))

    texts = [problem.text for problem in _problems(root) if problem.code == "K402"]

    assert texts == ["`confused_with`: there is no cause `gpu-vram-fragment`; did you mean `gpu-vram-fragmented`?"]


def test_ids_know_every_kind_and_what_is_retired(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path, Edit(TORCH_OOM, "means:", "status: retired\nreplaced_by: cuda-error-out-of-memory\nmeans:")
    )

    ids = Ids(read_collection([root]))

    assert ids.kinds["exit-statuses"] == "guide"
    assert ids.kinds["tflite-op-version"] == "signature"
    assert ids.retired == {"torch-cuda-out-of-memory"}
