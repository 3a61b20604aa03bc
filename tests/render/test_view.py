"""The parts of an answer that every output shows, those of crashkb.render.reasons among them."""

from crashkb.ask import ask
from crashkb.render.view import View, view
from kbs import small_library

OLD = (
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB (GPU 0; 4.00 GiB total capacity; 3.42 GiB already"
    " allocated; 0 bytes free; 3.44 GiB reserved in total by PyTorch)"
)


def small(text: str, language: str = "en") -> View:
    library = small_library()
    return view(library, ask(library, text, language=language))


def test_the_checklist_carries_the_persons_own_numbers() -> None:
    """In the symptom as well."""
    shown = small(OLD)

    assert shown.causes[0].id == "gpu-vram-exhausted"
    assert "20.00 MiB" in shown.causes[0].symptom and "4.00 GiB" in shown.causes[0].symptom
    assert [step.id for step in shown.causes[0].steps][:1] == ["smaller-batch"]


def test_reasons_name_line_text_and_meaning() -> None:
    """The first reason is a line of the report."""
    reason = small("step 1\n" + OLD).causes[0].reasons[0]

    assert (reason.first, reason.last) == (2, 2)
    assert reason.text.startswith("CUDA out of memory")
    assert "could not give PyTorch" in reason.why


def test_the_condition_that_held_is_shown_with_the_values_it_compared() -> None:
    """Why this and not its neighbour."""
    text = OLD.replace("3.42 GiB already", "2.00 GiB already").replace("3.44 GiB reserved", "3.90 GiB reserved")
    shown = small(text)

    assert shown.causes[0].id == "gpu-vram-fragmented"
    assert "3.90 GiB" in shown.causes[0].reasons[0].why


def test_the_runner_up_is_named_with_why_it_is_not_first() -> None:
    """And with the question that would turn it."""
    why_not = " ".join(small(OLD).why_not)

    assert "gpu-vram-fragmented" in why_not
    assert "half the batch" in why_not


def test_an_undecided_condition_says_what_to_tell() -> None:
    """What would change the verdict."""
    shown = small("RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")

    assert any("unallocated" in text for text in shown.would_change)


def test_chinese_answers_use_the_chinese_page() -> None:
    """Every part."""
    shown = small(OLD, "zh")

    assert shown.language == "zh"
    assert any("\u4e00" <= letter <= "\u9fff" for letter in shown.causes[0].title)
    assert "知识库" in shown.footer


def test_an_unknown_text_shows_no_cause() -> None:
    """But says what to search for."""
    shown = small("ValueError: the flux capacitor of order 12 is missing")

    assert shown.causes == ()
    assert "ValueError" in shown.search_terms


def test_report_text_is_without_terminal_controls() -> None:
    """Whatever the report holds."""
    shown = small(OLD.replace("20.00 MiB", "20.00 MiB\x9b31m\u202e"))

    everything = repr(shown)
    assert "\\x9b" not in everything and "\\u202e" not in everything


def test_related_pages_concern_the_cause() -> None:
    """Cases and questions."""
    assert {item.id for item in small(OLD).related} <= {"second-iteration-oom", "oom-though-memory-free"}
