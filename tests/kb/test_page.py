"""Cause, qa, case and guide pages: both language files give one Page."""

from pathlib import Path

from crashkb.kb.page import read_page_files
from crashkb.model import Source
from small_kb import (
    CASE,
    CASE_ZH,
    EXHAUSTED,
    EXHAUSTED_ZH,
    FRAGMENTED,
    FRAGMENTED_ZH,
    GUIDE,
    GUIDE_ZH,
    QA,
    QA_ZH,
    SMALL,
    Edit,
    copy_small,
)


def test_a_cause_page_with_all_its_values() -> None:
    page, problems = read_page_files(SMALL / FRAGMENTED, SMALL / FRAGMENTED_ZH, "cause", SMALL)

    assert problems == ()
    assert page is not None
    assert (page.id, page.kind, page.path) == ("gpu-vram-fragmented", "cause", FRAGMENTED)
    assert (page.family, page.frameworks, page.platforms) == ("memory", ("pytorch",), ("linux", "windows"))
    assert (page.locate, page.fix_cost, page.priority) == ("medium", "low", "medium")
    assert (page.phase, page.caught_by) == (("train", "serve"), ("load-test", "monitoring"))
    assert (page.symptom, page.status, page.replaced_by) == (False, "active", "")
    assert page.limits == (("expandable-segments", "platform = linux and torch >= 2.1"),)
    assert page.sources[1] == Source("code", "pytorch/pytorch c10/cuda/CUDACachingAllocator.cpp", "2026-11-30")
    assert page.checked == "2026-11-30"


def test_both_languages_have_their_title_sections_and_steps() -> None:
    page, _ = read_page_files(SMALL / EXHAUSTED, SMALL / EXHAUSTED_ZH, "cause", SMALL)

    assert page is not None
    assert [language for language, _ in page.texts] == ["en", "zh"]
    en, zh = page.text("en"), page.text("zh")
    assert (en.title[:9], zh.title[:2]) == ("The model", "模型")
    assert en.questions == (("gpu-vram-fragmented", "Does it still fail with half the batch, from the first step on?"),)
    assert [section.name for section in en.sections] == [section.name for section in zh.sections]
    assert [step.id for step in en.steps] == [step.id for step in zh.steps] == ["smaller-batch", "mixed-precision"]
    assert en.steps[1].text.endswith('```python\nwith torch.autocast("cuda"):\n    loss = model(x)\n```')


def test_a_qa_page_is_titled_by_its_first_ask() -> None:
    page, problems = read_page_files(SMALL / QA, SMALL / QA_ZH, "qa", SMALL)

    assert problems == ()
    assert page is not None
    assert page.text("en").title == page.text("en").asks[0]
    assert page.text("zh").title == "为什么显存还有很多却报 OOM"
    assert page.causes == ("gpu-vram-fragmented", "gpu-vram-exhausted")
    assert page.text("en").sections[0].name == ""


def test_a_case_has_its_key_log_as_sample() -> None:
    page, problems = read_page_files(SMALL / CASE, SMALL / CASE_ZH, "case", SMALL)

    assert problems == ()
    assert page is not None
    assert page.causes == ("gpu-vram-fragmented",)
    (sample,) = page.samples
    assert sample.cause == "gpu-vram-fragmented"
    assert sample.text.startswith("torch.OutOfMemoryError: CUDA out of memory.")
    assert not sample.text.endswith("\n")
    assert (SMALL / CASE).read_text().split("\n")[sample.line - 1] == "```log gpu-vram-fragmented"


def test_free_sections_are_named_alike_in_both_languages() -> None:
    page, _ = read_page_files(SMALL / GUIDE, SMALL / GUIDE_ZH, "guide", SMALL)

    assert page is not None
    for language in ("en", "zh"):
        names = [section.name for section in page.text(language).sections]
        assert names == ["what-the-shell-shows", "what-to-do-next"]


def test_a_page_without_chinese_file_is_read_and_reported(tmp_path: Path) -> None:
    page, problems = read_page_files(SMALL / QA, None, "qa", SMALL)

    assert page is not None
    assert [language for language, _ in page.texts] == ["en"]
    assert [problem.code for problem in problems] == ["K301"]


def test_a_root_in_one_language_needs_no_other() -> None:
    page, problems = read_page_files(SMALL / QA, None, "qa", SMALL, languages=("en",))

    assert page is not None
    assert problems == ()


def test_a_root_in_chinese_only_keeps_everything_in_one_file(tmp_path: Path) -> None:
    text = "---\ntitle: 退出码\nchecked: 2026-11-30\n---\n\n## 一\n\n说明。\n"
    root = copy_small(tmp_path, Edit("kb/guides/zh-only.md", "", text))

    page, problems = read_page_files(root / "kb/guides/zh-only.md", None, "guide", root, languages=("zh",))

    assert problems == ()
    assert page is not None
    assert page.texts[0][0] == "zh"
    assert page.text("en").title == "退出码"


def test_a_page_with_problems_is_kept_as_far_as_it_can_be_read(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(FRAGMENTED, "phase: [train, serve]", "phase: training"),
        Edit(FRAGMENTED, "title: Enough", "title: Enough: "),
        Edit(FRAGMENTED, "torch >= 2.1", "torch >> 2.1"),
    )

    page, problems = read_page_files(root / FRAGMENTED, root / FRAGMENTED_ZH, "cause", root)

    assert page is not None
    assert {problem.code for problem in problems} == {"K102", "K108", "K109", "K502"}
    assert (page.phase, page.limits, page.family) == ((), (), "memory")
    assert page.text("en").title == "reserved memory is much bigger than allocated and it still fails"


def test_a_file_without_front_matter_gives_no_page(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(QA, "", "Just text.\n"))

    page, problems = read_page_files(root / QA, None, "qa", root)

    assert page is None
    assert [problem.code for problem in problems] == ["K101"]


def test_a_broken_chinese_file_costs_only_the_chinese(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(QA_ZH, "", "Just text.\n"))

    page, problems = read_page_files(root / QA, root / QA_ZH, "qa", root)

    assert page is not None
    assert [language for language, _ in page.texts] == ["en"]
    assert [problem.code for problem in problems] == ["K101"]
