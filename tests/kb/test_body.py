"""The Markdown body: sections, steps, fences, links, captured values, each with the line it stands on."""

from hypothesis import given
from hypothesis import strategies as st

from crashkb.kb.body import Fence, read_body
from crashkb.kb.inline import Mention
from crashkb.kb.vocabulary import headings
from crashkb.model import Section, Step

CAUSE = headings("cause", "en")

FIX = """\
## Fix

- [ ] `fewer-sizes` Pad inputs so that only a few
  shapes occur.

  Longer words.

- [ ] `expandable-segments` Let segments grow.

  ```sh
  export A=1
    indented
  ```

  - a plain item inside

## Risks

None known.
"""


def _codes(text: str, cause: bool = False) -> list[tuple[str, int]]:
    known = CAUSE if cause else ()
    return [(problem.code, problem.line) for problem in read_body(text, "p.md", 1, known).problems]


def test_sections_are_cut_from_the_source_as_it_stands() -> None:
    body = read_body("Before.\n\n## One *two*\n\ntext `a`\n\n### Inner\n\nmore\n\n## Next\nlast\n", "p.md", 10)

    assert body.sections == (
        Section("", "", "Before."),
        Section("one-two", "One *two*", "text `a`\n\n### Inner\n\nmore"),
        Section("next", "Next", "last"),
    )
    assert body.section_lines == (10, 12, 20)
    assert body.problems == ()


def test_set_sections_have_their_canonical_names_in_both_languages() -> None:
    for language in ("en", "zh"):
        known = headings("cause", language)
        text = "".join(f"## {heading}\n\ntext\n\n" for heading, name in known if name != "fix")
        body = read_body(text, "p.md", 1, known)

        assert [section.name for section in body.sections] == [
            "symptom",
            "why",
            "confirm",
            "verify",
            "risks",
            "prevent",
        ]
        assert [problem.code for problem in body.problems] == ["K201"]


def test_a_heading_inside_a_fence_or_list_is_none() -> None:
    body = read_body("```sh\n## no heading\n```\n\n- ## neither\n\n## Yes\n\ntext\n", "p.md", 1)

    assert [section.heading for section in body.sections] == ["", "Yes"]


def test_steps_keep_their_markdown_without_box_id_and_indentation() -> None:
    body = read_body(FIX, "p.md", 1, CAUSE)

    assert body.steps == (
        Step("fewer-sizes", "Pad inputs so that only a few\nshapes occur.\n\nLonger words."),
        Step(
            "expandable-segments",
            "Let segments grow.\n\n```sh\nexport A=1\n  indented\n```\n\n- a plain item inside",
        ),
    )
    assert body.step_lines == (3, 8)
    assert {problem.code for problem in body.problems} == {"K201"}  # the other sections of a cause


def test_fences_carry_word_argument_content_section_and_line() -> None:
    body = read_body(FIX + "\n```log gpu-vram-leak\nx\n```\n", "p.md", 5, CAUSE)

    assert body.fences == (
        Fence("sh", "", "export A=1\n  indented\n", 14, "fix"),
        Fence("log", "gpu-vram-leak", "x\n", 25, "risks"),
    )


def test_fences_may_hold_fences_and_tildes() -> None:
    body = read_body("````md\n```sh\nls\n```\n````\n\n~~~\ntext\n~~~\n", "p.md", 1)

    assert [fence.content for fence in body.fences] == ["```sh\nls\n```\n", "text\n"]
    assert body.problems == ()


def test_an_open_fence_is_named_where_it_opens() -> None:
    assert _codes("text\n\n```sh\nls\n") == [("K211", 3)]
    assert _codes("```\n") == [("K211", 1)]
    assert _codes("- item\n\n  ```sh\n  ls\n\nafter\n") == [("K211", 3)]


def test_items_of_fix_that_are_no_steps() -> None:
    for item in (
        "- plain",
        "1. [ ] `one` numbered",
        "- [x] `done` ticked",
        "- [ ] `id-only`",
        "- [ ] no id",
        "* [ ] `Bad` x",
    ):
        assert ("K207", 3) in _codes(f"## Fix\n\n{item}\n", cause=True), item


def test_text_between_the_steps_of_fix_would_not_be_shown() -> None:
    text = "## Fix\n\nTry this:\n\n- [ ] `a` One.\n\n```sh\nls\n```\n"

    assert [code for code in _codes(text, cause=True) if code[0] == "K207"] == [("K207", 3), ("K207", 7)]


def test_task_items_belong_to_fix_and_to_its_top_level() -> None:
    assert ("K209", 3) in _codes("## Risks\n\n- [ ] `a` One.\n", cause=True)
    assert ("K209", 4) in _codes("## Fix\n\n- [ ] `a` One.\n  - [ ] `b` Two.\n", cause=True)
    assert _codes("## Steps\n\n- [ ] `a` One.\n") == [("K209", 3)]


def test_links_to_pages_are_told_from_links_to_the_web() -> None:
    text = "See [a](gpu-vram-leak), [b](https://x.org/a_(b)) and\n[c](exit-statuses), not `[d](code-span)`.\n\n| t |\n|---|\n| [e](in-table) |\n"

    body = read_body(text, "p.md", 3)

    assert body.links == (Mention("gpu-vram-leak", 3), Mention("exit-statuses", 4), Mention("in-table", 8))
    assert body.problems == ()


def test_links_that_lead_nowhere() -> None:
    for target in ("gpu-vram-leak.md", "#symptom", "../x/y.md", "mailto:a@b.c", "GPU", "ftp://x.org"):
        assert _codes(f"[a]({target})\n") == [("K216", 1)], target


def test_captured_values_are_found_in_text_code_spans_and_fences() -> None:
    text = "needs {{requested|the\nfirst figure}} of `{{total|all}}`\n\n```sh\nulimit\nrun {{size|8G}}\n```\n"

    body = read_body(text, "p.md", 1)

    assert body.captured == (Mention("requested", 1), Mention("total", 2), Mention("size", 6))
    assert body.problems == ()


def test_braces_of_other_languages_are_left_alone_in_code() -> None:
    assert (
        _codes("`docker inspect -f '{{.State.OOMKilled}}' web`\n\n```sh\ndocker ps --format '{{.Names}}'\n```\n") == []
    )


def test_braces_that_would_be_shown_as_they_stand() -> None:
    for text in (
        "{{requested}}",
        "{{Requested|x}}",
        "{{requested|}}",
        "{{ requested|x }}",
        "see {{table:x}} here",
        "}}",
    ):
        assert _codes(f"line\n{text}\n") == [("K215", 2)], text


def test_directives_stand_alone_on_their_line() -> None:
    body = read_body("## T\n\n{{table:cuda-driver}}\n\n{{comparison}}\n", "p.md", 1)

    assert body.tables == (Mention("cuda-driver", 3),)
    assert body.problems == ()


def test_markup_that_is_not_meant_is_found() -> None:
    assert _codes("text\n---\n\nmore\n") == [("K206", 1)]
    assert _codes("# Title\n\ntext\n") == [("K206", 1)]
    assert _codes("text:\n\n    indented code\n") == [("K217", 3)]
    assert _codes("") == [("K205", 1)]


def test_words_in_angle_brackets_are_words() -> None:
    """Tokens such as <pad> are common in model texts; they are not read as HTML."""
    body = read_body("The id of <pad> is [0](gpu-vram-leak).\n\n<div>\n\n[x](other-page)\n", "p.md", 1)

    assert [link.name for link in body.links] == ["gpu-vram-leak", "other-page"]


@given(st.text(alphabet="ab `[](){}|#-\n*>~1.x<!:/", max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    for known in ((), CAUSE):
        body = read_body(text, "p.md", 1, known)

        assert all(1 <= fence.line <= text.count("\n") + 1 for fence in body.fences)
        assert len(body.sections) == len(body.section_lines)
        assert len(body.steps) == len(body.step_lines)
