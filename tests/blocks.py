"""Reads a text with the readers of single modules, so that a test of one reader needs no other."""

from types import ModuleType

from crashkb.model import Block
from crashkb.report import (
    aborts,
    android,
    android_anr,
    apple,
    apple_json,
    faulthandler,
    foreign,
    go_rust,
    hs_err,
    native,
    paddle,
    python,
    python_pytest,
)
from crashkb.report.readers import READERS, Reader
from crashkb.report.scrub import scrub

ANDROID = (android, android_anr)
APPLE = (apple, apple_json)
FOREIGN = (foreign, go_rust)
NATIVE = (native, aborts, hs_err, paddle)
PYTHON = (python, faulthandler, python_pytest)


def readers_of(*modules: ModuleType) -> list[Reader]:
    """The readers in these modules, in the order of the table."""
    names = {module.__name__.rpartition(".")[2] for module in modules}
    return [reader for reader in READERS if reader.module in names]


def blocks_of(text: str, *modules: ModuleType) -> list[Block]:
    """The blocks that the modules' readers find, each tried only on lines with one of its triggers."""
    readers = readers_of(*modules)
    lines = scrub(text)
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        low = lines[index].text.lower()
        found = None
        for reader in readers:
            found = reader.read(lines, index) if any(trigger in low for trigger in reader.triggers) else None
            if found:
                break
        if found:
            assert index < found[1] <= len(lines)
            blocks.append(found[0])
        index = found[1] if found else index + 1
    return blocks


def only_block(text: str, *modules: ModuleType) -> Block:
    """The single block of the text."""
    blocks = blocks_of(text, *modules)
    assert len(blocks) == 1, [(block.kind, block.first, block.last) for block in blocks]
    return blocks[0]


def functions(block: Block) -> list[str]:
    """Names of the block's frames."""
    return [frame.function for frame in block.frames]
