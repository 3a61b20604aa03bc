"""`crashkb completion`."""

import pytest
from click.testing import CliRunner

from crashkb.cli.main import cli


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    """It calls back with crashkb's own variable."""
    result = CliRunner().invoke(cli, ["completion", shell])

    assert result.exit_code == 0
    assert "_CRASHKB_COMPLETE" in result.output


def test_the_script_completes_commands() -> None:
    """What the shell would ask."""
    environ = {"_CRASHKB_COMPLETE": "bash_complete", "COMP_WORDS": "crashkb tr", "COMP_CWORD": "1"}
    result = CliRunner().invoke(cli, [], env=environ, prog_name="crashkb", complete_var="_CRASHKB_COMPLETE")

    assert "plain,triage" in result.output
