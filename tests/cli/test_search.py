"""`crashkb search`."""

from click.testing import CliRunner

from crashkb.cli.main import cli


def test_words_find_pages_best_first() -> None:
    """Score, kind, id, title."""
    lines = CliRunner().invoke(cli, ["search", "cuda", "out", "of", "memory"]).output.splitlines()
    scores = [float(line.split("\t")[0]) for line in lines]

    assert scores == sorted(scores, reverse=True)
    assert any("\tgpu-vram-" in line for line in lines)


def test_nothing_found_is_status_1() -> None:
    """And prints nothing."""
    result = CliRunner().invoke(cli, ["search", "zzqqxx"])

    assert (result.exit_code, result.output) == (1, "")
