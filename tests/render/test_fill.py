"""Page text with the person's own values, and the steps that apply."""

import pytest

from crashkb.model import Capture, Evidence, Fact, Page, PageText, Report, Step
from crashkb.render.fill import applicable_steps, fill, plain, values_for
from crashkb.report.read import read_report
from kbs import real_library

REPORT = Report((), (), "", frozenset(), (Fact("platform", "windows", 3), Fact("torch", "2.4.1+cu121", 4)), "")
EVIDENCE = (
    Evidence("signature", "weak", 9, 9, "s2", strong=False, captures=(Capture("requested", "1 KiB", 1024.0),)),
    Evidence("signature", "strong", 5, 5, "s1", captures=(Capture("requested", "2.00 GiB", 2.0 * 2**30),)),
)


def test_a_hole_takes_the_captured_text_of_the_strong_evidence() -> None:
    """As printed, not as compared."""
    values = values_for(EVIDENCE, REPORT)

    assert fill("It asked for {{requested|the first figure}}.", values) == "It asked for 2.00 GiB."


def test_a_hole_without_a_value_shows_its_fallback_words() -> None:
    """Other braces stay as they are."""
    assert fill("{{free|what is free}} and {not} {{a}} hole", {}) == "what is free and {not} {{a}} hole"


def test_a_captured_value_cannot_carry_terminal_controls() -> None:
    """Escape sequences and direction overrides are dropped, line breaks and tabs stay."""
    assert plain("a\x1b]52;c;eA==\x07b\u202ec\x9b31m\n\td") == "abc\n\td"
    assert plain("\x1b[1;31mred\x1b[0m \x1b]8;;http://x\x1b\\here \x1b]open \x1b") == "red here ]open "


def test_a_captured_value_is_not_filled_again() -> None:
    """Report text that looks like a hole stays text."""
    assert fill("{{x|y}}", {"x": "{{z|w}}", "z": "boom"}) == "{{z|w}}"


def page(limit: str) -> Page:
    text = PageText("t", steps=(Step("one", "Do {{requested|it}}."), Step("two", "Then this.")))
    return Page("p", "cause", "p.md", limits=(("one", limit),), texts=(("en", text),))


def test_a_step_whose_limit_is_false_is_left_out() -> None:
    """The report says Windows."""
    steps, left_out = applicable_steps(page("platform = linux"), "en", EVIDENCE, REPORT)

    assert [step.id for step in steps] == ["two"]
    assert left_out == ("one",)


def test_a_step_whose_limit_cannot_be_decided_stays() -> None:
    """Nothing is known of jax here."""
    steps, left_out = applicable_steps(page("jax >= 0.4"), "en", EVIDENCE, REPORT)

    assert [step.id for step in steps] == ["one", "two"]
    assert left_out == ()


def test_a_step_whose_limit_holds_is_filled_in() -> None:
    """Versions compare by release, local parts ignored."""
    steps, _ = applicable_steps(page("torch >= 2.1"), "en", EVIDENCE, REPORT)

    assert steps[0].text in ("Do 1 KiB.", "Do 2.00 GiB.")


@pytest.mark.parametrize(
    ("text", "cause", "first", "absent"),
    [
        ("RuntimeError: MPS backend out of memory (MPS allocated: 14.29 GiB, max allowed: 20.13 GiB)",
         "gpu-vram-exhausted", "mps-memory", "npu-memory"),
        ("torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB",
         "gpu-vram-held-by-other-process", "find-holder-amd", "reset-gpu"),
        ("ImportError: libhccl.so: cannot open shared object file: No such file or directory",
         "cuda-runtime-library-missing", "npu-environment", "tf-extra"),
        ("RuntimeError: No HIP GPUs are available", "no-gpu-visible", "rocm-access", "load-driver"),
        ("NvMapMemAllocInternalTagged: 1075072515 error 12", "gpu-vram-exhausted", "jetson-memory", "mps-memory"),
        ("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB", "gpu-vram-exhausted", "smaller-batch", "rocm-memory"),
        ("PermissionError: [WinError 32] 另一个程序正在使用此文件", "permission-denied", "close-other", "android-own-dir"),
        ("laptop on Windows 11: ptxas fatal", "triton-or-jit-compile-failed", "windows-triton", "newer-ptxas"),
    ],
)  # fmt: skip
def test_the_steps_of_the_reporters_own_machine_come_first(text: str, cause: str, first: str, absent: str) -> None:
    """And those of other machines are left out; NVIDIA's count where nothing is told."""
    page = real_library().page(cause)
    assert page is not None
    steps, dropped = applicable_steps(page, "en", (), read_report(text))

    assert steps[0].id == first
    assert absent in dropped


def test_on_a_mac_without_further_word_the_gpu_is_apples() -> None:
    """No CUDA there."""
    page = real_library().page("gpu-vram-exhausted")
    assert page is not None
    steps, dropped = applicable_steps(page, "zh", (), read_report("macOS 15，/Users/me/train.py 显存不足"))

    assert "mps-memory" in {step.id for step in steps}
    assert {"rocm-memory", "npu-memory", "jetson-memory"} <= set(dropped)
