"""Signature pages: fences with a meaning become templates, samples and near misses that can be compiled."""

from pathlib import Path

from crashkb.kb.signature_page import read_signature_file
from crashkb.model import Link
from small_kb import CUDA_OOM, ELASTIC, SMALL, TFLITE, TORCH_OOM, Edit, copy_small


def test_a_signature_with_all_its_values() -> None:
    signature, problems = read_signature_file(SMALL / TORCH_OOM, SMALL)

    assert problems == ()
    assert signature is not None
    assert (signature.id, signature.path) == ("torch-cuda-out-of-memory", TORCH_OOM)
    assert (signature.emitter, signature.role) == ("pytorch-cuda", "specific")
    assert signature.places == ("python-exception", "log-line")
    assert signature.templates == ("CUDA out of memory. Tried to allocate {requested:bytes}",)
    assert len(signature.reads) == 7
    assert signature.links == (
        Link(
            "gpu-vram-fragmented",
            (
                "unallocated > 2 * requested and unallocated > 0.1 * total",
                "reserved - allocated > 2 * requested and reserved - allocated > 0.1 * total",
            ),
        ),
        Link("gpu-vram-exhausted"),
    )
    assert [sample.cause for sample in signature.samples] == ["gpu-vram-exhausted", "gpu-vram-fragmented"]
    assert signature.near_misses[0] == "XPU out of memory. Tried to allocate 2.00 GiB."
    assert signature.versions == "torch 1.4 to 2.15"
    assert signature.means_zh.startswith("PyTorch")


def test_samples_remember_the_line_of_their_fence() -> None:
    signature, _ = read_signature_file(SMALL / TORCH_OOM, SMALL)

    assert signature is not None
    lines = (SMALL / TORCH_OOM).read_text(encoding="utf-8").split("\n")
    assert [lines[sample.line - 1] for sample in signature.samples] == [
        "```sample gpu-vram-exhausted",
        "```sample gpu-vram-fragmented",
    ]


def test_a_sample_that_gives_no_cause() -> None:
    signature, problems = read_signature_file(SMALL / ELASTIC, SMALL)

    assert problems == ()
    assert signature is not None
    assert signature.links == ()
    assert [sample.cause for sample in signature.samples] == ["-"]
    assert signature.samples[0].text.count("\n") == 2


def test_with_and_without_name_signatures_in_front_matter_and_fragments_in_the_body(tmp_path: Path) -> None:
    body = "```with\nAborted (core dumped)\n```\n\n```without\nout of memory\nOOM\n```\n\n```sample"
    root = copy_small(
        tmp_path,
        Edit(TFLITE, "source:", "with: [torch-cuda-out-of-memory]\nwhole_line: true\nsource:"),
        Edit(TFLITE, "```sample", body),
    )

    signature, problems = read_signature_file(root / TFLITE, root)

    assert problems == ()
    assert signature is not None
    assert signature.with_signatures == ("torch-cuda-out-of-memory",)
    assert signature.with_fragments == ("Aborted (core dumped)",)
    assert signature.without_fragments == ("out of memory", "OOM")
    assert signature.whole_line is True


def test_what_cannot_be_compiled_is_reported_and_left_out(tmp_path: Path) -> None:
    """One bad template of a team's folder must not stop the index from being built."""
    root = copy_small(
        tmp_path,
        Edit(TORCH_OOM, "{requested:bytes}\n", "{requested:bytes}\nOut of memory {size:size}\n"),
        Edit(TORCH_OOM, "{free:bytes} is free", "{free:byte} is free"),
        Edit(TORCH_OOM, "    - unallocated > 2 * requested and", "    - unallocated >> 2 * requested and"),
    )

    signature, problems = read_signature_file(root / TORCH_OOM, root)

    assert signature is not None
    assert sorted(problem.code for problem in problems) == ["K501", "K501", "K502"]
    assert len(signature.templates) == 1
    assert len(signature.reads) == 6
    assert [len(link.conditions) for link in signature.links] == [1, 0]


def test_a_link_of_which_no_condition_can_be_read_is_left_out(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(CUDA_OOM, "gpu-vram-exhausted: always", "gpu-vram-exhausted: memory is full"))

    signature, problems = read_signature_file(root / CUDA_OOM, root)

    assert signature is not None
    assert signature.links == ()
    assert [problem.code for problem in problems] == ["K502"]


def test_a_misspelt_fence_is_not_silently_ignored(tmp_path: Path) -> None:
    root = copy_small(tmp_path, Edit(TFLITE, "```template", "```templates"))

    signature, problems = read_signature_file(root / TFLITE, root)

    assert signature is not None
    assert signature.templates == ()
    assert (
        problems[0].text == "`templates` is no fence of a signature page: template, reads, with, without, sample, not"
    )
