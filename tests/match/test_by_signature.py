"""Signatures in reports, on the small knowledge base."""

import pytest

from crashkb.match.by_signature import find_hits, judge_links
from crashkb.match.searched import searched
from crashkb.model import Capture, Hit, Link, Signature
from crashkb.report.read import read_report
from kbs import real_library, small_library

NEW = (
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a total capacity of 23.68 GiB of which"
    " 310.00 MiB is free. Of the allocated memory 17.10 GiB is allocated by PyTorch, and 5.80 GiB is reserved by PyTorch"
    " but unallocated."
)


def hits(text: str) -> tuple[Hit, ...]:
    report = read_report(text)
    return find_hits(small_library(), report, searched(report))


def test_captures_come_from_the_template_and_from_reads_in_the_same_message() -> None:
    """Sizes are worth bytes, and keep their printed form."""
    (hit,) = hits(NEW)
    captures = {capture.name: capture for capture in hit.captures}

    assert captures["requested"].value == 2**30
    assert captures["requested"].text == "1.00 GiB"
    assert captures["free"].value == 310 * 2**20
    assert captures["unallocated"].value == pytest.approx(5.8 * 2**30)


def test_reads_do_not_look_into_another_message() -> None:
    """The figures of a later failure are not this one's."""
    first, *_ = hits("CUDA out of memory. Tried to allocate 2.00 GiB\n" + "step ok\n" * 12 + NEW)

    assert [capture.name for capture in first.captures] == ["requested"]


def test_the_first_link_whose_condition_holds_is_strong_and_the_rest_stay_weak() -> None:
    """Reserved but unallocated is far above what was asked for: fragmentation."""
    (hit,) = hits(NEW)

    assert [(link.cause, link.strong) for link in hit.links] == [
        ("gpu-vram-fragmented", True),
        ("gpu-vram-exhausted", False),
    ]


def test_a_link_whose_condition_cannot_be_decided_is_weak_and_names_what_is_missing() -> None:
    """Without the figures nothing speaks for fragmentation yet."""
    (hit,) = hits("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")
    links = {link.cause: link for link in hit.links}

    assert links["gpu-vram-exhausted"].strong
    assert not links["gpu-vram-fragmented"].strong
    assert links["gpu-vram-fragmented"].unknown


def test_a_line_break_inside_a_message_does_not_hide_it() -> None:
    """Terminals wrap."""
    assert (
        hits("RuntimeError: CUDA out of\nmemory. Tried to allocate\n2.00 GiB")[0].signature
        == "torch-cuda-out-of-memory"
    )


def test_full_width_punctuation_and_case_do_not_matter() -> None:
    """As pasted from a Chinese chat."""
    assert hits("报错：cuda OUT of memory． tried to allocate 20.00 MiB")[0].signature == "torch-cuda-out-of-memory"


def test_equal_matches_are_counted_and_the_first_is_kept() -> None:
    """A loop that fails a hundred times is one finding."""
    (hit,) = hits("start\n" + "CUDA out of memory. Tried to allocate 20.00 MiB\n" * 100)

    assert (hit.first, hit.times) == (2, 100)


def test_a_signature_with_without_yields_to_its_companion() -> None:
    """The generic message beside the specific one says nothing of its own."""
    assert {hit.signature for hit in hits(NEW + "\nRuntimeError: CUDA error: out of memory")} == {
        "torch-cuda-out-of-memory"
    }
    assert {hit.signature for hit in hits("RuntimeError: CUDA error: out of memory")} == {"cuda-error-out-of-memory"}


def test_source_lines_echoed_in_a_traceback_are_not_searched() -> None:
    """Code that raises the message is not the message."""
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n'
        '    raise ValueError("CUDA out of memory. Tried to allocate 2.00 GiB")\n'
        "ValueError: batch is odd\n"
    )

    assert hits(text) == ()


def test_line_numbers_are_those_of_the_raw_text() -> None:
    """Empty lines and prefixes count."""
    text = "\n\n2026-03-01T10:00:00Z ok\n\n2026-03-01T10:00:01Z RuntimeError: CUDA error: out of memory\n"

    assert [(hit.first, hit.last) for hit in hits(text)] == [(5, 5)]


def test_conditions_see_facts_and_captures_win_over_facts() -> None:
    """Both are names; what the message says itself counts first."""
    signature = Signature(
        "s",
        "s.md",
        "e",
        "specific",
        ("Some message",),
        links=(Link("old", ("torch < 2",)), Link("new", ("torch >= 2",))),
    )

    assert [link.cause for link in judge_links(signature, (), {"torch": ("1.13.1",)})] == ["old"]
    assert [
        link.cause for link in judge_links(signature, (Capture("torch", "2.4", "2.4"),), {"torch": ("1.13.1",)})
    ] == ["new"]
    assert [link.strong for link in judge_links(signature, (), {})] == [False, False]


def test_a_log_that_repeats_a_message_with_ever_new_figures_stays_bounded() -> None:
    """At most forty distinct matches of one wording."""
    text = "\n".join(f"CUDA out of memory. Tried to allocate {number}.00 MiB" for number in range(2000))

    assert 0 < len(hits(text)) <= 40


@pytest.mark.parametrize(
    ("frame", "message", "signature"),
    [
        (
            'File "lib/transformers/models/auto/configuration_auto.py", line 723, in __getitem__',
            "KeyError: 'qwen2'",
            "transformers-model-type-key-error",
        ),
        ('File "lib/jax/_src/xla_bridge.py", line 903, in backends', "AssertionError", "jax-no-backend-left"),
    ],
)
def test_a_wordless_error_is_told_by_the_frame_that_raised_it(frame: str, message: str, signature: str) -> None:
    """The same words out of another program, with the same source line even, are no hit."""
    library = real_library()

    def found(where: str) -> list[str]:
        source = "    config_class = CONFIG_MAPPING[kind]\n    assert _default_backend is not None\n"
        report = read_report(f"Traceback (most recent call last):\n  {where}\n{source}{message}")
        return [hit.signature for hit in find_hits(library, report, searched(report))]

    assert signature in found(frame)
    assert signature not in found('File "shop/items.py", line 12, in load')
