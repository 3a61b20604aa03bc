"""Bytes of logs, whatever they were saved as."""

import pytest

from crashkb.errors import InputError
from crashkb.report.decode import decode

_TEXT = "显存还有很多却报 OOM：CUDA out of memory\nTried to allocate 20.00 MiB\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"])
def test_a_chinese_log_reads_the_same_in_every_encoding(encoding: str) -> None:
    assert decode(_TEXT.encode(encoding)) == _TEXT


def test_an_english_powershell_log_without_mark_is_utf16() -> None:
    text = "Traceback (most recent call last):\r\nRuntimeError: CUDA error\r\n"

    assert decode(text.encode("utf-16-le")) == text


def test_some_nuls_and_broken_bytes_do_not_make_a_log_binary() -> None:
    data = b"step 1\0\0 loss 0.5\nRuntimeError: bad name '\xff\xfe' in checkpoint\n" * 5

    text = decode(data)

    assert text.startswith("step 1   loss 0.5\nRuntimeError: bad name '\ufffd\ufffd'")
    assert "\0" not in text


def test_utf8_that_was_cut_inside_a_character_stays_utf8() -> None:
    assert decode(_TEXT.encode()[:10]) == "显存还\ufffd"


def test_line_ends_tabs_and_terminal_codes_are_kept_for_the_next_step() -> None:
    assert decode(b"a\tb\r\n\x1b[31mred\x1b[0m\x07\b") == "a\tb\r\n\x1b[31mred\x1b[0m\x07\b"


def test_nothing_is_an_empty_text() -> None:
    assert decode(b"") == ""


@pytest.mark.parametrize(
    ("data", "what", "advice"),
    [
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0", "an ELF program or library", "log of the run"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x04\0\x3e\0", "a core dump", "gdb"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture", "paste the text"),
        (b"PK\x03\x04\x14\0\0\0", "a ZIP archive", "unpack"),
        (b"\x1f\x8b\x08\0\0\0", "gzip", ".gz"),
        (b"MDMP\x93\xa7\0\0\x0f\0\0\0", "a Windows minidump", "!analyze -v"),
        (b"\x1c\0\0\0TFL3\x14\0\x20\0", "a TFLite model", "log of the run"),
        (bytes(range(32)) * 20, "binary data", "as text"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line_with_advice(data: bytes, what: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(data)

    assert what in str(caught.value)
    assert advice in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["MZ is what the header says\n", "BM25 scoring crashed\n", "GGUF model fails to load"])
def test_letters_that_are_also_a_magic_number_are_text(text: str) -> None:
    assert decode(text.encode()) == text
