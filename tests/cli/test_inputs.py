"""What a command was given to read."""

from pathlib import Path

import pytest

from crashkb.cli.inputs import locale_language, open_input
from crashkb.errors import InputError, UsageError


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_locale_decides_between_two_languages(environ: dict[str, str], language: str) -> None:
    """LC_ALL before LANG."""
    assert locale_language(environ) == language


@pytest.mark.parametrize("words", [("no/such/file",), ("crash.log",), ("C:\\logs\\a.txt",)])
def test_one_word_that_looks_like_a_path_must_exist(words: tuple[str, ...]) -> None:
    """A mistyped path is not taken for a question."""
    with pytest.raises(InputError, match="cannot read"), open_input(words):
        pass


@pytest.mark.parametrize("words", [("why", "OOM?"), ("显存/内存 不够",), ("cudaErrorInitializationError",)])
def test_other_words_are_the_question(words: tuple[str, ...]) -> None:
    """As typed."""
    with open_input(words) as text:
        assert text == " ".join(words)


def test_several_files_are_not_taken_for_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor a file among words, nor mistyped ones."""
    monkeypatch.chdir(tmp_path)
    for name in ("a.log", "b", "c.log"):
        Path(name).write_text("x", encoding="utf-8")
    for words in (["a.log", "b"], ["a.log", "c.log", "why"], ["absent.log", "gone.txt"]):
        with pytest.raises(UsageError, match="triage"), open_input(words):
            pass
    with pytest.raises(UsageError, match=r"a\.log is a file"), open_input(["why", "a.log"]):
        pass
    with open_input(["why", "b", "CUDA/cuDNN"]) as text:
        assert text == "why b CUDA/cuDNN"
