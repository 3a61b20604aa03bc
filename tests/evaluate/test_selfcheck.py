"""Every page is a test: what `kb check` finds beyond the pages themselves."""

import shutil
from pathlib import Path

import pytest

from crashkb.evaluate.selfcheck import QuietText, check_quiet, read_quiet, selfcheck
from kbs import REPO, SMALL, open_roots, real_library, small_library

OOM_PAGE = "kb/signatures/pytorch-cuda/torch-cuda-out-of-memory.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    shutil.copytree(SMALL, tmp_path / "root")
    return tmp_path / "root"


def test_the_fixture_passes() -> None:
    """Its samples, its questions and its case."""
    assert selfcheck(small_library()) == ()


def test_a_sample_that_gives_another_cause_is_found_with_its_line(root: Path) -> None:
    """K901."""
    page = root / OOM_PAGE
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("```sample gpu-vram-fragmented", "```sample gpu-vram-exhausted"), encoding="utf-8")
    (problem,) = [problem for problem in selfcheck(open_roots(root)) if problem.code == "K901"]

    assert problem.path.endswith(OOM_PAGE)
    assert problem.line > 0
    assert "gpu-vram-fragmented" in problem.text


def test_a_question_that_leads_elsewhere_is_found(root: Path) -> None:
    """K902."""
    page = root / "kb" / "qa" / "what-does-137-mean.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(
        text.replace("  - container exited with 137\n", "  - nvidia-smi shows 8 GB free but pytorch OOM\n"),
        encoding="utf-8",
    )

    assert any(problem.code == "K902" and "8 GB free" in problem.text for problem in selfcheck(open_roots(root)))


def test_a_specific_signature_on_another_pages_sample_is_found(root: Path) -> None:
    """K903: the wide template steals."""
    folder = root / "kb" / "signatures" / "tflite"
    text = (folder / "tflite-op-version.md").read_text(encoding="utf-8")
    (folder / "tflite-op-version.md").write_text(
        text.replace("```template\n", "```template\nCUDA out of memory\n"), encoding="utf-8"
    )

    assert any(
        problem.code == "K903" and "tflite-op-version" in problem.text for problem in selfcheck(open_roots(root))
    )


def test_a_quiet_log_on_which_a_signature_fires_is_found() -> None:
    """K904 and K905."""
    problems = check_quiet(
        small_library(), QuietText("x.log", "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")
    )

    assert "K905" in {problem.code for problem in problems}


def test_nothing_fires_on_the_shipped_healthy_and_foreign_logs() -> None:
    """The real knowledge base keeps silent."""
    logs = [*read_quiet(REPO / "data" / "logs" / "healthy"), *read_quiet(REPO / "data" / "logs" / "foreign")]
    assert len(logs) >= 40

    assert [problem for log in logs for problem in check_quiet(real_library(), log)] == []
