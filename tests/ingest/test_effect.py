"""A draft laid over the index answers as the rebuilt index does; what it would break is found."""

import shutil
from pathlib import Path

from crashkb.ask import ask
from crashkb.ingest.compose import write_files
from crashkb.ingest.corpus import Corpus, make_text, read_corpus
from crashkb.ingest.effect import effect
from crashkb.ingest.overlay import overlay
from crashkb.ingest.review import labelled_texts, review
from crashkb.ingest.static import read_draft, static_problems
from crashkb.ingest.words import review_lines
from crashkb.ingest.writing import signature_files
from crashkb.model import Link
from ingest_roots import LOG, TODAY, composed, small_root
from kbs import open_roots


def test_the_overlay_answers_as_the_rebuilt_index(tmp_path: Path) -> None:
    """Same causes in the same order, scores within a hundredth."""
    root = small_root(tmp_path)
    made, corpus, library = composed(root)
    laid = overlay(library, made.review.pages, made.review.signatures)
    write_files(root, made.files)
    built = open_roots(root)
    for text in (LOG, *(item.text for item in corpus.texts)):
        one, two = ask(laid, text), ask(built, text)
        assert [cause.id for cause in one.causes[:2]] == [cause.id for cause in two.causes[:2]]
        assert abs((one.causes[0].score if one.causes else 0) - (two.causes[0].score if two.causes else 0)) < 0.35


def test_a_past_unknown_is_counted_as_solved(tmp_path: Path) -> None:
    """And the library without the draft is as it was."""
    root = small_root(tmp_path)
    made, _, library = composed(root)
    before = ask(library, LOG)
    past = Corpus([make_text("history", "turn 1", "", "", LOG.replace("12", "99"))])
    found = effect(library, made.review.pages, made.review.signatures, past)
    assert (found.solved, found.harmed) == (1, ())
    assert before.verdict != "known"
    assert ask(library, LOG) == before


def test_a_template_that_steals_is_found(tmp_path: Path) -> None:
    """It fires on another page's sample, on a quiet log, and changes their answers."""
    root = small_root(tmp_path)
    made, corpus, library = composed(root)
    greedy = made.review.signatures[0]._replace(templates=("out of memory",))
    quiet = make_text("quiet", "calm.log", "", "-", "the kitchen is out of memory foam\n")
    found = effect(library, made.review.pages, [greedy], Corpus((*corpus.texts, quiet)))
    assert {"K903", "K905"} <= {problem.code for problem in found.problems}


def test_static_rules_name_file_and_line(tmp_path: Path) -> None:
    """A link to nowhere, a wrong date, a doublet: only problems of the draft are told."""
    root = small_root(tmp_path)
    made, corpus, library = composed(root)
    folder = tmp_path / "draft"
    write_files(folder, made.files)
    assert static_problems(library, read_draft(folder), TODAY) == ()
    page = next((folder / "kb/signatures").rglob("*.md"))
    page.write_text(
        page.read_text(encoding="utf-8").replace("checked: 2026-11-30", "checked: 2027-02-31"), encoding="utf-8"
    )
    found = review(library, folder, corpus, TODAY)
    assert "K110" in {problem.code for problem in found.problems}
    assert any(f"{page.name}:" in line and "K110" in line for line in review_lines(found))
    shutil.rmtree(folder / "kb")
    (folder / "kb").mkdir()
    assert not review(library, folder, corpus, TODAY).clean


def test_a_wrong_link_is_a_static_problem(tmp_path: Path) -> None:
    """A signature that leads to a cause which is not there."""
    root = small_root(tmp_path)
    made, _, library = composed(root)
    wrong = made.review.signatures[0]._replace(links=(Link("no-such-cause"),), samples=())
    write_files(tmp_path / "d", signature_files(wrong))
    assert {"K402", "K505"} <= {problem.code for problem in static_problems(library, read_draft(tmp_path / "d"), TODAY)}


def test_labelled_reports_are_part_of_the_corpus(tmp_path: Path) -> None:
    """With all their accepted causes."""
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"id": "1", "text": "boom", "cause": "b", "also_ok": ["a"]}\n', encoding="utf-8")
    assert [(item.kind, item.cause) for item in labelled_texts([rows])] == [("row", "a b")]


def test_only_touched_texts_are_asked_again(tmp_path: Path) -> None:
    """A draft about something else costs next to nothing."""
    root = small_root(tmp_path)
    made, corpus, library = composed(root)
    assert len(read_corpus(library, []).texts) > 10
    assert effect(library, made.review.pages, made.review.signatures, corpus).asked <= 3
