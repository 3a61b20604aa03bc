"""A draft's pages as a form and back: what it shows can be changed, what it does not show stays."""

from pathlib import Path

import pytest

from crashkb.errors import IngestError
from crashkb.ingest.form import BETWEEN, Form, Pages, files_of, form_of, rendered, with_form
from crashkb.ingest.skeleton import pages_of
from crashkb.model import LANGUAGES
from ingest_roots import TODAY, composed, small_root


@pytest.fixture
def held(tmp_path: Path) -> Pages:
    return Pages(*pages_of(composed(small_root(tmp_path))[0].plan, TODAY))


def test_an_unchanged_form_changes_no_file(held: Pages) -> None:
    """To the letter."""
    form = form_of("d", held)
    assert (form.kind, form.title_zh[:4]) == ("cause", "待查明：")
    assert form.templates.startswith("lattice of {of:int} nodes")
    assert form.sources == "repro crash.log 2026-11-30"
    assert form.steps.startswith("- [ ] `reproduce-alone`")
    assert files_of(held, form, LANGUAGES) == rendered(held, LANGUAGES)


def test_every_field_comes_back_as_it_was_written(held: Pages) -> None:
    """In both languages; samples keep their cause."""
    form = form_of("d", held)._replace(
        title='The "lattice": collapses',
        title_zh="晶格塌了",
        templates="lattice of {n:int} nodes collapsed\n\n  lattice collapsed",
        samples=f"lattice of 3 nodes collapsed\n{BETWEEN}\nlattice collapsed\n",
        sources="thread a/b#1 2026-11-30\nurl https://x.example/a b",
        steps="- [ ] `one` Do this.",
        steps_zh="- [ ] `one` 这样做。",
    )
    again = form_of("d", with_form(held, form))
    assert again.title == form.title and again.title_zh == form.title_zh
    assert again.templates == "lattice of {n:int} nodes collapsed\nlattice collapsed"
    assert again.samples == f"lattice of 3 nodes collapsed\n{BETWEEN}\nlattice collapsed"
    assert again.sources == "thread a/b#1 2026-11-30\nurl https://x.example/a b"
    assert (again.steps, again.steps_zh) == (form.steps, form.steps_zh)
    assert {sample.cause for sample in with_form(held, form).signatures[0].samples} == {held.cause}


def test_another_id_renames_files_and_all_that_names_it(held: Pages) -> None:
    """Nothing keeps the old one."""
    form = form_of("d", held)._replace(page="lattice-collapsed")
    files = files_of(held, form, LANGUAGES)
    assert {Path(path).name for path in files} >= {"lattice-collapsed.md", "lattice-collapsed.zh.md"}
    assert not [path for path, text in files.items() if held.cause in text or held.cause in path]


@pytest.mark.parametrize("page", ["../../x", "", "Über", "a b", "/etc/passwd", "x\n"])
def test_what_is_no_id_is_refused(held: Pages, page: str) -> None:
    """It would become a path."""
    with pytest.raises(IngestError, match="is no id"):
        files_of(held, form_of("d", held)._replace(page=page), LANGUAGES)


def test_hostile_words_stay_words(held: Pages) -> None:
    """Neither YAML nor a fence nor a heading comes of them in a value."""
    form = form_of("d", held)._replace(
        title="x: [y {z\n---\nfamily: evil", templates="``` {a", samples="```\n## Fix\n````", sources="{a: b ] 'c' #"
    )
    again = form_of("d", with_form(held, form))
    assert again.title == "x: [y {z --- family: evil"
    assert again.samples == form.samples
    assert "family: evil" not in [row for text in files_of(held, form, LANGUAGES).values() for row in text.split("\n")]


def test_pages_without_cause_case_or_message_have_no_form() -> None:
    """A guide is edited as a file."""
    with pytest.raises(IngestError, match="edit its files"):
        form_of("d", Pages((), ()))


def test_the_form_of_a_case_changes_its_key_log(tmp_path: Path) -> None:
    """Which stands in the page's text."""
    root = small_root(tmp_path)
    plan = composed(root)[0].plan._replace(action="case", cause="gpu-vram-exhausted", case="x-case", signature="")
    held = Pages(*pages_of(plan, TODAY))
    form: Form = form_of("d", held)
    assert (form.kind, form.page, form.templates) == ("case", "gpu-vram-exhausted", "")
    text = files_of(held, form._replace(samples="another log", page="other-cause"), LANGUAGES)["kb/cases/x-case.md"]
    assert "```log other-cause\nanother log\n```" in text and "cause: other-cause" in text
    assert "gpu-vram-exhausted" not in text
