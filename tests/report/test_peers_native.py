"""The native, kernel, Apple, Windows and foreign readers against crash texts of other projects' test suites."""

import re
from collections.abc import Collection
from functools import cache
from typing import Any

import pytest

from crashkb.model import Block
from crashkb.report.read import read_report
from peers import rows

KINDS: dict[str, tuple[str, ...]] = {
    # sanitizers; Go programs print a panic of their own first, which those suites file under the sanitizer they ran with
    "asan": ("sanitizer",),
    "msan": ("sanitizer",),
    "tsan": ("sanitizer",),
    "lsan": ("sanitizer",),
    "ubsan": ("sanitizer", "go-panic"),
    "valgrind": ("valgrind",),
    "libfuzzer": ("libfuzzer",),
    "gdb": ("native-stack",),
    # what those suites lump together: failed checks and assertions, V8's fatal errors, signal handlers, cdb sessions
    "native-other": ("native-abort", "native-stack", "windows-exception"),
    "windows-cdb": ("windows-exception",),
    "android-tombstone": ("android-native-crash",),
    "apple-crash": ("apple-crash",),
    "apple-json": ("apple-crash",),
    "kernel": ("kernel-oops",),
    "kernel-oom": ("kernel-oom",),
    "kernel-segfault": ("kernel-segfault",),
    "kernel-nvrm-xid": ("gpu-xid",),
    "kernel-nvswitch-sxid": ("gpu-xid",),
    "go-panic": ("go-panic",),
    "rust-panic": ("rust-panic",),
    "js": ("foreign-exception",),
    "dart": ("foreign-exception",),
    "csharp": ("foreign-exception",),
    "php": ("foreign-exception",),
    "ruby": ("foreign-exception",),
    "python-traceback": ("python-exception",),
    "java-exception": ("java-exception",),
    # no crash: no block at all
    "none": (),
    "kernel-nvrm-malformed": (),
}
"""The suites' own word for a text → the kinds of block that are right for it."""

_ANONYMOUS = re.compile(r"\(anonymous namespace\)::|`anonymous namespace'::")
_FRAME_BEFORE = r"(?:^|[ !\t/.])"


@cache
def blocks_of(text: str) -> tuple[Block, ...]:
    return read_report(text).blocks


def is_right(row: dict[str, Any]) -> bool:
    """Whether a block of a right kind was found, or none where the text has no crash."""
    kinds = {block.kind for block in blocks_of(row["text"])}
    wanted = KINDS[row["kind"]]
    return bool(kinds.intersection(wanted)) if wanted else not kinds


def wrong(found: Collection[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in found if not is_right(row)]


@pytest.mark.parametrize("suite", ["clusterfuzz", "casr", "apple", "fuzzmanager", "gpud_kmsg"])
def test_the_kind_is_right_in_at_least_95_of_100(suite: str) -> None:
    """In gpud's suite one text filed under OOM does not speak of it."""
    found = rows(f"peers/{suite}.jsonl")
    assert len(wrong(found)) <= 0.05 * len(found), wrong(found)


def test_every_other_language_is_recognised() -> None:
    """Two texts are pieces of Java stacks without words; what the Java reader makes of them is its own matter."""
    found = [row for row in rows("peers/multilang_exceptions.jsonl") if row["kind"] != "java-exception"]
    assert wrong(found) == []


def is_function(row: dict[str, Any]) -> bool:
    """Whether the first state is a function of a stack in the text.

    Other states are the fuzz target's name, a file, a condition or a message.
    """
    state = row["expected"]["state"][0]
    if state == row["meta"]["env"].get("FUZZ_TARGET"):
        return False
    if re.search(r"\.(?:cc|cpp|h|so)$| in \w+\.| > |failed|:\s|^[/!]", state):
        return False
    text = _ANONYMOUS.sub("", row["text"])
    return bool(re.search(rf"{_FRAME_BEFORE}{re.escape(state)}(?:[ (+<]|\b.*$)", text, re.MULTILINE))


def names_first(row: dict[str, Any]) -> bool:
    """Whether the state is the first named frame of one of the blocks."""
    state = row["expected"]["state"][0]
    for block in blocks_of(row["text"]):
        name = next((frame.function for frame in block.frames if frame.function), "")
        name = _ANONYMOUS.sub("", name)
        if name[:70] == state[:70] or re.search(rf"(?:^|[\s/]){re.escape(state)}(?:$|[^\w:])", name):
            return True
    return False


def test_the_crashing_function_comes_first_in_at_least_85_of_100() -> None:
    """After dropping the frames that only tell how the program ended.

    We keep memcpy and the like, and the fuzzer's own strcmp, which that suite drops.
    """
    found = [row for row in rows("peers/clusterfuzz.jsonl") if is_function(row)]
    assert len(found) >= 38

    missed = [row["id"] for row in found if not names_first(row)]
    assert len(missed) <= 0.15 * len(found), missed


def test_every_well_formed_xid_and_sxid_has_its_number_and_no_malformed_one_a_block() -> None:
    """The number is the first detail of the block."""
    found = [row for row in rows("peers/gpud_kmsg.jsonl") if row["kind"].startswith("kernel-nv")]
    assert len(found) >= 50
    for row in found:
        blocks = [block for block in blocks_of(row["text"]) if block.kind == "gpu-xid"]
        for name in ("xid", "sxid"):
            number = row["expected"].get(name)
            if number is not None:
                assert (name, str(number)) == blocks[0].details[0], row["id"]
        assert bool(blocks) == row["expected"]["is_crash"], row["id"]
