"""One log of a failure that the knowledge base does not know, ingested with default answers, makes it known."""

from datetime import date
from functools import cache
from pathlib import Path

import pytest

from crashkb.ask import ask
from crashkb.ingest.compose import compose, with_question, write_files
from crashkb.ingest.corpus import read_corpus
from crashkb.ingest.incident import from_files, from_texts
from crashkb.ingest.overlay import overlay
from crashkb.ingest.plan import propose, study
from crashkb.ingest.static import read_draft
from crashkb.resources import data_dir
from ingest_siblings import sibling, without
from kbs import REPO, real_library
from peers import SHARED

TODAY = date(2026, 11, 30)
_FIXTURES = sorted((REPO / "tests" / "fixtures" / "incidents").glob("*.log"))
_REPROS = (
    "cpp-thread-not-joined-terminate disk-full-errno-28 glibc-double-free-tcache grpc-message-too-large java-heap-out-of-memory"
    " jax-dot-shape-mismatch jax-immutable-array jax-leaked-tracer keras-graph-disconnected keras-model-not-built"
    " keras-steps-per-epoch-exhausted litert-gather-out-of-bounds litert-not-allocated litert-op-version-unsupported"
    " ncnn-param-too-old-magic numpy-nan-to-integer openvino-bin-truncated openvino-input-name-not-found ort-graph-cycle"
    " ort-ir-version-too-new ort-missing-external-data ort-opset-too-new paddle-label-out-of-range safetensors-header-too-large"
    " sklearn-feature-count-mismatch tf-gradient-none-apply tf-reshape-mismatch tflite-convert-full-int-no-dataset"
    " torch-broadcast-mismatch torch-cat-size-mismatch torch-ddp-missing-rank-timeout torch-inplace-autograd"
).split()
_SIBLINGS = 3


@cache
def _ingested(path: Path) -> tuple[list[bool], tuple[str, ...], int]:
    """(sibling diagnosed right …), what the draft breaks or changes elsewhere, samples of the KB answered otherwise."""
    full = real_library()
    text = path.read_text(encoding="utf-8", errors="replace")
    before = ask(full, text)
    library, _ = without(full, before.causes[0].id)
    folders = [data_dir() / "logs" / name for name in ("healthy", "foreign")]
    corpus = read_corpus(library, folders)
    found = study(library, from_files([path]), corpus)
    composed = compose(library, found, propose(library, found), corpus, TODAY, REPO)
    review = composed.review
    after = overlay(library, review.pages, review.signatures)
    right = [ask(after, sibling(text, seed)).causes[:1] for seed in range(_SIBLINGS)]
    problems = tuple(f"{item.code} {item.path} {item.text}" for item in review.everything)
    harmed = len(review.effect.harmed) if review.effect is not None else -1
    return [bool(causes) and causes[0].id == composed.plan.cause for causes in right], problems, harmed


@pytest.mark.parametrize("path", _FIXTURES, ids=lambda path: path.stem)
def test_a_shipped_incident_makes_its_siblings_known(path: Path) -> None:
    """Its cause removed, one log ingested: other runs of it are diagnosed right, nothing else changes."""
    right, problems, harmed = _ingested(path)
    assert right == [True] * _SIBLINGS
    assert problems == ()
    assert harmed == 0


def test_real_incidents_make_their_siblings_known() -> None:
    """Of thirty-two reproduced failures at least 90 % of the siblings come first, and no other answer changes."""
    paths = [SHARED / "repros" / slug / "captured.log" for slug in _REPROS]
    paths = [path for path in paths if path.is_file()]
    if len(paths) < 25:
        pytest.skip("the reproductions are not beside this checkout")
    results = {path.parent.name: _ingested(path) for path in paths}
    siblings = [right for rights, _, _ in results.values() for right in rights]
    assert sum(siblings) / len(siblings) >= 0.9, {name: result[0] for name, result in results.items()}
    assert {name: result[1] for name, result in results.items() if result[1]} == {}
    assert {name: result[2] for name, result in results.items() if result[2]} == {}


def test_several_logs_become_one_template(tmp_path: Path) -> None:
    """What differs between two prints of one incident is a hole, also where one print alone would not tell."""
    head = 'Traceback (most recent call last):\n  File "/srv/run.py", line 4, in <module>\n'
    texts = [
        ("a.log", head + "frobnet.FrobError: lattice alpha of 12 nodes collapsed near encoder input\n"),
        ("b.log", head + "frobnet.FrobError: lattice omega of 7 nodes collapsed near decoder input\n"),
    ]
    library = real_library()
    corpus = read_corpus(library, [])
    found = study(library, from_texts(texts), corpus)
    composed = compose(library, found, propose(library, found), corpus, TODAY, REPO)
    assert composed.review.everything == ()
    assert composed.plan.template == "lattice {lattice:word} of {of:int} nodes collapsed near {near:word} input"
    assert len(composed.plan.samples) == 2


def test_a_question_page_is_written_on_demand(tmp_path: Path) -> None:
    """It asks what the message means and leads to the new cause; all files pass every rule."""
    library = real_library()
    corpus = read_corpus(library, [])
    log = "Traceback (most recent call last):\nfrobnet.FrobError: lattice of 12 nodes collapsed at layer 'enc1'\n"
    found = study(library, from_texts([("x.log", log)]), corpus)
    plan = with_question(library, propose(library, found), frozenset())
    composed = compose(library, found, plan, corpus, TODAY, REPO)
    assert composed.review.everything == ()
    write_files(tmp_path, composed.files)
    kinds = {page.kind for page in read_draft(tmp_path).pages.values()}
    assert kinds == {"cause", "qa"}
