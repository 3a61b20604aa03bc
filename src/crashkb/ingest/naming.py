"""Ids, titles, emitter and family that a draft proposes; a person may name all of them otherwise."""

import re
from collections.abc import Collection as Names
from collections.abc import Sequence
from unicodedata import east_asian_width

from crashkb.ingest.generalise import Piece
from crashkb.kb.files import is_id
from crashkb.kb.vocabulary import FRAMEWORKS, PLATFORMS
from crashkb.match.rank import fatal_index
from crashkb.model import Report

_PACKAGE = re.compile(r"(?:site|dist)-packages[/\\]([A-Za-z_]\w{1,40})")
_EMITTERS = {
    "torch": "pytorch",
    "tensorflow": "tensorflow-python",
    "ai_edge_litert": "tflite",
    "tflite_runtime": "tflite",
    "cv2": "opencv",
    "jaxlib": "jax",
}
_KINDS = {
    "sanitizer": "sanitizer",
    "valgrind": "valgrind",
    "kernel-oom": "linux-kernel",
    "kernel-oops": "linux-kernel",
    "kernel-segfault": "linux-kernel",
    "gpu-xid": "nvidia-driver",
}
_HOLE = re.compile(r"\{[a-z0-9_]+:[a-z]+\}")
_SMALL = frozenset(
    "a an the of to in on at by for and or not no is are be been was with from this that it its as".split()
)
_LONGEST_ID = 60
_TITLE_COLUMNS = 96


def slug(text: str, most_words: int = 6) -> str:
    """An id out of a line's or title's telling words, '' if it has none."""
    words = re.findall(r"[a-z0-9]+", _HOLE.sub(" ", text).lower())
    kept = [word for word in words if word not in _SMALL and not word.isdigit() and len(word) <= 24]
    while kept and len("-".join(kept[:most_words])) > _LONGEST_ID:
        most_words -= 1
    found = "-".join(kept[:most_words])
    return found if is_id(found) else ""


def unique(name: str, taken: Names[str]) -> str:
    """The name, or the first of name-2, name-3, … that is not taken."""
    if name not in taken:
        return name
    return next(f"{name}-{number}" for number in range(2, 100_000) if f"{name}-{number}" not in taken)


def emitter_of(report: Report) -> str:
    """Who printed the failure: the package of the innermost library frame, else the framework, else `app`."""
    main = fatal_index(report)
    if main >= 0:
        block = report.blocks[main]
        for frame in block.frames:
            package = _PACKAGE.search(frame.file)
            if package:
                name = package[1].lower()
                found = _EMITTERS.get(name, name.strip("_").replace("_", "-"))
                return found if is_id(found) else "app"
        if block.kind in _KINDS:
            return _KINDS[block.kind]
    return next(iter(frameworks_of(report)), "app")


def frameworks_of(report: Report) -> tuple[str, ...]:
    """The AI frameworks that the report tells, as pages name them, at most three."""
    values = dict.fromkeys(fact.value for fact in report.facts if fact.name == "framework")
    return tuple(value for value in values if value in FRAMEWORKS)[:3]


def platforms_of(report: Report) -> tuple[str, ...]:
    """The platforms that the report tells, as pages name them."""
    values = dict.fromkeys(fact.value for fact in report.facts if fact.name == "platform")
    return tuple(value for value in values if value in PLATFORMS)


def versions_of(report: Report) -> str:
    """The versions that the report tells, on one line."""
    skipped = {"platform", "framework", "device", "gpu", "soc", "exit_status"}
    told = dict.fromkeys(f"{fact.name} {fact.value}" for fact in report.facts if fact.name not in skipped)
    return ", ".join(told)[:200]


def plain_line(pieces: Sequence[Piece]) -> str:
    """The words of a line, with … where something varies: readable, and the same for every print of it."""
    text = "".join("…" if piece.kind else piece.text for piece in pieces)
    return " ".join(re.sub(r"(?:…[ ,]*){2,}", "… ", text).split()).strip(" .:;,")


# "in __init__ ", "torch.distributed.DistStoreError: ", "[ONNXRuntimeError] : 1 : FAIL : "
_LEAD = re.compile(
    r"(?:in [\w.<>$]{2,80} (?=[\w.]{2,80}:)|(?:[\w$]{1,60}\.){0,8}\w{0,60}(?:Error|Exception|Warning|Fail|InvalidProtobuf|NotImplemented"
    r"|InvalidGraph|InvalidArgument|NoSuchFile)(?: in [^:]{1,60})?: |\[ONNXRuntimeError\] : \S{1,5} : [A-Z_]{2,30} : |ERROR: )"
)


def message_words(template: str) -> str:
    """What a template says, as a person reads it, without the exception's type before it."""
    text = template_words(template)
    while match := _LEAD.match(text):
        if len(text) - match.end() < 8:
            break
        text = text[match.end() :]
    return text.strip(" .:;,")


def template_words(template: str) -> str:
    """A template as a person reads it: … for each hole."""
    return " ".join(re.sub(r"(?:…[ ,]*){2,}", "… ", _HOLE.sub("…", template)).split())


def cut(text: str, columns: int = _TITLE_COLUMNS) -> str:
    """The text cut to that many columns; a Chinese character takes two."""
    text = " ".join(text.split())
    width = 0
    for number, letter in enumerate(text):
        width += 2 if east_asian_width(letter) in "WF" else 1
        if width > columns:
            return text[: number - 1].rstrip() + "…"
    return text
