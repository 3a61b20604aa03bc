"""What varies in a printed line becomes a hole of the right type; what says which error it is stays."""

import pytest

from crashkb.ingest.generalise import keep, merge, split, template_text
from crashkb.ingest.naming import cut, message_words, slug, unique
from crashkb.kb.template import find, fold, parse_template

_LINES = {
    "RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x1800 and 1568x10)": "RuntimeError: mat1 and mat2 shapes cannot be multiplied ({shape:shape} and {shape2:shape}",
    "CUDA out of memory. Tried to allocate 392.00 MiB": "CUDA out of memory. Tried to allocate {size:bytes}",
    "OSError: [Errno 28] No space left on device: '/data/x.h5'": "OSError: [Errno 28] No space left on device: {device:quoted}",
    "ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x55b2201f82b4": "ERROR: AddressSanitizer: heap-use-after-free on address {address:hex} at pc {pc:hex}",
    "Didn't find op for builtin opcode 'FULLY_CONNECTED' version '12'": "Didn't find op for builtin opcode {opcode:quoted} version {version:quoted}",
    "libcudart.so.12: cannot open shared object file": "libcudart.so.{so:version}: cannot open shared object file",
    "Load model from model_ir.onnx failed: Unsupported model IR version: 11": "Load model from {from:path} failed: Unsupported model IR version: {version:version}",
    "Target 5 is out of bounds for float32 on cuda:0": "Target {target:int} is out of bounds for float32 on {on:device}",
    "DataLoader timed out after 2.5 seconds, see https://pytorch.org/docs/1": "DataLoader timed out after {after:num} seconds, see https://pytorch.org/docs/1",
}


@pytest.mark.parametrize("line", _LINES)
def test_a_line_becomes_its_template(line: str) -> None:
    """And the template stands in the line."""
    text = template_text(split(line))
    assert text == _LINES[line]
    assert find(parse_template(text), fold(line)) is not None


def test_levels_keep_names_then_figures() -> None:
    """'named' keeps quoted names, 'exact' figures too, but never one of four digits."""
    pieces = split("Unknown layer 'Scale' at index 3 of 12345 bytes")
    assert template_text(keep(pieces, "named")) == "Unknown layer 'Scale' at index {index:int} of {size:bytes}"
    assert template_text(keep(pieces, "exact")) == "Unknown layer 'Scale' at index 3 of {size:bytes}"


def test_two_prints_give_what_they_have_in_common() -> None:
    """A word that differs becomes a hole; numbers of two kinds become one that holds both."""
    one, two = split("layer alpha took 3 ms on cuda:0"), split("layer beta took 4.5 ms on cuda:1")
    assert template_text(merge(one, two)) == "layer {layer:word} took {took:num} ms on {on:device}"


def test_names_and_titles() -> None:
    """Ids of telling words, titles of at most 96 columns, numbers for taken ids."""
    assert slug("The size of tensor a {a:int} must match the size of tensor b") == "size-tensor-must-match-size-tensor"
    assert unique("x", {"x", "x-2"}) == "x-3"
    assert len(cut("显存" * 60)) <= 49
    assert message_words("in load torch.foo.BarError: lattice of {n:int} nodes") == "lattice of … nodes"
