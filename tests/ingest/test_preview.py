"""While a draft is written: which old logs it finds, whose pages it disturbs, whether quiet logs stay quiet."""

from pathlib import Path

from crashkb.ingest.corpus import make_text
from crashkb.ingest.form_files import open_draft
from ingest_roots import LOG, drafted, form_desk, small_root

_TEXTS = [
    make_text("history", "turn 7", "", "", LOG.replace("12 nodes", "3 nodes")),
    make_text("row", "row-1", "", "some-cause", LOG.replace("enc1", "dec2")),
    make_text("row", "row-2", "", "other", "all is different"),
    make_text("quiet", "healthy.log", "", "-", "epoch 1 done\n"),
]


def test_old_logs_stolen_samples_and_noise_are_named(tmp_path: Path) -> None:
    """By what the templates stand in."""
    root = small_root(tmp_path)
    form = open_draft(root, drafted(root).name).form
    assert form is not None
    desk = form_desk(root, _TEXTS)
    seen = desk.look(form)
    assert [(item.kind, item.name, item.cause) for item in seen.logs] == [
        ("history", "turn 7", ""),
        ("row", "row-1", "some-cause"),
    ]
    assert (seen.stolen, seen.noisy, seen.quiet, seen.tried) == ((), (), 1, 3)
    assert seen.clean and seen.effect is not None and seen.effect.solved == 1

    greedy = desk.look(form._replace(templates="CUDA out of memory\nepoch {n:int} done"))
    assert {item.name for item in greedy.stolen} >= {"torch-cuda-out-of-memory"}
    assert [item.name for item in greedy.noisy] == ["healthy.log"]
    assert not greedy.clean


def test_a_broken_template_is_a_problem_not_a_crash(tmp_path: Path) -> None:
    """The others are still looked for."""
    root = small_root(tmp_path)
    form = open_draft(root, drafted(root).name).form
    assert form is not None
    seen = form_desk(root, _TEXTS).look(form._replace(templates=f"{form.templates}\nx {{y:nonsense}}"))
    assert "K501" in {problem.code for problem in seen.problems}
    assert [item.name for item in seen.logs] == ["turn 7", "row-1"]
    assert seen.effect is None
