"""Masks: two prints of one message look alike, numbers with a meaning stay."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crashkb.kb.template import parse_template
from crashkb.text.mask import MARK, find_masked, mask


@pytest.mark.parametrize(
    ("line", "skeleton"),
    [
        ("Tried to allocate 20.00 MiB (GPU 0; 149. GiB total)", "Tried to allocate ¤ (GPU ¤; ¤ total)"),
        ("fault addr 0x7f3c5a1b2c00", "fault addr ¤"),
        ("commit 3f2a9c1b7d4e5f60", "commit ¤"),
        ("session 123e4567-e89b-12d3-a456-426614174000 lost", "session ¤ lost"),
        ("2024-05-01 12:34:56.789012: E cuda_driver.cc:314] failed", "¤: E cuda_driver.cc:¤] failed"),
        ("at 12:34:56,789 done", "at ¤ done"),
        ("No module named 'torch._C'", "No module named '¤'"),
        ("undefined reference to `foo(int)'", "undefined reference to `¤'"),
        ("shape[16, 64,3] and (3,) and 3x224x224", "shape¤ and ¤ and ¤"),
        (
            "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)",
            "mat1 and mat2 shapes cannot be multiplied (¤ and ¤)",
        ),
        ("connect to 127.0.0.1:8080 on cuda:0", "connect to ¤ on cuda:¤"),
        ("loss 1e-05, 97% of 12.5ms", "loss ¤, ¤ of ¤"),
        ('File "/home/me/lib/torch/nn/functional.py", line 3014, in f', 'File "¤/functional.py", line ¤, in f'),
        ("cannot open C:\\data\\run 7\\a.bin", "cannot open ¤ ¤\\a.bin"),
        ("open /data/img_0001.jpg: No such file", "open ¤: No such file"),
        ("it can't be, we don't know", "it can't be, we don't know"),
    ],
)
def test_what_varies_from_run_to_run_becomes_a_mark(line: str, skeleton: str) -> None:
    """Addresses, ids, times, quoted names, shapes, sizes, paths; base names of code files stay."""
    assert mask(line) == skeleton


@pytest.mark.parametrize(
    "line",
    [
        "CUDA error 700",
        "[Errno 98] Address already in use",
        "OSError: [WinError 1455] The paging file is too small",
        "NVRM: Xid (PCI:0000:65:00): 79, GPU has fallen off the bus",
        "exited with code 137",
        "exit status -9",
        "rc=-9",
        "Didn't find op for builtin opcode CONV_2D version '5'",
        "opset version 17 is newer than opset 12",
        "libcudart.so.11.0: cannot open shared object file",
        "cudnn64_8.dll not found",
        "GLIBC_2.34 not found",
        "Unhandled exception 0xC0000005, HRESULT 0x80070005",
        "torch==1.13.1+cu117 needs CUDA 11.7, PyTorch 2.1 and driver 535.129.03",
        "compute capability 8.6, sm_86",
    ],
)
def test_numbers_with_a_meaning_are_never_masked(line: str) -> None:
    """The number is the name of the error, the operator or the release."""
    assert mask(line) == line


def test_a_library_keeps_its_version_inside_quotes_and_paths() -> None:
    """The folder goes, libcudart.so.11.0 stays."""
    line = "Could not load dynamic library '/usr/local/cuda-11.0/lib64/libcudart.so.11.0'"
    assert mask(line) == "Could not load dynamic library '¤/libcudart.so.11.0'"


def test_two_prints_of_one_message_look_alike_and_like_its_template() -> None:
    """The skeleton of a template is made to be compared with the mask of a line."""
    prints = [
        "Node number 3 at 0x55aa10 failed to prepare '/tmp/a.tflite' in 12 ms",
        "Node number 41 at 0x7f00beef failed to prepare '/data/app/m.tflite' in 7.25 ms",
    ]
    template = parse_template("Node number {n:int} at {a:hex} failed to prepare '{m:path}' in {t:num} ms")
    assert mask(prints[0]) == mask(prints[1]) == template.skeleton.replace(f"{MARK} ms", MARK)


def test_kinds_of_masked_parts_are_told_with_their_places() -> None:
    """Mining templates needs to know what stood there."""
    line = "read 20 MiB at 0x1c from /tmp/x in [3,4] at 12:34:56"
    found = [(line[part.start : part.end], part.kind) for part in find_masked(line)]
    assert found == [
        ("20 MiB", "number"),
        ("0x1c", "hex"),
        ("/tmp/x", "path"),
        ("[3,4]", "shape"),
        ("12:34:56", "time"),
    ]


@given(st.text())
def test_masked_parts_are_in_order_and_do_not_overlap(text: str) -> None:
    """Whatever is pasted, and line breaks stay."""
    done = 0
    for part in find_masked(text):
        assert done <= part.start < part.end <= len(text)
        done = part.end
    assert mask(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "unit",
    [
        "'",
        '"a',
        "“",
        "x'",
        "/",
        "a/",
        "0x",
        "1.",
        "[1,",
        "(1,1",
        " 1",
        "12:",
        "v1.",
        "error ",
        "a.so",
        "a-",
        "_",
        "error 1",
    ],
)
def test_time_grows_linearly_on_adversarial_text(unit: str) -> None:
    """A hundred thousand characters take well under a second, twice as many twice as long."""
    text = (unit * 100_000)[:100_000]
    begun = time.process_time()
    mask(text[:50_000])
    middle = time.process_time()
    mask(text)
    ended = time.process_time()
    assert ended - middle < 3.5 * (middle - begun) + 0.05
    assert ended - middle < 1.0
