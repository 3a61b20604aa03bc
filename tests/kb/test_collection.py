"""Whole knowledge bases: overlay, identity, damage that costs one page only, and speed."""

import shutil
import time
from pathlib import Path

import pytest

from crashkb.errors import LibraryError
from crashkb.kb.collection import read_collection
from small_kb import EXHAUSTED, FRAGMENTED, FRAGMENTED_ZH, QA, QA_ZH, SMALL, TORCH_OOM, Edit, copy_small


def test_everything_is_there() -> None:
    collection = read_collection([SMALL])

    assert len(collection.pages) == 7
    assert len(collection.signatures) == 4
    assert list(collection.families) == ["memory", "operators"]
    assert [concept.id for concept in collection.concepts] == ["vram", "out-of-memory", "operator"]
    assert list(collection.tables) == ["linux-signals"]
    assert collection.problems == ()
    assert collection.roots == (SMALL,)
    assert set(collection.marks) == {*collection.pages, *collection.signatures}


def test_a_later_root_wins_by_page_with_both_its_languages(tmp_path: Path) -> None:
    """The team's page has no Chinese file, so the built-in Chinese text is gone with the built-in English one."""
    team = tmp_path / "team"
    (team / "kb/qa").mkdir(parents=True)
    (team / "kb/root.yaml").write_text("languages: [en]\n")
    (team / "kb/families.yaml").write_text("memory: {title: Our memory, title_zh: 我们的内存}\n", encoding="utf-8")
    text = (SMALL / QA).read_text(encoding="utf-8").replace("Compare the figures", "Ask the platform team, or compare")
    (team / QA).write_text(text, encoding="utf-8")

    collection = read_collection([SMALL, team])

    page = collection.pages["oom-though-memory-free"]
    assert [language for language, _ in page.texts] == ["en"]
    assert "platform team" in page.text("zh").sections[0].text
    assert collection.families["memory"].title == "Our memory"
    assert collection.families["operators"].title == "Operators and backends"
    assert collection.problems == ()
    assert collection.marks["oom-though-memory-free"].path == (team / QA).as_posix()


def test_the_order_of_roots_decides(tmp_path: Path) -> None:
    other = copy_small(tmp_path, Edit(FRAGMENTED, "priority: medium", "priority: high"))

    assert read_collection([SMALL, other]).pages["gpu-vram-fragmented"].priority == "high"
    assert read_collection([other, SMALL]).pages["gpu-vram-fragmented"].priority == "medium"


def test_an_unreadable_page_of_a_later_root_does_not_silently_show_the_earlier_one(tmp_path: Path) -> None:
    team = tmp_path / "team"
    (team / "kb/qa").mkdir(parents=True)
    (team / QA).write_text("no front matter\n")

    collection = read_collection([SMALL, team])

    assert "oom-though-memory-free" not in collection.pages
    assert [problem.code for problem in collection.problems] == ["K101"]


def test_damage_costs_only_the_damaged_page(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(QA_ZH, "", "x"), Edit(TORCH_OOM, "", "no front matter"))
    (root / FRAGMENTED).write_bytes(b"---\ntitle: \xff\xfe\n---\n")

    collection = read_collection([root])

    assert len(collection.pages) == 6
    assert len(collection.signatures) == 3
    assert sorted(problem.code for problem in collection.problems) == ["K003", "K101", "K101"]


def test_an_id_that_two_kinds_of_page_use_is_a_problem_and_the_first_counts(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    shutil.copy(root / QA, root / "kb/guides/gpu-vram-fragmented.md")

    collection = read_collection([root])

    assert collection.pages["gpu-vram-fragmented"].kind == "cause"
    assert "K401" in [problem.code for problem in collection.problems]


def test_the_version_changes_with_content_and_with_nothing_else(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    version = read_collection([root]).version

    assert len(version) == 12
    assert read_collection([SMALL]).version == version
    (root / FRAGMENTED_ZH).touch()
    (root / "kb/qa/.DS_Store").write_text("x")
    assert read_collection([root]).version == version
    (root / FRAGMENTED_ZH).write_text((root / FRAGMENTED_ZH).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert read_collection([root]).version != version


def test_no_root_or_a_folder_without_kb_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="no knowledge base"):
        read_collection([])
    with pytest.raises(LibraryError, match="has no kb/ folder"):
        read_collection([SMALL, tmp_path])


def test_two_hundred_pages_in_both_languages_are_read_in_a_breath(tmp_path: Path) -> None:
    """Measured at about 0.3 s; the limit leaves room for a busy machine."""
    root = copy_small(tmp_path)
    text = (root / EXHAUSTED).read_text(encoding="utf-8")
    zh = (root / EXHAUSTED).with_name("gpu-vram-exhausted.zh.md").read_text(encoding="utf-8")
    for number in range(200):
        (root / f"kb/causes/memory/page-{number}.md").write_text(text, encoding="utf-8")
        (root / f"kb/causes/memory/page-{number}.zh.md").write_text(zh, encoding="utf-8")

    start = time.perf_counter()
    collection = read_collection([root])
    seconds = time.perf_counter() - start

    assert len(collection.pages) == 207
    assert seconds < 1.5
