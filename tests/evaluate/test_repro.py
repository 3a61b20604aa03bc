"""The shipped reproductions: their logs give their causes, and running them again finds drift."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crashkb.errors import InputError
from crashkb.evaluate.repro import Repro, _wait, first_cause, make_environment, missing_needs, read_repros, run
from kbs import REPO, real_library

REPROS = REPO / "data" / "repros"
CHEAP = ("python-recursion-error", "python-corrupt-pyc", "mixed-envs-module-not-found", "loader-shared-library-missing")
HERE = Path(sys.executable).parent


def one(name: str) -> Repro:
    return read_repros(REPROS, [name])[0]


def test_the_logs_give_their_causes_first() -> None:
    """All whose log tells the cause, but for a few whose text is that of a neighbour."""
    library = real_library()
    repros = [repro for repro in read_repros(REPROS) if repro.from_log]
    wrong = [repro.name for repro in repros if first_cause(library, repro.log) != library.page(repro.cause).id]  # type: ignore[union-attr]

    assert len(repros) >= 190
    assert len(wrong) <= 0.05 * len(repros), wrong


def test_every_environment_is_described() -> None:
    """Each repro names one of environments.json, and none is left over."""
    environments = json.loads((REPROS / "environments.json").read_text())

    assert {repro.environment for repro in read_repros(REPROS)} == set(environments)


def test_they_are_found_by_name_and_by_cause() -> None:
    """A mistyped one is an error."""
    assert one("python-recursion-error").cause == "stack-overflow"
    assert {repro.cause for repro in read_repros(REPROS, ["label-out-of-range"])} == {"label-out-of-range"}
    with pytest.raises(InputError, match="no reproduction of nope"):
        read_repros(REPROS, ["nope"])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the programs are Linux programs")
@pytest.mark.parametrize("name", CHEAP)
def test_a_cheap_one_still_fails_as_recorded(name: str) -> None:
    """Run for real, with this interpreter."""
    repro = one(name)
    if missing_needs(repro):
        pytest.skip(missing_needs(repro))
    done = run(real_library(), repro, HERE)

    assert (done.result, done.why) == ("same", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the programs are Linux programs")
def test_another_wording_or_exit_is_found(tmp_path: Path) -> None:
    """Drift: the program ends alike, but what it prints leads elsewhere."""
    shutil.copytree(one("python-recursion-error").folder, tmp_path / "x")
    (tmp_path / "x" / "repro.py").write_text(
        "raise SystemExit('maximum recursion depth exceeded, says the new release')"
    )
    repro = one("python-recursion-error")._replace(folder=tmp_path / "x", expect="recursion", command="python repro.py")

    assert run(real_library(), repro._replace(exit_status=3), HERE).result == "other-end"
    assert run(real_library(), repro._replace(expect="absent text"), HERE).result == "other-end"
    (tmp_path / "x" / "repro.py").write_text("raise SystemExit('new wording of recursion')")
    assert run(real_library(), repro, HERE).result == "drifted"


def test_a_program_that_hangs_is_ended() -> None:
    """With all that it started."""
    process = subprocess.Popen(["bash", "-c", "sleep 100 & wait"], start_new_session=True)

    assert _wait(process, 0.1) == 124
    assert process.poll() is not None


def test_an_environment_is_made_once(tmp_path: Path) -> None:
    """And an unknown one is an error."""
    first = make_environment("empty", tmp_path, {"empty": {"packages": []}}, latest=False)
    (first.parent / "mark").touch()
    again = make_environment("empty", tmp_path, {"empty": {"packages": []}}, latest=False)

    assert first == again
    assert (again.parent / "mark").exists()
    with pytest.raises(Exception, match="no environment 'nope'"):
        make_environment("nope", tmp_path, {}, latest=False)
