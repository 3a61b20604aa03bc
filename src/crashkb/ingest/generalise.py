"""One printed line to a template: what varies from print to print becomes a typed hole.

Numbers, sizes, shapes, paths, quoted names, addresses, versions, devices and words that look generated become holes;
error codes, exit statuses, opcodes, library and function names stay, because they say which error it is. How much
becomes a hole is a level: a line that is too general is tried again with its names, then with its figures, kept.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from crashkb.text.fold import fold
from crashkb.text.mask import find_masked

LEVELS = ("wide", "named", "exact")
"""Everything that varies is a hole · names and generated words stay · figures and versions stay too."""

_NAMES = frozenset({"quoted", "word", "op"})
_FIGURES = frozenset({"int", "num", "bytes", "version", "shape"})
KEPT = {"wide": frozenset[str](), "named": _NAMES, "exact": _NAMES | _FIGURES}
"""Hole types that stay literal, by level."""

LONGEST = 240
"""Characters of a line that a template is made of."""


class Piece(NamedTuple):
    """A stretch of a line: literal text, or what stands in a hole."""

    text: str
    kind: str = ""
    """Hole type; '' for a literal."""


_FINDERS: tuple[tuple[str, str], ...] = (
    # https://www.tensorflow.org/guide/…: an address in a message is part of its wording
    ("", r"https?://[^\s'\"<>]{1,200}"),
    # torch.Size([3, 4]), TensorShape([None, 3])
    ("shape", r"(?:torch\.Size|TensorShape)\([\[(][\d, ?None-]{0,80}[\])]\)"),
    # /job:localhost/replica:0/task:0/device:GPU:0, cuda:0, GPU_0_bfc
    (
        "device",
        r"/job:[\w:/.-]{1,120}(?<![:.])|(?<![\w:])(?:cuda|cpu|gpu|xpu|mps|npu|hip|tpu):\d{1,3}(?![\w:.])|\b[GC]PU_\d{1,3}_bfc\b",
    ),
    # version '99', opset version 17, IR version: 11, PyTorch 2.1, torch==1.13.1, NumPy 1.x
    (
        "version",
        r"(?i:(?<=version )|(?<=versions )|(?<=version: )|(?<=version=)|(?<=opset )|(?<=opset: )|(?<=pytorch )|(?<=torch==)"
        r"|(?<=cuda )|(?<=cudnn )|(?<=numpy )|(?<=tensorflow )|(?<=python )|(?<=keras )|(?<=tensorrt )|(?<=onnx )|(?<=driver )"
        r"|(?<=protobuf )|(?<===)|(?<=>=)|(?<=<=))v?\d{1,6}(?:\.\d{1,9}){0,4}(?:[+-][\w.]{1,40})?(?![\w.]\d|\w)",
    ),
    ("quoted", r"(?i:(?<=version )|(?<=versions ))['\"]\d[\w.]{0,20}['\"]"),
    # 2.1.0+cu118, v1.15.3
    ("version", r"(?<![\w.])v?\d{1,6}(?:\.\d{1,6}){2,4}(?:[+-][A-Za-z0-9.]{1,40})?(?![\w:]|\.\d)"),
    # libcudart.so.12: the 12
    ("version", r"(?<=\.so\.)\d{1,6}(?:\.\d{1,6}){0,3}(?![\w])"),
    # op_kernel.cc:1858, model.cc(149): the line number; the file says which code it was
    (
        "int",
        r"(?<=\.cc:)\d{1,6}\b|(?<=\.cpp:)\d{1,6}\b|(?<=\.py:)\d{1,6}\b|(?<=\.cu:)\d{1,6}\b|(?<=\.h:)\d{1,6}\b|(?<=\.c:)\d{1,6}\b",
    ),
)

# model_ir.onnx, clf.keras, repro.py: a bare file name of the user's
_FILE = (
    r"(?<![\w./\\-])[\w][\w.-]{0,80}\.(?:onnx|ort|pt|pth|ckpt|tflite|h5|hdf5|keras|pb|pbtxt|json|txt|yaml|yml|csv|npy|npz|param"
    r"|bin|xml|mlmodel|mlpackage|engine|plan|safetensors|gguf|tfrecord|zip|tar|gz|jpg|jpeg|png|mp4|wav|pdparams|pdmodel)(?![\w/])"
)
# keras_tensor_12, node_Conv_7, dense_1, 7f3ab2c1 (a name with a running number); not float32, int8, conv2d, x86_64
_GENERATED = (
    r"(?<![\w./:<'-])(?=[A-Za-z_]{1,60}\d|[A-Za-z]\w{0,60}_\d)[A-Za-z_]\w{0,60}_\d{1,12}(?:[:/]\d{1,4})?(?![\w.(])"
    r"|(?<![\w./:-])(?=\w{0,20}\d\w{0,20}[a-f])(?=\w{0,20}[a-f])[0-9a-f]{7,11}(?![\w.])"
)
_KEEP_WORDS = re.compile(
    r"(?i)(?:u?int|float|bfloat|complex|qint|quint)\d{1,3}|x86_64|amd_64|sm_\d+|compute_\d+|utf_8|cu_?\d+|gfx\d+|errno_\d+"
)
# mask's number with a unit: "20.00 MiB", "97%", "12.5ms"
_NUMBER = re.compile(r"([-+]?\d+(?:\.\d*)?(?:e[-+]?\d+)?)(.*)", re.IGNORECASE | re.DOTALL)
_SIZE_UNIT = re.compile(r"\.?[ ]?(?:[KMGT]i?B|bytes?)", re.IGNORECASE)
_SENTENCE = re.compile(r"\w\s+\w{2,}\s+\w{2,}\s+\w{2,}")


def split(line: str) -> tuple[Piece, ...]:
    """The line as literals and holes, on the widest level.

    Args:
        line: one line as printed; longer than LONGEST is cut.
    """
    text = fold(line).strip()
    if len(text) > LONGEST:
        text = text[:LONGEST].rpartition(" ")[0] or text[:LONGEST]
    pieces: list[Piece] = []
    done = 0
    for start, end, kind in _spans(text):
        if start > done:
            pieces.append(Piece(text[done:start]))
        pieces += _hole(text[start:end], kind)
        done = end
    if done < len(text):
        pieces.append(Piece(text[done:]))
    return tuple(pieces)


def keep(pieces: Sequence[Piece], level: str) -> tuple[Piece, ...]:
    """The pieces with the hole types that this level keeps made literal."""
    kept = KEPT[level]
    merged: list[Piece] = []
    for piece in pieces:
        # A figure of four digits and more is a process, a count, a size of the day: never what an error is told by.
        stays = piece.kind in kept and (
            piece.kind not in ("int", "num", "bytes") or not re.search(r"\d{4}", piece.text)
        )
        plain = Piece(piece.text) if stays else piece
        if merged and not merged[-1].kind and not plain.kind:
            merged[-1] = Piece(merged[-1].text + plain.text)
        else:
            merged.append(plain)
    return tuple(merged)


def merge(first: Sequence[Piece], second: Sequence[Piece]) -> tuple[Piece, ...]:
    """One line out of two of the same message: where they differ a hole of a type that holds both."""
    one, two = list(_units(first)), list(_units(second))
    matcher = SequenceMatcher(None, [_key(unit) for unit in one], [_key(unit) for unit in two], autojunk=False)
    merged: list[Piece] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            merged += one[i1:i2]
        else:
            merged.append(_joint(one[i1:i2], two[j1:j2]))
    return keep(merged, "wide")


def _spans(text: str) -> list[tuple[int, int, str]]:
    """(start, end, kind) of what varies, from left to right, without overlap; earlier finders win."""
    found: list[tuple[int, int, str]] = []

    def add(start: int, end: int, kind: str) -> None:
        if end > start and all(end <= other[0] or start >= other[1] for other in found):
            found.append((start, end, kind))

    quoted = [span for span in find_masked(text) if span.kind == "quoted"]
    for span in quoted:
        if not _SENTENCE.search(text[span.start : span.end]) and not text[span.start : span.end - 1].endswith("()"):
            add(span.start, span.end, "quoted")
    for kind, pattern in _finders():
        for match in pattern.finditer(text):
            add(match.start(), match.end(), kind)
    for span in find_masked(text):
        place = re.search(r":\d", text[span.start : span.end]) if span.kind == "path" else None
        if span.kind != "quoted":  # of "/a/b/run.py:6" the path only; the 6 is a hole of its own
            add(span.start, span.start + place.start() if place else span.end, span.kind)
    for match in _compiled(_FILE).finditer(text):
        add(match.start(), match.end(), "path")
    for match in _compiled(_GENERATED).finditer(text):
        if not _KEEP_WORDS.fullmatch(match.group()):
            add(match.start(), match.end(), "word")
    return sorted(found)


def _hole(text: str, kind: str) -> list[Piece]:
    """The hole for one varying part; a unit that no type reads stays literal."""
    if kind == "number":
        number, unit = _NUMBER.fullmatch(text).groups()  # type: ignore[union-attr]
        if _SIZE_UNIT.fullmatch(unit):
            return [Piece(text, "bytes")]
        figure = Piece(number, "int" if re.fullmatch(r"[-+]?\d+", number) else "num")
        return [figure, Piece(unit)] if unit else [figure]
    if kind == "hex" or text.lower().startswith("0x"):
        return [Piece(text, "hex" if len(text) <= 34 else "word")]
    if kind == "shape" and text[1:-1].isdecimal():  # (64): a number in parentheses
        return [Piece(text[0]), Piece(text[1:-1], "int"), Piece(text[-1])]
    if kind == "time":
        return [Piece(text, "any" if " " in text else "word")]
    return [Piece(text, {"uuid": "word", "address": "word"}.get(kind, kind))]


# --- several logs -----------------------------------------------------------------------------

_UNIT = re.compile(r"\s+|\w+|[^\w\s]")
_WIDER = {frozenset({"int", "num"}): "num", frozenset({"int", "hex"}): "hex", frozenset({"int", "bytes"}): "bytes"}


def _units(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Holes, and literals cut into words, white space and single marks."""
    for piece in pieces:
        if piece.kind:
            yield piece
        else:
            yield from (Piece(" " if unit.isspace() else unit) for unit in _UNIT.findall(piece.text))


def _key(unit: Piece) -> tuple[str, str]:
    return (unit.kind, "") if unit.kind else ("", unit.text.casefold())


def _joint(one: Sequence[Piece], two: Sequence[Piece]) -> Piece:
    """A hole for two stretches that stand in the same place."""
    text = "".join(piece.text for piece in one)
    kinds = {piece.kind for piece in (*one, *two)}
    if len(one) == len(two) == 1 and "" not in kinds:
        return Piece(text, _WIDER.get(frozenset(kinds), "word"))
    both = (text, "".join(piece.text for piece in two))
    if all(re.fullmatch(r"[\w.:+-]+", side) for side in both):
        return Piece(text, "int" if all(side.isdecimal() for side in both) else "word")
    if all(re.fullmatch(r"[^\s'\"<>|*]+", side) for side in both):
        return Piece(text, "path")
    return Piece(text, "any")


# --- to text ----------------------------------------------------------------------------------


def template_text(pieces: Sequence[Piece]) -> str:
    """The pieces as one line of a `template` fence: begins with a literal, holes named after the word before them."""
    cut = list(pieces)
    while cut and (cut[0].kind or not re.search(r"\w", cut[0].text)):
        cut.pop(0)
    while cut and (cut[-1].kind in ("any",) or (not cut[-1].kind and not re.search(r"\w", cut[-1].text))):
        cut.pop()
    parts: list[str] = []
    names: set[str] = set()
    for number, piece in enumerate(cut):
        if piece.kind:
            before = cut[number - 1].text if number and not cut[number - 1].kind else ""
            parts.append(f"{{{_name(before, piece.kind, names)}:{piece.kind}}}")
        else:
            parts.append(_literal(piece.text, first=number == 0, last=number == len(cut) - 1))
    return " ".join("".join(parts).split())


def _literal(text: str, *, first: bool, last: bool) -> str:
    if first:
        text = re.sub(r"^[^\w\[(<*]+", "", text)
    return re.sub(r"[\s.,:;!]+$", "", text) if last else text


def _name(before: str, kind: str, names: set[str]) -> str:
    words = re.findall(r"[a-z][a-z_]{1,20}", before.lower())
    base = {"bytes": "size", "shape": "shape"}.get(kind) or (words[-1] if words else kind)
    base = base if base != "size" or kind == "bytes" else "number"
    name = base
    number = 2
    while name in names:
        name = f"{base}{number}"
        number += 1
    names.add(name)
    return name


@cache
def _finders() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(regex)) for kind, regex in _FINDERS)


@cache
def _compiled(regex: str) -> re.Pattern[str]:
    return re.compile(regex)
