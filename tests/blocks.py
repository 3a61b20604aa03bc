"""Reads a text with the readers of single modules, so that a test of one reader needs no other."""

from collections.abc import Callable, Sequence
from types import ModuleType

from crashkb.model import Block, Line
from crashkb.report.scrub import scrub

_Entry = tuple[str, tuple[str, ...], Callable[[Sequence[Line], int], tuple[Block, int] | None]]


def blocks_of(text: str, *modules: ModuleType) -> list[Block]:
    """The blocks that the modules' readers find, each tried only on lines with one of its triggers."""
    entries: list[_Entry] = [entry for module in modules for entry in module.READERS_HERE]
    lines = scrub(text)
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        low = lines[index].text.lower()
        found = None
        for _, triggers, read in entries:
            found = read(lines, index) if any(trigger in low for trigger in triggers) else None
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
