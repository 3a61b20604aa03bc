"""What a report tells about machine and software: platform, frameworks, hardware, versions, exit status."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from crashkb.model import Block, Fact, Line
from crashkb.report.accelerator import read_accelerator
from crashkb.report.allocator_pool import read_allocator_pool
from crashkb.report.exits import status_of
from crashkb.report.machine import read_machine
from crashkb.report.path_letters import read_path_letters
from crashkb.report.versions import read_versions
from crashkb.report.words import Mentions, find_mentions

_PLATFORM_OF_KIND = {
    "android-native-crash": "android", "android-anr": "android", "windows-exception": "windows", "kernel-oom": "linux",
    "kernel-segfault": "linux", "kernel-oops": "linux", "gpu-xid": "linux",
}  # fmt: skip
"""Kinds of block that only one platform prints."""
_KIND_WEIGHT = 12
_MOST_COUNTED = 5
"""Mentions of one word that count towards platform or framework."""
_LEAST_PLATFORM = 2
"""Weight below which a platform is no more than a guess."""
_MINOR = frozenset({"cuda", "numpy", "opencv", "onnx", "sklearn", "nccl"})
"""Frameworks that others bring along: named after those."""


def read_facts(lines: Sequence[Line], blocks: Sequence[Block], prose: str) -> tuple[Fact, ...]:
    """The facts of a report, platforms and frameworks with the most telling first.

    Args:
        lines: Clean lines.
        blocks: Blocks in order.
        prose: What the person wrote.

    Returns:
        At most two platforms, all frameworks, then hardware, versions (each at its first mention)
        and the exit status. Each fact has the raw line that tells it, 0 where it was concluded.
    """
    mentions = find_mentions(lines)
    weights = _line_weights(lines, blocks, prose)
    facts = [*_platforms(blocks, mentions), *_frameworks(mentions, weights)]
    versions = list(read_versions(mentions))
    named = {fact.name for fact in versions}
    facts += [fact for fact in read_machine(lines) if fact.name not in named]
    facts += read_accelerator(lines)
    facts += read_path_letters(lines)
    facts += read_allocator_pool(lines)
    facts += versions
    facts += _exit_status(lines, blocks, prose)
    return tuple(facts)


def _line_weights(lines: Sequence[Line], blocks: Sequence[Block], prose: str) -> dict[int, int]:
    """How much a mention on a line counts, where that is not 1: the message of a block, the prose, a frame."""
    weights: dict[int, int] = {}
    written = set(prose.split("\n"))
    for line in lines:
        if line.text.strip() in written:
            weights[line.number] = 3
    for block in blocks:
        if block.kind in ("exit-status", "foreign-exception"):
            continue
        for number in range(block.first, min(block.last, block.first + 400) + 1):
            weights[number] = 2
        for number in range(block.message_first, min(block.message_last, block.message_first + 40) + 1):
            weights[number] = 4
    return weights


def _platforms(blocks: Sequence[Block], mentions: Mentions) -> Iterator[Fact]:
    weights: dict[str, int] = defaultdict(int)
    first: dict[str, int] = {}
    counted: dict[str, int] = defaultdict(int)
    for mention in mentions.found:
        platform = mention.meaning.platform
        if platform and counted[mention.word] < _MOST_COUNTED:
            counted[mention.word] += 1
            weights[platform] += mention.meaning.weight
            first.setdefault(platform, mention.number)
    for block in blocks:
        platform = _platform_of(block)
        if platform:
            weights[platform] += _KIND_WEIGHT
            first.setdefault(platform, block.first)
    ranked = sorted(weights, key=lambda name: (-weights[name], first[name]))
    for name in ranked[:2]:
        if weights[name] >= _LEAST_PLATFORM and 5 * weights[name] >= weights[ranked[0]]:
            yield Fact("platform", name, first[name])


def _platform_of(block: Block) -> str:
    if block.kind == "java-exception":
        is_app = "pid" in dict(block.details)  # "Process: com.example, PID: 1234" is AndroidRuntime's
        is_framework = any(frame.function.startswith(("android.", "androidx.", "dalvik.")) for frame in block.frames)
        return "android" if is_app or is_framework else ""
    if block.kind == "apple-crash":
        system = dict(block.details).get("os", "").lower()
        return "macos" if "mac" in system else "ios"
    return _PLATFORM_OF_KIND.get(block.kind, "")


def _frameworks(mentions: Mentions, weights: dict[int, int]) -> Iterator[Fact]:
    scores: dict[str, float] = defaultdict(float)
    first: dict[str, int] = {}
    counted: dict[tuple[str, int], int] = defaultdict(int)
    for mention in mentions.found:
        framework = mention.meaning.framework
        if not framework:
            continue
        weight = weights.get(mention.number, 1)
        first.setdefault(framework, mention.number)
        counted[framework, weight] += 1
        if counted[framework, weight] <= _MOST_COUNTED:
            scores[framework] += weight * (0.25 if framework in _MINOR else 1)
    for name in sorted(scores, key=lambda name: (-scores[name], first[name])):
        yield Fact("framework", name, first[name])


def _exit_status(lines: Sequence[Line], blocks: Sequence[Block], prose: str) -> list[Fact]:
    """The exit status of the last block that tells one (the outermost process), else of the prose."""
    for block in reversed(blocks):
        status = dict(block.details).get("exit_status", "")
        if block.kind == "exit-status" and status:
            return [Fact("exit_status", status, block.first)]
    for sentence in prose.split("\n"):
        status = status_of(sentence)
        if status:
            number = next((line.number for line in lines if line.text.strip() == sentence), 0)
            return [Fact("exit_status", status, number)]
    return []
