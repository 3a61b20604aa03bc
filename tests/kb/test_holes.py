"""Hole types: the documented forms match, and their texts are worth what they say."""

import math
import re

import pytest

from crashkb.errors import TemplateError
from crashkb.kb.holes import TYPES, size_in_bytes, value_of

DOCUMENTED = {
    "int": ["79", "-1", "+3", "0"],
    "hex": ["0x1c", "0xC0000005", "7f3c5a1b2c00", "0"],
    "num": ["3", "-0.5", "1e-05", ".5", "nan", "-inf"],
    "bytes": ["268435456", "149. GiB", "96MB", "20.00 MiB", "0 bytes", "123kB", "16G"],
    "version": ["2.1.0+cu118", "12", "11.8", "2.1.0a0+git1234", "v1.15.0-rc1", "535.129.03", "5.15.0-91-generic"],
    "shape": ["[3,4]", "(3, 4)", "3x4", "torch.Size([3])", "[?,224]", "[None, 3]", "[-1,3]", "()", "(3,)", "{1,3,224}"],
    "word": ["float32", "c10::Half", "GPU_0_bfc", "a=b", "算子"],
    "path": ["/usr/lib/a.so", "C:\\data\\x.bin", "libcudart.so.11.0", "/job:localhost/replica:0/task:0/device:GPU:0"],
    "device": ["cuda:0", "/device:GPU:0", "GPU_0_bfc", "mps"],
    "op": ["aten::add.out", "FlexErf", "Conv2D(1)", "/model/conv1/Conv", "ai.onnx:Conv(11)"],
    "any": ["x", "a b, c: d", "没有 for 内核"],
}

REFUSED = {
    "int": ["x", "1.5"],
    "hex": ["bad", "0xg", "cafe"],
    "num": ["one", "--1"],
    "bytes": ["MiB", "-3 MB"],
    "version": ["two", ".5"],
    "shape": ["[a]", "3", "[3,4", "3x"],
    "word": ["a b", "a,b", "'a'", "(a)", "float32."],
    "path": ["a b", '"a"', "/tmp/."],
    "device": ["cuda 0", "cuda:"],
    "op": ["1x", "a b", "Conv2D("],
    "any": ["a\nb"],
}


def _matches(kind: str, text: str) -> bool:
    hole = TYPES[kind]
    return re.fullmatch(hole.last or hole.body, text, re.IGNORECASE) is not None


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in DOCUMENTED.items() for text in texts])
def test_a_documented_form_fills_its_hole_and_starts_as_the_hole_before_expects(kind: str, text: str) -> None:
    """The look-ahead of the hole before must never refuse what the hole itself takes."""
    assert _matches(kind, text)

    assert re.match(TYPES[kind].first, text, re.IGNORECASE)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in REFUSED.items() for text in texts])
def test_another_form_does_not_fill_the_hole(kind: str, text: str) -> None:
    """Types are narrow: a hole that takes anything would make signatures fire on strangers."""
    assert not _matches(kind, text)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("268435456", 268435456),
        ("149. GiB", 149 * 2**30),
        ("96MB", 96 * 2**20),
        ("20.00 MiB", 20 * 2**20),
        ("3.5kB", 3.5 * 1024),
        ("1 KB", 1024),
        ("2TB", 2 * 2**40),
        ("16g", 16 * 2**30),
        ("0 bytes", 0),
        ("1 byte", 1),
        ("7 B", 7),
    ],
)
def test_sizes_are_binary_whatever_the_unit_is_called(text: str, size: float) -> None:
    """PyTorch prints MiB, Linux kB, TensorFlow GiB; all of them count by 1024."""
    assert size_in_bytes(text) == size


@pytest.mark.parametrize("text", ["", "MiB", "12 apples", "1.2.3", "-4 GB"])
def test_what_is_no_size_gives_none(text: str) -> None:
    """Callers ask whether a text is a size."""
    assert size_in_bytes(text) is None


def test_numbers_become_floats_and_names_stay_text() -> None:
    """Conditions calculate with int, hex, num and bytes; versions and words stay as they stand."""
    assert value_of("int", "-9") == -9.0
    assert value_of("hex", "0x1c") == 28.0
    assert value_of("hex", "ff0") == 4080.0
    assert value_of("num", "1e-05") == 1e-05
    assert math.isnan(float(value_of("num", "nan")))
    assert value_of("bytes", "96MB") == 96 * 2**20
    assert value_of("version", "2.10") == "2.10"
    assert value_of("op", "aten::add.out") == "aten::add.out"


@pytest.mark.parametrize(("kind", "text"), [("int", "x"), ("hex", "xyz"), ("num", ""), ("bytes", "many")])
def test_a_text_that_its_hole_would_refuse_is_an_error(kind: str, text: str) -> None:
    """A silent zero would decide conditions wrongly."""
    with pytest.raises(TemplateError):
        value_of(kind, text)
