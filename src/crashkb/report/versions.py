"""Versions of packages, drivers and systems that a report names.

Read from `pip list` and `conda list` lines, requirement pins, wheel and folder names, nvidia-smi's
header, torch's `collect_env`, TensorFlow's `tf_env_collect`, Android build fingerprints, Apple crash
headers, and what people write ("torch 2.1", "TF 2.3", "安卓13"). Bounds (`numpy<2`) tell what is
wanted, not what is installed, and are passed over.
"""

import re
from collections.abc import Iterator

from crashkb.model import Fact
from crashkb.report.words import Mentions
from crashkb.text.lazy import LazyPattern

_VERSION = r"\d{1,4}(?:\.\d{1,8}){1,3}(?:\.?(?:post|dev|rc|a|b)\d{1,10})?(?:\+[A-Za-z][\w.]{1,40})?"
# torch==2.1.0 · torch 2.1.0 · torch: 2.1.0+cu118 · PyTorch version: 2.1.0 · numpy   1.26.4 · tensorflow-2.4.0-cp38 · Python 版本 3.10
# CUDA runtime version: 11.8.89 · "version": "2.1.0" · TensorFlow version (use command below): v2.3.0-54-gfcc4b966f1 2.3.1
_TAIL = LazyPattern(
    r"(?:[ _-]{1,2}(?:runtime|toolkit|package|library|release|lite|nightly|driver|engine|for \w{3,10})){0,2}"
    r"(?:[ ._-]{0,2}(?:__)?(?:versions?|ver\.?|版本)(?:__)?)?(?: \(use command below\))?(?: information)?"
    r"[\"'`)]?[ \t]{0,40}(?:===?|[:：=@|,-]| is| was|为|是)?[ \t]{0,40}[\"'`(]?[vV]?\.?(?P<version>"
    + _VERSION
    + r")(?![\w.]*\w)",
    re.IGNORECASE | re.ASCII,
)
# python3.10/site-packages   ·   cpython-310-x86_64   ·   Python37\lib   ·   Python311\
_PYTHON = LazyPattern(r"(?:-)?(?P<major>3)\.?(?P<minor>\d{1,2})(?=[\\/\s:,;)\-]|$|-32|m-|m\b)", re.ASCII)
# CUDA 11 · cuda: 12 · cuDNN 8 · cuDNN version: 8902 · Driver Version 535 · Android 13 · iOS 17 · 安卓13 · Windows 10
_WHOLE = {
    "cuda": LazyPattern(
        r"(?: toolkit| version)?[ -]{0,2}(?:[:=] ?)?(?P<version>9|1[0-4])(?![\w.:%])", re.IGNORECASE | re.ASCII
    ),
    "cudnn": LazyPattern(
        r"(?: library)?(?: version)?[ -]{0,2}(?:[:=] ?)?v?(?P<version>[6-9]|\d{4,5})(?![\w.])", re.IGNORECASE | re.ASCII
    ),
    "driver": LazyPattern(
        r"(?: version)?[ -]{0,3}(?:[:=] {0,4})?(?P<version>\d{3})(?![\w.])", re.IGNORECASE | re.ASCII
    ),
    "android": LazyPattern(
        r"(?: os| version| 版本|版本)?[ :：]{0,2}(?P<version>[4-9]|1\d)(?:\.\d)?(?![\w.])", re.IGNORECASE | re.ASCII
    ),
    "ios": LazyPattern(r"(?: version)?[ :]{0,2}(?P<version>9|[12]\d)(?![\w.])", re.IGNORECASE | re.ASCII),
    "windows": LazyPattern(r" ?(?:server )?(?P<version>7|8|10|11|20[12]\d)(?![\w.])", re.IGNORECASE | re.ASCII),
    "macos": LazyPattern(r"(?: \w{4,10})? (?P<version>1\d)(?![\w.])", re.IGNORECASE | re.ASCII),
}
# Build fingerprint: 'google/bluejay/bluejay:15/BP1A.250505.005/2025052000:user/release-keys'
_FINGERPRINT = LazyPattern(
    r"\b(?P<brand>[\w.-]{1,40})/(?P<product>[\w.-]{1,60})/(?P<device>[\w.-]{1,60}):(?P<version>\d{1,2}(?:\.\d){0,2}|[A-Z]\w{0,20})/"
)
_LOCAL_CUDA = LazyPattern(r"\+cu(?P<major>\d{1,2})(?P<minor>\d)$")

_LEAST_PARTS = {
    "driver": LazyPattern(r"[3-9]\d\d(?:\.\d{1,3}){1,2}$"),
    "glibc": LazyPattern(r"2\.\d{1,2}"),
    "python": LazyPattern(r"[23]\.\d"),
}
"""What a version of that package must look like; others are someone else's number."""


def read_versions(mentions: Mentions) -> Iterator[Fact]:
    """Yield each package's version at its first mention, then what follows from it (the CUDA of a wheel)."""
    found: dict[str, Fact] = {}
    for mention in mentions.found:
        package = mention.meaning.package
        if not package or package in found or _is_wish(mentions.text, mention.start):
            continue
        version = _version(mentions.text, mention.end, package)
        if version:
            found[package] = Fact(package, version, mention.number)
    if "android" not in found:
        found.update(_fingerprint(mentions))
    torch = found.get("torch")
    if torch and "cuda" not in found and (local := _LOCAL_CUDA.search(torch.value)):
        found["cuda"] = Fact("cuda", f"{local['major']}.{local['minor']}", torch.line)
    yield from found.values()


def _is_wish(text: str, start: int) -> bool:
    """Whether the word stands behind "requirement": pip names what was asked for, not what is there."""
    return text[max(start - 14, 0) : start].lower().endswith(("requirement ", "found for "))


def _version(text: str, end: int, package: str) -> str:
    """The version that stands right behind the word, '' if none does."""
    if package == "python" and text[end : end + 1] in "3-" and (python := _PYTHON.match(text, end)):
        return f"3.{int(python['minor'])}"
    match = _TAIL.match(text, end)
    version = match["version"] if match and "\n" not in match[0] else ""
    if not version and package in _WHOLE:
        whole = _WHOLE[package].match(text, end)
        version = whole["version"] if whole else ""
        if package == "cudnn" and len(version) >= 4:
            return _dotted(int(version))
        return version
    shape = _LEAST_PARTS.get(package)
    return version if shape is None or shape.match(version) else ""


def _dotted(number: int) -> str:
    """cuDNN's own number as a version: 8902 is 8.9.2, 90100 is 9.1.0."""
    scale = 10_000 if number >= 90_000 else 1000
    return f"{number // scale}.{number % scale // 100}.{number % 100}"


def _fingerprint(mentions: Mentions) -> dict[str, Fact]:
    """Android version and device of a build fingerprint."""
    for mention in mentions.found:
        if mention.word not in ("build fingerprint", "release-keys"):
            continue
        start = mentions.text.rfind("\n", 0, mention.start) + 1
        match = _FINGERPRINT.search(mentions.text[start : mention.end + 300])
        if match:
            facts = {"device": Fact("device", f"{match['brand']} {match['device']}", mention.number)}
            if match["version"].isdigit():
                facts["android"] = Fact("android", match["version"], mention.number)
            return facts
    return {}
