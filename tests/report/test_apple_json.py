"""Crash reports of iOS and macOS in JSON."""

import json

from blocks import APPLE, blocks_of, functions, only_block

BODY = {
    "procName": "Demo",
    "modelCode": "iPhone14,2",
    "incident": "A",
    "exception": {"type": "EXC_BAD_ACCESS", "signal": "SIGSEGV", "subtype": "KERN_INVALID_ADDRESS at 0x10"},
    "termination": {"namespace": "SIGNAL", "code": 11, "indicator": "Segmentation fault: 11"},
    "faultingThread": 1,
    "threads": [
        {"frames": [{"imageIndex": 0, "symbol": "mach_msg_trap"}]},
        {"frames": [{"imageIndex": 0, "symbol": "abort"}, {"imageIndex": 1, "symbol": "Model.run()", "sourceFile": "Model.swift", "sourceLine": 7}]},
    ],
    "usedImages": [{"name": "libsystem_c.dylib"}, {"name": "Demo"}],
}  # fmt: skip
IPS = '{"app_name":"Demo","timestamp":"2024-01-01","bug_type":"309"}\n' + json.dumps(BODY, indent=2) + "\nafterwards\n"


def test_an_ips_file_gives_the_faulting_threads_stack() -> None:
    """Its first line is a head, the rest the report proper."""
    block = only_block(IPS, *APPLE)

    assert (block.kind, block.exception, block.first) == ("apple-crash", "EXC_BAD_ACCESS", 1)
    assert block.last == IPS.count("\n") - 1
    assert "KERN_INVALID_ADDRESS at 0x10" in block.message
    assert functions(block) == ["Model.run"]
    assert (block.frames[0].file, block.frames[0].line) == ("Model.swift", 7)
    assert dict(block.details) == {"signal": "SIGSEGV", "process": "Demo", "thread": "1"}


def test_a_jetsam_event_names_the_process_that_was_ended() -> None:
    """The one with a reason, its resident size in bytes."""
    body = {
        "largestProcess": "Demo",
        "memoryStatus": {"pageSize": 16384},
        "processes": [
            {"name": "SpringBoard", "rpages": 9},
            {"name": "Demo", "rpages": 131072, "reason": "per-process-limit"},
        ],
    }
    block = only_block('{"bug_type":"298","os_version":"iPhone OS 17.2"}\n' + json.dumps(body, indent=1), *APPLE)

    assert (block.exception, block.message) == ("jetsam", "Demo: per-process-limit")
    assert dict(block.details) == {
        "process": "Demo",
        "reason": "per-process-limit",
        "largest_process": "Demo",
        "resident_bytes": str(131072 * 16384),
    }


def test_a_kscrash_report_tells_diagnosis_and_crashed_thread() -> None:
    """Without a type of its own the kind of error serves."""
    report = {
        "binary_images": [],
        "crash": {
            "diagnosis": "Main thread deadlocked in -[Crasher deadlock]",
            "error": {"type": "deadlock", "signal": {"signal": 0}},
            "threads": [{"crashed": False}, {"crashed": True, "backtrace": {"contents": [{"symbol_name": "-[Crasher deadlock]", "object_name": "Demo"}]}}],
        },
        "system": {"process_name": "Demo"},
    }  # fmt: skip
    block = only_block(json.dumps(report, indent=4), *APPLE)

    assert (block.exception, block.message) == ("deadlock", "Main thread deadlocked in -[Crasher deadlock]")
    assert (functions(block), block.details) == (["-[Crasher deadlock]"], (("process", "Demo"),))


def test_cut_json_is_read_member_by_member() -> None:
    """A paste often ends in the middle."""
    cut = '{"bug_type":"298"}\n{\n  "largestProcess" : "Demo",\n  "processes" : [\n  {\n    "name" : "Demo",\n    "reason" : "vm-pageshortage",\n'
    block = only_block(cut, *APPLE)

    assert (block.exception, block.message) == ("jetsam", "vm-pageshortage")
    assert dict(block.details)["process"] == "Demo"


def test_other_json_is_no_report() -> None:
    """Configurations, log lines, one member that happens to be called crash."""
    text = '{"level": "error", "crash": true}\n{\n  "hidden_size": 768,\n  "model_type": "bert"\n}\n{}\n'
    assert blocks_of(text, *APPLE) == []
