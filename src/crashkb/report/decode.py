"""Bytes of a file or pipe to text, or one clear refusal."""

import codecs

from crashkb.errors import InputError
from crashkb.text.lazy import LazyPattern

_SAMPLE = 65_536
"""Bytes that decide whether the whole is text."""

_MOST_ODD = 0.05
"""Share of control bytes in a sample from which it is no text."""

# (offset, magic, what it is, what to give instead); from file(1)'s magic database
_LOG_INSIDE = "unpack it and give the log inside"
_LOG_OF_RUN = "give the log of the run that failed"
_MAGIC = (
    (0, b"\x1f\x8b", "gzip data", "name it .gz, or unpack it first"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard data", "name it .zst, or unpack it first"),
    (0, b"BZh", "bzip2 data", "unpack it first"),
    (0, b"\xfd7zXZ\0", "xz data", "unpack it first"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _LOG_INSIDE),
    (0, b"Rar!\x1a\x07", "a RAR archive", _LOG_INSIDE),
    (0, b"PK\x03\x04", "a ZIP archive (or .apk, .keras, .pt, .docx)", _LOG_INSIDE),
    (257, b"ustar", "a tar archive", _LOG_INSIDE),
    (0, b"\x89PNG", "a PNG picture", "paste the text instead of a screenshot"),
    (0, b"\xff\xd8\xff", "a JPEG picture", "paste the text instead of a screenshot"),
    (0, b"GIF8", "a GIF picture", "paste the text instead of a screenshot"),
    (0, b"BM", "a BMP picture", "paste the text instead of a screenshot"),
    (8, b"WEBP", "a WebP picture", "paste the text instead of a screenshot"),
    (4, b"ftyp", "a video", "paste the text instead of a recording"),
    (0, b"%PDF-", "a PDF document", "copy the text out of it"),
    (0, b"\xd0\xcf\x11\xe0", "an old Office document", "copy the text out of it"),
    (0, b"MDMP", "a Windows minidump", "open it in WinDbg and give the output of !analyze -v"),
    (0, b"PAGEDU", "a Windows kernel dump", "open it in WinDbg and give the output of !analyze -v"),
    (0, b"MZ", "a Windows program or DLL", _LOG_OF_RUN),
    (0, b"\xcf\xfa\xed\xfe", "a Mach-O program", _LOG_OF_RUN),
    (0, b"\xca\xfe\xba\xbe", "a Java class or universal Mach-O file", _LOG_OF_RUN),
    (0, b"dex\n", "Android bytecode (dex)", _LOG_OF_RUN),
    (0, b"\0asm", "a WebAssembly module", _LOG_OF_RUN),
    (0, b"SQLite format 3\0", "an SQLite database", _LOG_OF_RUN),
    (0, b"\x89HDF", "an HDF5 file (model weights)", _LOG_OF_RUN),
    (0, b"\x93NUMPY", "a NumPy array", _LOG_OF_RUN),
    (0, b"GGUF", "a GGUF model", _LOG_OF_RUN),
    (4, b"TFL3", "a TFLite model", _LOG_OF_RUN),
    (0, b"\x08\x01\x12", "a protobuf message (an ONNX model?)", _LOG_OF_RUN),
    (0, b"\x80\x02", "a Python pickle", _LOG_OF_RUN),
    (0, b"\x80\x04\x95", "a Python pickle", _LOG_OF_RUN),
    (0, b"bplist00", "a binary property list", "convert it with plutil -convert xml1"),
)  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# NUL, BEL in the middle of nowhere, DEL, C1: all but tab, line ends, backspace, escape, BEL (ends an OSC) and CSI
_CONTROLS = LazyPattern(r"[\0-\x06\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9a\x9c-\x9f]")
_ODD_BYTES = bytes(code for code in range(32) if code not in b"\t\n\r\x07\x08\x0c\x1b")
# Han, CJK punctuation and full-width forms: what a GB18030 text consists of, next to ASCII
_CJK = LazyPattern(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


def decode(data: bytes) -> str:
    """The text of a log, whatever it was saved as.

    UTF-8 and UTF-16 (with or without byte-order mark), GB18030 where that gives Chinese, else
    UTF-8 with replacement characters. Control characters that would only disturb become spaces.

    Raises:
        InputError: The bytes are no text; the message says what they look like and what to give.
    """
    # A power cut leaves a log's last block filled with zero bytes.
    stripped = data.rstrip(b"\0")
    data = stripped if len(data) - len(stripped) > 16 else data
    bom, name = _marked(data)
    if name:
        return neutral(data[bom:].decode(name, "replace"))
    _refuse_binary(data)
    try:
        return neutral(data.decode("utf-8"))
    except UnicodeDecodeError:
        return neutral(_decode_broken(data))


def encoding_of(sample: bytes) -> str:
    """The name under which Python decodes a text that begins with these bytes ('utf-8' for damaged UTF-8 too).

    Raises:
        InputError: The bytes are no text; the message says what they look like and what to give.
    """
    bom, name = _marked(sample)
    if name:
        # Python's names without the byte order take the mark off by themselves.
        return {"utf-8": "utf-8-sig"}.get(name, name[:6]) if bom else name
    _refuse_binary(sample)
    sample = sample[: sample.rfind(b"\n") + 1] or sample[:-4]  # a letter may be cut at the end
    sound = _is_mostly_sound(sample.decode("utf-8", "replace"))
    return "utf-8" if sound or not _is_gb18030(sample) else "gb18030"


def _marked(data: bytes) -> tuple[int, str]:
    """(bytes of the byte-order mark, encoding) where mark or NUL bytes tell it, else (0, '')."""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return len(bom), name
    return 0, _utf16_without_bom(data)


def neutral(text: str) -> str:
    """The text with a space for each control character that would only disturb."""
    return _CONTROLS.sub(" ", text)


def _utf16_without_bom(data: bytes) -> str:
    """'utf-16-le' or 'utf-16-be' where every other byte is mostly NUL, else ''."""
    sample = data[: _SAMPLE & ~1]
    units = len(sample) // 2
    if units < 4 or b"\0" not in sample:
        return ""
    first, second = sample[0 : 2 * units : 2].count(0), sample[1 : 2 * units : 2].count(0)
    ends = sample.count(b"\r\0\n\0") + sample.count(b"\0\r\0\n") + sample.count(b" \0") + sample.count(b"\0 ")
    if not ends and max(first, second) < 0.8 * units:
        return ""
    if second >= 0.2 * units and first <= 0.02 * units:
        return "utf-16-le"
    if first >= 0.2 * units and second <= 0.02 * units:
        return "utf-16-be"
    return ""


def _refuse_binary(data: bytes) -> None:
    sample = data[:_SAMPLE]
    odd = len(sample) - len(sample.translate(None, _ODD_BYTES))
    if sample.startswith(b"\x7fELF"):
        is_core = sample[16:17] == b"\x04"
        what = "a core dump" if is_core else "an ELF program or library"
        advice = "give the output of gdb -batch -ex bt PROGRAM CORE" if is_core else _LOG_OF_RUN
        raise InputError(f"this is {what}, not text: {advice}")
    for offset, magic, what, advice in _MAGIC:
        # Letters alone ("BM", "MZ") may begin a text: control bytes must stand beside them.
        if sample.startswith(magic, offset) and (odd or _looks_wrong(sample)):
            raise InputError(f"this is {what}, not text: {advice}")
    if odd > _MOST_ODD * len(sample) and odd > 3:
        raise InputError("this is binary data, not text: give the log or stack trace as text")


def _looks_wrong(sample: bytes) -> bool:
    try:
        sample[:-4].decode("utf-8")
    except UnicodeDecodeError:
        return True
    return False


def _decode_broken(data: bytes) -> str:
    """Text of bytes that are not valid UTF-8: damaged UTF-8 stays so, Chinese in GB18030 is read as such."""
    text = data.decode("utf-8", "replace")
    if _is_mostly_sound(text) or not _is_gb18030(data[: 2 * _SAMPLE]):
        return text
    return data.decode("gb18030", "replace")


def _is_mostly_sound(text: str) -> bool:
    """Whether a text that was read as UTF-8 has more foreign letters than broken places."""
    return sum(1 for char in text[:_SAMPLE] if char > "\x7f" and char != "\ufffd") >= text.count("\ufffd")


def _is_gb18030(data: bytes) -> bool:
    """Whether bytes that are not UTF-8 give Chinese in GB18030."""
    chinese = data.decode("gb18030", "replace")[:_SAMPLE]
    foreign = sum(1 for char in chinese if char > "\x7f")
    return bool(foreign) and len(_CJK.findall(chinese)) >= 0.7 * foreign
