"""Commands say on standard error which pages are broken; what they print is not touched by it."""

import subprocess
import sys
from pathlib import Path

import pytest

from crashkb.cli.opening import tell_broken
from crashkb.ingest.team import init_root


def test_at_most_three_are_told_and_how_many_more(capsys: pytest.CaptureFixture[str]) -> None:
    """On standard error."""
    tell_broken([f"a.md:{number}: K102 x" for number in range(1, 6)])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "crashkb: warning: a.md:1: K102 x",
        "crashkb: warning: a.md:2: K102 x",
        "crashkb: warning: a.md:3: K102 x",
        "crashkb: warning: 2 more broken pages; `crashkb kb check` shows all",
    ]


@pytest.mark.parametrize("words", [["ask", "CUDA out of memory"], ["list"], ["ingest", "list"], ["kb", "stats"]])
def test_a_broken_page_of_the_team_is_told_and_the_command_works(tmp_path: Path, words: list[str]) -> None:
    """With file and line."""
    init_root(tmp_path / "team", "Team")
    page = tmp_path / "team/kb/qa/x.md"
    page.write_text("---\ntitle: [x\n---\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "crashkb.cli.main", "--kb", "team", *words],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert "warning" not in done.stdout
    assert words == ["ingest", "list"] or f"crashkb: warning: {page}:2: K102" in done.stderr
