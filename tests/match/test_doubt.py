"""Messages whose failure is doubtful make nothing known."""

import pytest

from crashkb.ask import ask
from crashkb.match.doubt import contradicts_itself
from crashkb.model import Answer, Capture, Hit
from kbs import real_library

TRACEBACK = 'Traceback (most recent call last):\n  File "/home/u/train.py", line 9, in <module>\n    main()\n'
OOM = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.68 GiB of which"
    " 310.00 MiB is free. Of the allocated memory 22.10 GiB is allocated by PyTorch, and 0.80 GiB is reserved by PyTorch but"
    " unallocated.\n"
)


def answer(text: str) -> Answer:
    return ask(real_library(), text)


def doubt_of(text: str) -> tuple[str, str, str]:
    """(verdict, first cause, doubt of its first evidence)."""
    found = answer(text)
    return found.verdict, found.causes[0].id, found.causes[0].evidence[0].doubt


def test_a_program_that_dies_of_it_leaves_no_doubt() -> None:
    """The plain case stays known."""
    assert doubt_of(TRACEBACK + OOM) == ("known", "gpu-vram-exhausted", "")


def test_figures_that_contradict_the_message() -> None:
    """20 GiB free and 20 MiB refused: whatever it is, it is not want of memory."""
    text = TRACEBACK + OOM.replace("2.00 GiB. GPU", "20.00 MiB. GPU").replace("310.00 MiB is", "20.00 GiB is")

    assert doubt_of(text) == ("unsure", "gpu-vram-exhausted", "figures")


@pytest.mark.parametrize(
    ("requested", "free", "total", "expected"),
    [
        (2.0e9, 3.1e8, 2.5e10, False),
        (2.0e7, 3.1e7, 2.5e10, False),  # a little more was free than asked for: happens, blocks are rounded up
        (2.0e7, 2.0e10, 2.5e10, True),
        (2.0e9, 3.0e10, 2.5e10, True),  # more free than there is
        (1.4e14, 1.6e10, 2.5e10, False),
    ],
)
def test_figures(requested: float, free: float, total: float, expected: bool) -> None:
    """A request that fits many times over was not refused for want of memory."""
    values = (("requested", requested), ("free", free), ("total", total))
    hit = Hit("s", "specific", 1, 1, "x", tuple(Capture(name, "", value) for name, value in values))

    assert contradicts_itself(hit) is expected


@pytest.mark.parametrize(
    "text",
    [
        f"Epoch 1/3\nCaught OOM, retrying with batch size 8\n{TRACEBACK}{OOM}Epoch 2/3\nstep 20 loss: 0.9\nFinished\n",
        # huggingface/accelerate: find_executable_batch_size
        f"{TRACEBACK}{OOM}Decreasing batch size to: 64.\n  4%|▍         | 4/100 [00:02<00:48, 2.00it/s]\nTraining completed.\n",
        f"WARNING train: {OOM.strip()} Falling back to CPU offload\nepoch 2 loss: 0.31\nexit code 0\n",
        f"第 1 轮\n{TRACEBACK}{OOM}已捕获显存不足，跳过这个 batch\n第 2 轮 loss: 0.3\n训练完成\n",
    ],
)
def test_an_error_that_the_program_dealt_with(text: str) -> None:
    """It says so, and goes on."""
    assert doubt_of(text) == ("unsure", "gpu-vram-exhausted", "handled")


def test_an_error_that_was_handled_twice_and_then_ended_the_run() -> None:
    """The last one counts."""
    caught = f"Caught OOM, retrying with batch size 8\n{TRACEBACK}{OOM}Epoch 2/3\n"

    assert doubt_of(f"{caught}{caught}{TRACEBACK}{OOM}")[::2] == ("known", "")


@pytest.mark.parametrize(
    "text",
    [
        f"collected 1 item\n\ntests/test_memory.py::test_oom {OOM}PASSED\n\n======== 1 passed in 2.11s ========\n",
        f"tests/test_memory.py .\n---- Captured stderr call ----\n{OOM}=== 3 passed, 1 warning in 2.11s ===\n",
        f"[ RUN      ] Allocator.OutOfMemory\n{OOM}[       OK ] Allocator.OutOfMemory (3 ms)\n[  PASSED  ] 1 test.\n",
    ],
)
def test_a_test_that_passed(text: str) -> None:
    """The message was expected."""
    assert doubt_of(text) == ("unsure", "gpu-vram-exhausted", "passed")


def test_a_test_that_failed_is_a_failure() -> None:
    """Though others passed."""
    text = (
        f"_________ test_fit _________\n\n    def test_fit():\n>       fit()\n\ntests/test_fit.py:4: \nE       {OOM}\n"
        "tests/test_fit.py:9: OutOfMemoryError\n======= 1 failed, 2 passed in 3.1s ======="
    )

    assert doubt_of(text)[::2] == ("known", "")


def test_a_doubtful_message_is_no_other_failure_and_yields_to_the_real_one() -> None:
    """A retried out-of-memory and then a missing file: the file is what ended the run."""
    found = answer(
        f"Caught OOM, retrying with batch size 8\n{TRACEBACK}{OOM}Epoch 2/3 loss: 0.9\n{TRACEBACK}"
        "FileNotFoundError: [Errno 2] No such file or directory: '/data/ckpt/last.ckpt'\n"
    )

    assert found.causes[0].id == "checkpoint-not-found"
    assert found.verdict != "known" or found.causes[0].id == "checkpoint-not-found"


def test_the_answer_says_why_it_doubts() -> None:
    """In both languages."""
    from crashkb.render.view import view

    for language, words in (("en", "dealt with it"), ("zh", "自己处理掉")):
        found = ask(real_library(), f"Retrying after:\n{TRACEBACK}{OOM}Epoch 2/3 loss: 0.9\n", language=language)
        assert any(words in reason.why for reason in view(real_library(), found).causes[0].reasons)
