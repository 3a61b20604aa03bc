"""Messages that are only quoted."""

import pytest

from crashkb.match.quoted import Quoting
from crashkb.report.scrub import scrub

MESSAGE = "CUDA out of memory. Tried to allocate 20.00 MiB"


def quoted(text: str, message: str = MESSAGE) -> str:
    lines = scrub(text)
    index = next(index for index, line in enumerate(lines) if message.casefold() in line.text.casefold())
    return Quoting(lines).of(index, message.casefold())


@pytest.mark.parametrize(
    "text",
    [
        # huggingface/accelerate tests/test_memory_utils.py, as grep -n and ripgrep with a heading show it
        f'tests/test_memory_utils.py:23:    raise RuntimeError("{MESSAGE}")',
        f'tests/test_memory_utils.py\n23:    raise RuntimeError("{MESSAGE}")',
        f'def raise_fake_out_of_memory():\n    raise RuntimeError(\n        "{MESSAGE}"\n    )',
        f'    if "{MESSAGE}" in str(e):\n        retry()',
        f'with pytest.raises(RuntimeError, match="{MESSAGE}"):',
        f'OOM_MESSAGE = "{MESSAGE}"',
        f'    TORCH_CHECK(false, "{MESSAGE}");',
        f"def fit(x):\n    # RuntimeError: {MESSAGE}\n    y = step(x)\n    return y",
    ],
)
def test_source_code_only_quotes_what_it_would_print(text: str) -> None:
    """Nothing ran."""
    assert quoted(text) == "source"


def test_a_diff_only_quotes() -> None:
    """The hunk's header tells it."""
    text = f"diff --git a/t.md b/t.md\n--- a/t.md\n+++ b/t.md\n@@ -1,2 +1,3 @@\n see below\n+{MESSAGE}\n"

    assert quoted(text) == "diff"
    assert quoted(f"@@ -1,2 +1,3 @@\n see below\nand then it printed\n+{MESSAGE}\n") == ""


@pytest.mark.parametrize(
    "text",
    [
        f"## Troubleshooting\n\nIf you see `RuntimeError: {MESSAGE}`, reduce the batch size.",
        f"# FAQ\n\n### RuntimeError: {MESSAGE}\n\nSolution: lower the batch size.",
        f"## 常见问题\n### RuntimeError: {MESSAGE}\n解决方法：减小 batch size。",
    ],
)
def test_documentation_speaks_to_readers_in_general(text: str) -> None:
    """Two signs, or one on the line itself."""
    assert quoted(text) == "documentation"


@pytest.mark.parametrize(
    "text",
    [
        f"RuntimeError: {MESSAGE}",
        f'{{"level": "error", "msg": "RuntimeError: {MESSAGE}"}}',
        f"train.log:883:RuntimeError: {MESSAGE}",
        f"ray.exceptions.RayTaskError(OutOfMemoryError): [OutOfMemoryError('{MESSAGE}')]",
        f"src/storage/pool.h:143: {MESSAGE}",
        f"If I run it I get `RuntimeError: {MESSAGE}`, how do I fix it?",
        f"### Troubleshooting\nI followed the FAQ.\nSolution: none, I still get\n{MESSAGE}",
    ],
)
def test_what_a_program_printed_or_a_person_tells_is_not_quoted(text: str) -> None:
    """JSON logs, greps over logs and reports of people."""
    assert quoted(text) == ""
