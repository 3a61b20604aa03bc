"""`crashkb kb repro`."""

from click.testing import CliRunner

from crashkb.cli.main import cli


def test_the_list_names_cause_environment_and_seconds() -> None:
    """One line each."""
    lines = CliRunner().invoke(cli, ["kb", "repro", "--list"]).output.splitlines()

    assert len(lines) > 190
    assert all(line.count("\t") == 3 for line in lines)


def test_without_a_choice_it_is_wrong_usage() -> None:
    """Running everything installs gigabytes; nobody should get that by accident."""
    assert CliRunner().invoke(cli, ["kb", "repro"]).exit_code == 2
