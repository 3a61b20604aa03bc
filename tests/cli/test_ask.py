"""`crashkb ask`."""

import json
from pathlib import Path

from click.testing import CliRunner

from crashkb.cli.main import cli

OOM = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB\n"


def output(*arguments: str, stdin: str = "") -> str:
    return CliRunner().invoke(cli, ["ask", *arguments], input=stdin).output


def test_file_standard_input_and_words_give_the_same_cause(tmp_path: Path) -> None:
    """Three ways in."""
    file = tmp_path / "crash.log"
    file.write_text(OOM)
    answers = [output("--json", str(file)), output("--json", "-", stdin=OOM), output("--json", *OOM.split())]

    assert {json.loads(answer)["causes"][0]["id"] for answer in answers} == {"gpu-vram-exhausted"}


def test_json_is_all_that_stands_on_stdout() -> None:
    """Other programs read it."""
    assert json.loads(output("--json", "-", stdin=OOM))["schema"] == 1


def test_language_can_be_chosen() -> None:
    """Whatever the locale."""
    assert "排查清单" in output("--lang", "zh", "-", stdin=OOM)
    assert "Checklist" in output("--lang", "en", "-", stdin=OOM)


def test_markdown_has_boxes() -> None:
    """For an issue."""
    assert "- [ ] " in output("--markdown", "-", stdin=OOM)


def test_explain_shows_the_score() -> None:
    """Every contribution."""
    assert "specific" in output("--explain", "-", stdin=OOM)
