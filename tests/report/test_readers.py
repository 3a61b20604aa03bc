"""The ordered table of readers."""

import subprocess
import sys
from importlib import import_module

import pytest

from crashkb.model import BLOCK_KINDS
from crashkb.report.read import find_blocks
from crashkb.report.readers import READERS
from crashkb.report.scrub import scrub


def test_every_reader_has_its_own_name() -> None:
    names = [reader.name for reader in READERS]

    assert len(set(names)) == len(names)


def test_every_reader_is_there() -> None:
    """The table names modules and functions by their words, which no checker follows."""
    for reader in READERS:
        module = import_module(f"crashkb.report.{reader.module}")
        assert callable(getattr(module, reader.function)), reader.name


def test_a_log_loads_the_modules_of_the_readers_it_needs() -> None:
    """A traceback of Python needs nothing that reads tombstones or kernel logs."""
    code = (
        "import sys\nfrom crashkb.report.read import read_report\n"
        "text = 'Traceback (most recent call last):\\n  File \"a.py\", line 1, in f\\nValueError: x'\n"
        "assert [block.kind for block in read_report(text).blocks] == ['python-exception']\n"
        "print(*sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(result.stdout.split())
    unused = {"android", "android_anr", "apple", "build", "java", "kernel", "native", "sanitizer", "windows"}

    assert "crashkb.report.python" in loaded
    assert not loaded & {f"crashkb.report.{name}" for name in unused}


def test_triggers_are_lower_case_literals_of_one_line() -> None:
    for reader in READERS:
        assert reader.triggers, reader.name
        for trigger in reader.triggers:
            assert trigger == trigger.lower(), (reader.name, trigger)
            assert trigger.strip(), reader.name
            assert "\n" not in trigger, reader.name


def test_what_quotes_others_is_tried_before_what_is_quoted() -> None:
    order = [reader.name for reader in READERS]

    for first, then in (
        ("sanitizer", "python-traceback"),
        ("java-exception", "python-exception-line"),
        ("python-traceback", "build-output"),
        ("build-output", "exit-status"),
        ("exit-status", "error-line"),
        ("python-exception-line", "error-line"),
    ):
        assert order.index(first) < order.index(then)
    assert order[-1] == "error-line"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: x', "python-exception"),
        (
            "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x1 bp 0x2 sp 0x3",
            "sanitizer",
        ),
        ("java.lang.IllegalStateException: x\n\tat a.b.C.d(C.java:1)", "java-exception"),
        ("NVRM: Xid (PCI:0000:04:00): 79, GPU has fallen off the bus.", "gpu-xid"),
        ("thread 'main' panicked at src/lib.rs:1:2:\nboom", "rust-panic"),
        ("ERROR: No matching distribution found for torch", "build-output"),
        ("Killed", "exit-status"),
        ("OMP: Error #15: Initializing libiomp5md.dll", "error-line"),
    ],
)
def test_each_shape_is_taken_by_its_own_reader(text: str, kind: str) -> None:
    blocks, notes = find_blocks(scrub(text))

    assert [block.kind for block in blocks] == [kind]
    assert kind in BLOCK_KINDS
    assert notes == ()
