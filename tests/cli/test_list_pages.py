"""`crashkb list`."""

from click.testing import CliRunner

from crashkb.cli.main import cli


def test_each_kind_lists_ids_and_titles() -> None:
    """A tab between them."""
    for kind in ("cause", "signature", "qa", "case", "guide"):
        lines = CliRunner().invoke(cli, ["list", "--kind", kind]).output.splitlines()
        assert lines
        assert all(line.count("\t") == 1 and all(line.split("\t")) for line in lines)


def test_a_family_narrows_and_an_unknown_one_is_wrong_usage() -> None:
    """The message names the families."""
    runner = CliRunner()
    memory = runner.invoke(cli, ["list", "--family", "memory"]).output
    wrong = runner.invoke(cli, ["list", "--family", "weather"])

    assert "gpu-vram-exhausted" in memory and "op-not-registered" not in memory
    assert wrong.exit_code == 2
    assert "memory" in wrong.output
