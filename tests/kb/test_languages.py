"""What must agree between the two files of a page does, or is named in the Chinese file."""

from pathlib import Path

import pytest

from crashkb.kb.page import read_page_files
from crashkb.model import Problem
from small_kb import EXHAUSTED, EXHAUSTED_ZH, FRAGMENTED, FRAGMENTED_ZH, GUIDE, GUIDE_ZH, Edit, copy_small


def _problems(root: Path, en: str, zh: str, kind: str = "cause") -> list[Problem]:
    return list(read_page_files(root / en, root / zh, kind, root)[1])


def test_every_differing_fence_is_named_where_their_number_is_equal(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(EXHAUSTED_ZH, "import torch\n", "import torch  # 中文注释\n"),
        Edit(EXHAUSTED_ZH, "loss = model(x)", "损失 = model(x)"),
    )

    problems = _problems(root, EXHAUSTED, EXHAUSTED_ZH)

    assert [(problem.code, problem.path) for problem in problems] == [("K308", (root / EXHAUSTED_ZH).as_posix())] * 2
    assert "`import torch  # 中文注释` instead of `import torch`" in problems[0].text


def test_a_missing_fence_is_named_once_and_not_for_all_behind_it(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(EXHAUSTED_ZH, "```python\nimport torch\nprint(torch.cuda.max_memory_allocated())\n```\n", "看一下。\n"),
    )

    problems = _problems(root, EXHAUSTED, EXHAUSTED_ZH)

    assert [problem.code for problem in problems] == ["K308", "K308"]
    assert "1 fences, but 2 in English" in problems[1].text


def test_the_language_of_a_fence_counts_too(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(FRAGMENTED_ZH, "```sh", "```bash"))

    assert [problem.code for problem in _problems(root, FRAGMENTED, FRAGMENTED_ZH)] == ["K308"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("- [ ] `smaller-batch` 把 batch 减半，梯度累积两步。\n", "", "lacks smaller-batch"),
        ("`mixed-precision`", "`half-precision`", "lacks mixed-precision and has half-precision"),
        ("- [ ] `mixed", "- [ ] `more` 更多。\n- [ ] `mixed", "has more, which English has not"),
    ],
)
def test_steps_that_differ_are_named(old: str, new: str, words: str, tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(EXHAUSTED_ZH, old, new))

    (problem,) = _problems(root, EXHAUSTED, EXHAUSTED_ZH)

    assert problem.code == "K307"
    assert words in problem.text


def test_steps_in_another_order_are_named(tmp_path: Path) -> None:
    root = copy_small(
        tmp_path,
        Edit(EXHAUSTED_ZH, "`smaller-batch` 把 batch 减半，梯度累积两步。", "`mixed-precision` 前向用半精度跑。"),
        Edit(EXHAUSTED_ZH, "`mixed-precision` 前向用半精度跑。\n\n", "`smaller-batch` 把 batch 减半。\n\n"),
    )

    text = " ".join(problem.text for problem in _problems(root, EXHAUSTED, EXHAUSTED_ZH))

    assert "another order; English: smaller-batch, mixed-precision" in text


def test_questions_have_the_same_keys(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(EXHAUSTED_ZH, "  gpu-vram-fragmented:", "  gpu-vram-leak:"))

    texts = [problem.text for problem in _problems(root, EXHAUSTED, EXHAUSTED_ZH)]

    assert texts == [
        "`confused_with` lacks `gpu-vram-fragmented`",
        "`confused_with` has `gpu-vram-leak`, the English file has not",
    ]


def test_a_key_of_one_language_only_is_named(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(EXHAUSTED_ZH, "title: 模型", "asks: [显存不够]\ntitle: 模型"))

    (problem,) = _problems(root, EXHAUSTED, EXHAUSTED_ZH)

    assert (problem.code, problem.line, problem.text) == ("K304", 2, "`asks` stands in the Chinese file only")


def test_free_sections_are_counted(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(GUIDE_ZH, "## 接下来", "## 更多\n\n更多。\n\n## 接下来"))

    (problem,) = _problems(root, GUIDE, GUIDE_ZH, "guide")

    assert (problem.code, problem.text) == ("K306", "3 sections, but 2 in English")


def test_a_page_that_was_only_copied_is_no_translation(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    text = (root / GUIDE).read_text(encoding="utf-8").replace("checked: 2026-11-30\n", "")
    (root / GUIDE_ZH).write_text(text, encoding="utf-8")

    assert [problem.code for problem in _problems(root, GUIDE, GUIDE_ZH, "guide")] == ["K309"]
