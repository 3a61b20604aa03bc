"""Messages that a scanner or a hurried hand spoilt."""

import pytest

from crashkb.ask import ask
from crashkb.match.damaged import bare, find_damaged
from crashkb.model import Hit
from crashkb.report.read import read_report
from kbs import real_library

LIBRARY = real_library()


def damaged(text: str, *hits: Hit) -> tuple[Hit, ...]:
    return find_damaged(LIBRARY, read_report(text), hits, {})


def test_bare_letters_are_alike_where_they_look_alike() -> None:
    """O and 0, l, I and 1, 5 and S; blanks and signs do not count."""
    assert bare("CUDA 0ut of mem0ry. Tried to a1locate") == bare("CUDA out ofmemory.Tried to allocate")
    assert bare("5LURM") == bare("SLURM")


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("CUDA 0ut of mem0ry. Tried to al1ocate 2.00 GiB", "gpu-vram-exhausted"),
        ("RuntimeErr0r: DataL0ader worker(pid 1234)is ki1led by signal: Bus err0r.", "shared-memory-too-small"),
        ("lmportError: 1ibcudart.so.12: cannot 0pen shared objectfile: No such fi1e", "cuda-runtime-library-missing"),
        ("ValueErr0r: Expectedmore than l value perchannel when training", "batchnorm-single-sample"),
        ("Va1ueError:Unkn0wn layer:'CustomLayer'.P1ease ensure you are using a `keras.utils.custom_object_scope`",
         "custom-object-not-registered"),
        ("AssertionError: Torch nat compilod with CUDA enablod", "cpu-only-build-installed"),
        ("mat1 and mat2 shapos cannot be multipljed (4x10 and 12x5)", "matmul-or-layer-shape-mismatch"),
    ],
)  # fmt: skip
def test_a_damaged_message_gives_its_cause_unsure(text: str, cause: str) -> None:
    """The right one first, and never known."""
    answer = ask(LIBRARY, text)

    assert (answer.verdict, answer.causes[0].id) == ("unsure", cause)


@pytest.mark.parametrize(
    "text",
    [
        "AttributeError: 'NoneType' object has no attribute 'foo'",  # quoted names count: no other module's message
        "ValueError: Cannot find order for customer number 12 in version 3 of the shop",
        "the weather is fine and everything works on my machine since monday",
        "讲个笑话",
    ],
)
def test_other_messages_are_not_taken_for_damaged_ones(text: str) -> None:
    """Even without blanks and looks."""
    assert all(hit.signature == "none-has-no-shape" for hit in damaged(text))


def test_nothing_is_sought_where_a_specific_message_was_found() -> None:
    """The rest of the log may be anything."""
    hit = Hit("torch-cuda-out-of-memory", "specific", 1, 1, "x")

    assert damaged("CUDA 0ut of mem0ry. Tried to al1ocate 2.00 GiB", hit) == ()


def test_nor_in_a_long_log() -> None:
    """Screenshots and retyped messages are short."""
    assert damaged("fine\n" * 300 + "CUDA 0ut of mem0ry. Tried to al1ocate 2.00 GiB") == ()


def test_the_hit_stands_at_its_raw_line() -> None:
    """And carries how alike it is."""
    (hit,) = [hit for hit in damaged("hello\n\nCUDA 0ut of mem0ry. Tried to al1ocate 2.00 GiB") if hit.first == 3][:1]

    assert (hit.signature, hit.last) == ("torch-cuda-out-of-memory", 3)
    assert 0.8 <= hit.similarity < 1
