"""What the documents say is what the program does. `CRASHKB_BLESS=1` rewrites shown output."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from crashkb.ask import ask
from crashkb.cli.main import COMMANDS
from crashkb.model import BLOCK_KINDS, LOG_LINE
from crashkb.render.json_answer import as_dict, row_dict
from crashkb.render.view import view
from kbs import real_library

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")

# <!-- output: crashkb ask x.log -->\n```text\n…\n```
_SHOWN = re.compile(r"<!-- output: (?P<command>[^\n]{1,200}?) -->\n```text\n(?P<output>.*?)```", re.DOTALL)
# "knowledge base 06510b219c8d": changes with every page
_VERSION = re.compile(r"(knowledge base|知识库) [0-9a-f]{12}")


def run(command: str) -> str:
    words = shlex.split(command)
    assert words[0] == "crashkb"
    environ = {**os.environ, "COLUMNS": "100", "LANG": "en_US.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", *words[1:]],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode in (0, 1), result.stderr
    return "\n".join(line.rstrip() for line in _VERSION.sub(r"\1 …", result.stdout).splitlines()) + "\n"


@pytest.mark.parametrize("name", READMES)
def test_shown_output_is_what_the_program_prints(name: str) -> None:
    """Every output block of the READMEs, to the letter."""
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    shown = list(_SHOWN.finditer(text))
    assert shown
    if os.environ.get("CRASHKB_BLESS"):
        blessed = _SHOWN.sub(
            lambda match: f"<!-- output: {match['command']} -->\n```text\n{run(match['command'])}```", text
        )
        path.write_text(blessed, encoding="utf-8")
        return
    for match in shown:
        assert match["output"] == run(match["command"]), (
            f"run `CRASHKB_BLESS=1 pytest {__file__}` and read the difference"
        )


def test_every_command_is_named_in_the_readme() -> None:
    """A new command needs a line there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"crashkb {name}" not in text] == []


def test_every_json_field_is_documented() -> None:
    """docs/answer-json.md names all fields of an answer and of a triage row, and no others."""
    library = real_library()
    answer = ask(library, "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB")
    fields = {*as_dict(library, answer, view(library, answer)), *row_dict(answer, "x")}
    text = (ROOT / "docs" / "answer-json.md").read_text(encoding="utf-8")

    assert [field for field in fields if f"`{field}`" not in text] == []

    rows = re.findall(r"^\| (`[^|]+`) \|", text, re.MULTILINE)
    named = {name.partition("[")[0] for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert named - fields == set()


def test_every_place_is_named_in_the_format() -> None:
    """docs/format.md lists what `in` may hold."""
    text = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
    assert [kind for kind in (*BLOCK_KINDS, LOG_LINE) if kind not in text] == []


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md", "CONTRIBUTING.md"])
def test_links_between_documents_lead_somewhere(name: str) -> None:
    """Relative links name files of the project."""
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = [target for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target]
    assert [target for target in targets if not (ROOT / target).exists()] == []
