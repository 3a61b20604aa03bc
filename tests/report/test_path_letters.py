"""Letters of Windows paths: what narrow file functions cannot open."""

import pytest

from crashkb.model import Line
from crashkb.report.path_letters import read_path_letters


def _letters(*texts: str) -> list[tuple[str, int]]:
    lines = [Line(number, text) for number, text in enumerate(texts, start=1)]
    return [(fact.value, fact.line) for fact in read_path_letters(lines)]


@pytest.mark.parametrize(
    "text",
    [
        r"RuntimeError: Unable to open file 'model.bin' in model 'data\测试\small'",
        r"Load model from D:\模型\det.onnx failed:Load model failed. File doesn't exist",
        "C:/Users/张三/.cache/huggingface/hub/models--bert",
        r"C:\Users\José\AppData\Local\Temp\x.dll",
    ],
)
def test_letters_beyond_ascii_are_told(text: str) -> None:
    """In drive paths, relative ones, with either slash."""
    assert _letters("ok", text) == [("non-ascii", 2)]


def test_a_plain_windows_path_is_ascii() -> None:
    """So a condition on it is decided, not open."""
    assert _letters(r'  File "C:\work\train.py", line 3, in <module>', "再说一句话") == [("ascii", 1)]


@pytest.mark.parametrize(
    "text", ["/home/用户/model.bin", "错误:文件打不开", r"loss\n训练卡住", "a: 模型", "https://例子.cn/a"]
)
def test_other_systems_and_plain_words_tell_nothing(text: str) -> None:
    """Linux passes bytes on."""
    assert _letters(text) == []
