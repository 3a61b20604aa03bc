"""The small knowledge base of the tests, and copies of it in which something was broken."""

import shutil
from pathlib import Path
from typing import NamedTuple

SMALL = Path(__file__).parent / "fixtures" / "kb_small"

FRAGMENTED = "kb/causes/memory/gpu-vram-fragmented.md"
FRAGMENTED_ZH = "kb/causes/memory/gpu-vram-fragmented.zh.md"
EXHAUSTED = "kb/causes/memory/gpu-vram-exhausted.md"
EXHAUSTED_ZH = "kb/causes/memory/gpu-vram-exhausted.zh.md"
TORCH_OOM = "kb/signatures/pytorch-cuda/torch-cuda-out-of-memory.md"
CUDA_OOM = "kb/signatures/pytorch-cuda/cuda-error-out-of-memory.md"
ELASTIC = "kb/signatures/pytorch-distributed/torch-elastic-child-failed.md"
TFLITE = "kb/signatures/tflite/tflite-op-version.md"
QA = "kb/qa/oom-though-memory-free.md"
QA_ZH = "kb/qa/oom-though-memory-free.zh.md"
CASE = "kb/cases/second-iteration-oom.md"
CASE_ZH = "kb/cases/second-iteration-oom.zh.md"
GUIDE = "kb/guides/exit-statuses.md"
GUIDE_ZH = "kb/guides/exit-statuses.zh.md"


class Edit(NamedTuple):
    """One change to the small knowledge base."""

    path: str
    old: str
    """Text that stands in that file; '' makes the new text the whole file."""
    new: str


def copy_small(folder: Path, *edits: Edit) -> Path:
    """A copy of the small knowledge base with these changes; its root."""
    root = folder / "root"
    shutil.copytree(SMALL, root)
    for edit in edits:
        path = root / edit.path
        if edit.old:
            text = path.read_text(encoding="utf-8")
            assert edit.old in text, f"{edit.path} has no {edit.old!r}"
            path.write_text(text.replace(edit.old, edit.new, 1), encoding="utf-8", newline="")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(edit.new, encoding="utf-8", newline="")
    return root
