"""Arguments of `ask` read without click."""

import pytest

from crashkb.cli.plain import Asked, read_arguments


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("ask crash.log", Asked(("crash.log",))),
        ("ask --json -", Asked(("-",), as_json=True)),
        ("ask why OOM --lang zh --top 2 --explain", Asked(("why", "OOM"), language="zh", top=2, explain=True)),
        ("--kb a --kb b ask --markdown x", Asked(("x",), ("a", "b"), as_markdown=True)),
    ],
)
def test_plain_arguments_are_read(line: str, asked: Asked) -> None:
    """As click would."""
    assert read_arguments(line.split()) == asked


@pytest.mark.parametrize(
    "line",
    [
        "",
        "ask",
        "ask --help x",
        "ask --json --markdown x",
        "ask --top 11 x",
        "ask --top=2 x",
        "ask --lang de x",
        "ask x --lang",
        "ask -- -x",
        "--version",
        "show x",
        "--kb ask",
    ],
)
def test_everything_else_is_left_to_click(line: str) -> None:
    """Help, errors and rare forms have one place."""
    assert read_arguments(line.split()) is None
