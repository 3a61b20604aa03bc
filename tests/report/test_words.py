"""Words that tell packages, frameworks and platforms."""

import pytest

from crashkb.report.scrub import scrub
from crashkb.report.words import WORDS, find_mentions


def _words(text: str) -> list[str]:
    return [mention.word for mention in find_mentions(scrub(text)).found]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("onnxruntime and onnx", ["onnxruntime", "onnx"]),
        ("tensorflow/lite/kernels", ["tensorflow/lite"]),
        ("TensorFlow Lite 2.14", ["tensorflow lite"]),
        ("tensorflow2ncnn", ["tensorflow", "ncnn"]),
        ("libonnxruntime.so", ["onnxruntime"]),
        ("PytorchStreamReader", ["pytorch"]),
        ("python3.10", ["python"]),
        ("用torch跑", ["torch"]),
        ("torchlight, mnnvl, scuda, pythonic", []),
        (r"C:\Users", [":\\"]),
        ("error:\\n", []),
    ],
)
def test_the_longest_word_that_stands_alone_is_found(text: str, words: list[str]) -> None:
    assert _words(text) == words


def test_a_tag_counts_as_a_word_of_its_line() -> None:
    (mention,) = find_mentions(scrub("x\nE/tflite: failed to invoke")).found

    assert (mention.word, mention.number) == ("tflite", 2)


def test_offsets_hold_in_the_joined_text_even_where_small_letters_are_longer() -> None:
    mentions = find_mentions(scrub("İİİ torch 2.1\nİ numpy"))

    assert [mentions.text[found.start : found.end] for found in mentions.found] == ["torch", "numpy"]


def test_every_word_is_lower_case_and_tells_something() -> None:
    for word, meaning in WORDS.items():
        assert word == word.lower()
        assert meaning.package or meaning.framework or meaning.platform, word
