"""The Python, Java and Android readers against crash texts of other projects' test suites; the rates are floors."""

from functools import cache
from typing import Any

from crashkb.model import Block
from crashkb.report.read import read_report
from peers import rows

KINDS: dict[str, tuple[str, ...]] = {
    "python-traceback": ("python-exception",),
    "python-traceback-ipython": ("python-exception",),
    "java-exception": ("java-exception",),
    "android-anr": ("android-anr",),
    # a logcat may hold any of these; what each row is stands in what its suite asserts (see `right_kinds`)
    "android-logcat": ("java-exception", "android-native-crash", "android-anr"),
    "android-bugreport": ("android-anr",),
}
"""The suites' own word for a text → the kinds of block that may be right for it; kernel logs are tested elsewhere."""

_NO_CRASH = (
    "BugreportParserTest.testNoSections",
    "BugreportParserTest.testParse_bootreason_good",
    "BugreportParserTest.testParse_set_logcat_year",
    "LogcatParserTest.testAddPattern",
    "LogcatParserTest.testParse_misc_events",  # a watchdog's and two drivers' warnings
    "LogcatParserTest.testParse_preambles",  # its lines before the crash only
    "MonkeyLogParserTest.testParse_native_crash_empty",  # says that there was a crash, holds none
    "MonkeyLogParserTest.testParse_success",
)
"""Rows in which no process died."""

_OURS = {kind for kinds in KINDS.values() for kind in kinds}


@cache
def blocks_of(text: str) -> tuple[Block, ...]:
    return read_report(text).blocks


def right_kinds(row: dict[str, Any]) -> tuple[str, ...]:
    """Kinds of which the row must have a block; empty where it has no crash."""
    if any(name in row["id"] for name in _NO_CRASH):
        return ()
    if row["id"].startswith("android/themis/"):
        return ("java-exception",)
    if "testParse_anr" in row["id"] or (
        "Anrs" in row["expected"].get("counts", {}) and row["expected"]["counts"]["Anrs"]
    ):
        return ("android-anr",)
    if "native" in row["id"]:
        return ("android-native-crash",)
    return KINDS[row["kind"]]


def has_right_kind(row: dict[str, Any]) -> bool:
    found = {block.kind for block in blocks_of(row["text"])} & _OURS
    right = right_kinds(row)
    return bool(found & set(right)) if right else not found


def last_python(text: str) -> Block | None:
    return next((block for block in reversed(blocks_of(text)) if block.kind == "python-exception"), None)


def has_right_exception(row: dict[str, Any]) -> bool:
    block = last_python(row["text"])
    return block is not None and block.exception.rpartition(".")[2] == row["expected"]["exception"].rpartition(".")[2]


def share(name: str, flags: list[bool], misses: list[str]) -> float:
    """The share of true flags, printed with the ids that missed."""
    rate = sum(flags) / len(flags)
    print(f"{name}: {sum(flags)}/{len(flags)} = {rate:.1%}; missed: {misses}")
    return rate


def measured(name: str, table: list[dict[str, Any]], judge: Any) -> float:
    flags = [judge(row) for row in table]
    return share(name, flags, [row["id"] for row, flag in zip(table, flags, strict=True) if not flag])


def test_ipython_tracebacks_of_notebooks_give_the_exception_that_ended_the_cell() -> None:
    """At least 98 % of 214 real machine-learning notebooks."""
    assert measured("notebooks, exception", rows("peers/ml_notebook_crashes.jsonl"), has_right_exception) >= 0.98


def test_ipython_tracebacks_of_notebooks_are_python_exceptions_and_nothing_else() -> None:
    """At least 95 % give exactly one block, of that kind."""

    def one_block(row: dict[str, Any]) -> bool:
        return [block.kind for block in blocks_of(row["text"])] == ["python-exception"]

    assert measured("notebooks, kind", rows("peers/ml_notebook_crashes.jsonl"), one_block) >= 0.95


def test_messages_of_notebook_tracebacks_begin_as_the_exception_says() -> None:
    """The first line of the stated message stands in the message; IPython adds "(file, line n)" to syntax errors."""

    def has_message(row: dict[str, Any]) -> bool:
        first = (row["expected"]["message"] or "").strip().split("\n")[0].partition(" (")[0][:60]
        block = last_python(row["text"])
        return block is not None and first in block.message

    assert measured("notebooks, message", rows("peers/ml_notebook_crashes.jsonl"), has_message) >= 0.98


def test_plain_tracebacks_give_exception_message_and_frames() -> None:
    """Type at least 98 %, first line of the message and the innermost frames as well."""
    table = rows("peers/friendly_traceback.jsonl")

    def has_message(row: dict[str, Any]) -> bool:
        block = last_python(row["text"])
        return block is not None and row["expected"]["message"].split("\n")[0] in block.message

    def has_frames(row: dict[str, Any]) -> bool:
        block = last_python(row["text"])
        right = [(frame["file"], frame["line"]) for frame in reversed(row["expected"]["frames"])]
        return block is not None and [(frame.file, frame.line) for frame in block.frames[: len(right)]] == right

    assert measured("plain, exception", table, has_right_exception) >= 0.98
    assert measured("plain, message", table, has_message) >= 0.98
    assert measured("plain, frames", table, has_frames) >= 0.98


def android_rows() -> list[dict[str, Any]]:
    return [row for row in rows("peers/android.jsonl") if row["kind"] in KINDS]


def test_android_texts_give_the_kind_of_crash_that_they_hold() -> None:
    """At least 95 %: exceptions, native crashes and ANRs in logcat, traces and tombstones; no block where none died."""
    assert measured("android, kind", android_rows(), has_right_kind) >= 0.95


def test_java_exceptions_give_the_outermost_and_the_root_exception() -> None:
    """Where the suite states them: the outermost of some block at least 95 %, the root at least 90 %."""
    table = [row for row in android_rows() if row["expected"].get("exception")]

    def has_outer(row: dict[str, Any]) -> bool:
        return row["expected"]["exception"] in {block.exception for block in blocks_of(row["text"])}

    def has_root(row: dict[str, Any]) -> bool:
        roots = {dict(block.details).get("root_exception", block.exception) for block in blocks_of(row["text"])}
        return row["expected"]["root_exception"] in roots

    assert measured("java, outermost", table, has_outer) >= 0.95
    assert measured("java, root", table, has_root) >= 0.90


def test_thread_dumps_give_the_main_thread() -> None:
    """The frames that the suite states for the main thread are those of the block."""
    table = [row for row in android_rows() if row["expected"].get("main_frames")]
    for row in table:
        (block,) = blocks_of(row["text"])
        first = row["expected"]["main_frames"][0].strip().removeprefix("at ").partition("(")[0]
        assert block.frames[0].function == first
    assert table
