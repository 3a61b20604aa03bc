"""`crashkb show`."""

from click.testing import CliRunner

from crashkb.cli.main import cli
from crashkb.errors import InputError


def test_a_page_a_signature_and_a_hint() -> None:
    """Any id; a mistyped one names its neighbours."""
    runner = CliRunner()

    assert "Fix" in runner.invoke(cli, ["show", "gpu-vram-exhausted", "--lang", "en"]).output
    assert "修复" in runner.invoke(cli, ["show", "gpu-vram-exhausted", "--lang", "zh"]).output
    assert "Tried to allocate" in runner.invoke(cli, ["show", "torch-cuda-out-of-memory"]).output

    error = runner.invoke(cli, ["show", "gpu-vram-exausted"]).exception
    assert isinstance(error, InputError)
    assert "gpu-vram-exhausted" in str(error)


def test_raw_is_markdown() -> None:
    """For other tools."""
    assert CliRunner().invoke(cli, ["show", "--raw", "--lang", "en", "gpu-vram-exhausted"]).output.startswith("# ")
