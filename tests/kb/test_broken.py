"""Broken pages of a team are told with file and line; of the built-in ones nothing is said here."""

from pathlib import Path

import pytest

from crashkb.ask import ask, open_library
from crashkb.kb.broken import broken_pages, problem_lines
from crashkb.kb.collection import read_collection
from crashkb.model import Problem
from small_kb import SMALL, Edit, copy_small

ROOT = Path(__file__).parents[2]
_TORCH = "kb/signatures/pytorch-cuda/torch-cuda-out-of-memory.md"


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (Edit(_TORCH, "role: specific", "role: [x"), "K102"),
        (Edit(_TORCH, "gpu-vram-exhausted:", "no-such-cause:"), "K402"),
        (Edit("kb/signatures/pytorch-cuda/new.md", "", "no front matter"), "K101"),
        (Edit("kb/strange/new.md", "", "x"), "K005"),
    ],
)
def test_what_does_not_answer_as_meant_is_named(tmp_path: Path, edit: Edit, code: str) -> None:
    """By the rules of `kb check`; an untouched copy has nothing to tell."""
    root = copy_small(tmp_path, edit)
    lines = problem_lines(broken_pages(read_collection([SMALL, root]), [root]))
    assert any(f" {code} " in line and line.startswith(f"{root}/{edit.path}") for line in lines), lines
    assert broken_pages(read_collection([SMALL, copy_small(tmp_path / "clean")]), [tmp_path / "clean/root"]) == ()


def test_a_page_may_name_what_built_in_signatures_capture(tmp_path: Path) -> None:
    """A team's copy of one built-in page stands without the signatures that lead to it."""
    root = tmp_path / "team"
    for name in ("gpu-vram-fragmented.md", "gpu-vram-fragmented.zh.md"):
        page = root / "kb/causes/memory" / name
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_bytes((ROOT / "kb/causes/memory" / name).read_bytes())
    assert "{{" in page.read_text(encoding="utf-8")
    assert broken_pages(read_collection([ROOT, root]), [root]) == ()


def test_an_opened_knowledge_base_knows_its_broken_pages(tmp_path: Path) -> None:
    """At each opening, until they are mended; the built-in pages answer meanwhile."""
    root = copy_small(tmp_path, Edit(_TORCH, "role: specific", "role: [x"))
    for _ in range(2):
        library = open_library([str(root)], environ={}, cache=tmp_path / "cache")
        assert len(library.broken) == 1 and library.broken[0].startswith(f"{root}/{_TORCH}:")
    assert ask(library, "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB").causes
    (root / _TORCH).write_text((SMALL / _TORCH).read_text(encoding="utf-8"), encoding="utf-8")
    assert open_library([str(root)], environ={}, cache=tmp_path / "cache").broken == ()


def test_a_problem_without_a_line_names_the_file() -> None:
    """As `kb check` prints it."""
    assert problem_lines([Problem("K005", "a.md", 0, "x"), Problem("K102", "b.md", 3, "y")]) == [
        "a.md: K005 x",
        "b.md:3: K102 y",
    ]
