"""Which files are pages, and their text: odd files are named, never followed out of the root."""

import os
from pathlib import Path

import pytest

from crashkb.kb.files import MAX_BYTES, find_pages, is_id, read_text
from small_kb import QA, SMALL, TFLITE, copy_small


def test_pages_are_found_with_kind_folder_and_chinese_file() -> None:
    pages, problems = find_pages(SMALL)

    assert problems == ()
    assert [(page.id, page.kind, page.folder, page.zh is not None) for page in pages][:4] == [
        ("gpu-vram-exhausted", "cause", "memory", True),
        ("gpu-vram-fragmented", "cause", "memory", True),
        ("op-version-too-new", "cause", "operators", True),
        ("cuda-error-out-of-memory", "signature", "pytorch-cuda", False),
    ]
    assert len(pages) == 11


@pytest.mark.parametrize("text", ["a", "gpu-vram-fragmented", "x-137", "0x8badf00d-kill", "a" * 80])
def test_ids(text: str) -> None:
    assert is_id(text)


@pytest.mark.parametrize("text", ["", "A", "a_b", "a--b", "-a", "a-", "a b", "a/b", "../a", "显存", "a\n", "a" * 81])
def test_no_ids(text: str) -> None:
    assert not is_id(text)


def test_hidden_files_and_backups_are_no_business_of_ours(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    for name in (".DS_Store", "page.md~", ".page.md.swp", "#page.md#"):
        (root / "kb/qa" / name).write_text("x")
    (root / "kb/README.md").write_text("How we write pages.")

    assert find_pages(root) == find_pages(root)
    assert find_pages(root)[1] == ()


def test_a_link_that_leaves_the_root_is_refused(tmp_path: Path) -> None:
    """A shared knowledge base must not be able to show files of the machine that reads it."""
    root = copy_small(tmp_path)
    secret = tmp_path / "secret.md"
    secret.write_text("---\nasks: [x]\n---\nsecret\n")
    (root / "kb/qa/leak.md").symlink_to(secret)
    (root / "kb/causes/outside").symlink_to(tmp_path)
    (root / "kb/causes/inside").symlink_to(root / "kb/causes/memory")

    pages, problems = find_pages(root)

    assert "leak" not in [page.id for page in pages]
    assert [(problem.code, Path(problem.path).name) for problem in problems] == [
        ("K004", "inside"),
        ("K004", "outside"),
        ("K004", "leak.md"),
    ]
    assert read_text(root / "kb/qa/leak.md", root.resolve())[0] is None


def test_a_linked_chinese_page_that_leaves_the_root_is_not_paired(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    zh = root / QA.replace(".md", ".zh.md")
    zh.unlink()
    zh.symlink_to("/etc/hostname")

    pages, problems = find_pages(root)

    assert [page.zh for page in pages if page.id == "oom-though-memory-free"] == [None]
    assert [problem.code for problem in problems] == ["K004"]


def test_a_link_inside_the_root_is_a_page(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    (root / "kb/qa/second-name.md").symlink_to("oom-though-memory-free.md")

    pages, problems = find_pages(root)

    assert problems == ()
    assert "second-name" in [page.id for page in pages]


def test_a_link_that_leads_nowhere_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "page.md").symlink_to(tmp_path / "absent.md")

    text, problems = read_text(tmp_path / "page.md", tmp_path.resolve())

    assert text is None
    assert [problem.code for problem in problems] == ["K001"]


def test_a_folder_named_like_a_page_is_looked_into(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    (root / "kb/qa/folder.md").mkdir()
    (root / "kb/qa/folder.md/page.md").write_text("x")

    assert [problem.code for problem in find_pages(root)[1]] == ["K005"]


def test_text_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes("---\ntitle: x\n显存".encode("gb18030"))

    text, problems = read_text(path, tmp_path.resolve())

    assert text is None
    assert [(problem.code, problem.line) for problem in problems] == [("K003", 3)]


def test_crlf_and_byte_order_mark_are_read_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n")

    text, problems = read_text(path, tmp_path.resolve())

    assert text == "---\ntitle: x\n---\n"
    assert [(problem.code, problem.line) for problem in problems] == [("W802", 1), ("W801", 1)]


def test_the_size_limit_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"x" * MAX_BYTES)
    assert read_text(path, tmp_path.resolve())[1] == ()

    path.write_bytes(b"x" * (MAX_BYTES + 1))
    assert [problem.code for problem in read_text(path, tmp_path.resolve())[1]] == ["K002"]


def test_a_file_too_deep_or_too_high_is_told_where_it_belongs(tmp_path: Path) -> None:
    root = copy_small(tmp_path)
    (root / TFLITE).rename(root / "kb/signatures/tflite-op-version.md")

    (problem,) = find_pages(root)[1]

    assert (problem.code, problem.text) == ("K005", "the page belongs directly into kb/signatures/<emitter>/")


def test_a_named_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "page.md")

    text, problems = read_text(tmp_path / "page.md", tmp_path.resolve())

    assert text is None
    assert [(problem.code, problem.text) for problem in problems] == [("K001", "cannot be read: it is no regular file")]
