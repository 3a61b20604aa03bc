"""`crashkb kb check`."""

from pathlib import Path

from click.testing import CliRunner

from crashkb.cli.main import cli


def test_a_broken_page_of_a_team_root_is_named_with_file_line_and_code(tmp_path: Path) -> None:
    """And the status is 1."""
    folder = tmp_path / "kb" / "qa"
    folder.mkdir(parents=True)
    (folder / "our-page.md").write_text("---\nasks:\n  - a\ncolour: red\n---\n\nText.\n")
    result = CliRunner().invoke(cli, ["--kb", str(tmp_path), "kb", "check", "--static"])

    assert result.exit_code == 1
    assert any("our-page.md:4: K" in line and "colour" in line for line in result.output.splitlines())


def test_the_built_in_pages_keep_the_static_rules() -> None:
    """The rest is run by `make check`."""
    result = CliRunner().invoke(cli, ["kb", "check", "--static"])

    assert result.exit_code == 0, result.output[-2000:]
    assert " 0 problems" in result.output
