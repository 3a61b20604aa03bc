"""Messages that stand in a report though the failure they tell of is doubtful; such a hit makes no cause *known*.

Either the figures of the message contradict it, or the message is only quoted (see `quoted`), or a test that passed
printed it, or the program dealt with the error and went on. The hit keeps its place in the ranking: the cause is
still what the message means, but whether that is what ails this program is for the person to say.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from crashkb.match.quoted import Quoting, is_personal
from crashkb.model import Block, Hit, Line, Report

FAR_MORE = 4
"""A request that this many times over would have fitted into what was free was not refused for want of memory."""

LEAST_LEFT = 256 * 1024 * 1024
"""Bytes that must have been left besides: small pools have blocks of their own."""

_HANDLED_BEFORE = 3
_HANDLED_BEHIND = 6
_OUTCOME_LINES = 3

# Caught OOM, retrying with batch 8  ·  falling back to CPU  ·  recovered  ·  Decreasing batch size to: 8
_RECOVERED = (
    r"\b(?:caught|catching|retry(?:ing)?|retried|recover(?:ed|ing|y)|fall(?:ing|s)? back|fell back|fallback"
    r"|(?:reduc|decreas|halv|lower)(?:e|ed|ing) (?:the )?(?:micro[- ]?)?batch)\b"
    r"|重试|回退|已恢复|已捕获|捕获到|捕获了|降低 ?batch|减小 ?batch"
)
# skipping batch  ·  ignored  ·  continuing with the next
_PASSED_OVER = r"\b(?:skip(?:ped|ping)|continuing|ignored|ignoring|handled|resum(?:ed|ing))\b|跳过|继续训练"
_HANDLED_WORDS = (
    "caught", "catching", "retr", "recover", "fall", "fell back", "batch", "重试", "回退", "已恢复", "捕获", "skip", "continuing",
    "ignor", "handled", "resum", "跳过", "继续训练",
)  # fmt: skip
"""Words of which one stands, in lower case, wherever _RECOVERED or _PASSED_OVER matches."""
# Epoch 3/10  ·  step 1200  ·  loss: 0.31  ·  45%|####  ·  Finished  ·  exit code 0  ·  训练完成
_GOES_ON = (
    r"\b(?:epoch|step|iter(?:ation)?|batch)\b ?[:\[#(=]? ?\d|\bloss\b ?[:=] ?\d|\d%\|"
    r"|\b(?:finished|done|completed?|succe(?:ss|ssful|ssfully|eded)|exit(?:ed with)?(?: code| status)?:? ?0)\b|exit code 0|第 ?\d+ ?轮|完成|成功"
)
# === 12 passed, 3 warnings in 4.51s ===  ·  [  PASSED  ] 5 tests.  ·  100% tests passed, 0 tests failed out of 7  ·  OK (skipped=1)
_ALL_PASSED = (
    r"=*+ ?\d+ passed\b(?!.*\b(?:failed|errors?)\b)|\[  PASSED  \] \d+ test|100% tests passed|OK(?: \(.{1,60}\))?$"
)
_SOME_FAILED = r"=*+ ?.{0,80}\b[1-9]\d* (?:failed|errors?)\b|\[  FAILED  \]|FAILED \("
# tests/test_oom.py::test_retry PASSED [ 50%]  ·  PASSED  ·  test_oom (tests.T) ... ok
_PASSED = r"(?:\S{1,300}::\S{1,300} .{0,2000})?PASSED\b|test_\w{1,200} .{0,2000}\.\.\. .{0,2000}ok$|(?:ok|PASSED)(?: \[ ?\d+%\])?$"


def with_doubts(report: Report, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits, each with why it is doubtful: 'figures', 'source', 'diff', 'documentation', 'passed', 'handled' or ''."""
    surroundings = _Surroundings(report, hits)
    return tuple(hit if hit.role == "benign" else hit._replace(doubt=surroundings.doubt(hit)) for hit in hits)


def contradicts_itself(hit: Hit) -> bool:
    """Whether a request for memory was refused though by the message's own figures far more was free, or free exceeds all."""
    figures = {item.name: item.value for item in hit.captures if isinstance(item.value, float)}
    requested, free, total = figures.get("requested"), figures.get("free"), figures.get("total")
    if requested is None or free is None:
        return False
    if total is not None and free > total:
        return True
    return free > FAR_MORE * requested and free - requested > LEAST_LEFT


class _Surroundings:
    """What stands around the hits of one report; looked at only as far as a hit asks for it."""

    def __init__(self, report: Report, hits: Sequence[Hit]) -> None:
        self.report = report
        self.lines = report.lines
        self.numbers = [line.number for line in report.lines]
        self.quoting = Quoting(report.lines)
        self.told = [(hit.first, hit.last, hit.text.casefold()) for hit in hits]

    def doubt(self, hit: Hit) -> str:
        """Why the hit is doubtful, else ''."""
        if contradicts_itself(hit):
            return "figures"
        index = self._index(hit.first)
        block = self.report.blocks[hit.block] if hit.block >= 0 else None
        if not (block and block.frames) and (quoted := self.quoting.of(index, hit.text)):
            return quoted
        if self._passed(index):
            return "passed"
        return "handled" if self._handled(hit, block) else ""

    def _index(self, number: int) -> int:
        """Index of the line that holds that raw line."""
        return max(0, bisect_right(self.numbers, number) - 1)

    # --- tests that passed ------------------------------------------------------------------------

    def _passed(self, index: int) -> bool:
        """Whether a test printed it and passed, or every test of the run did."""
        if not self.summaries:
            return False
        if self.summaries[-1] > index and not self.failures:
            return True
        behind = self.lines[index : index + 1 + _OUTCOME_LINES]
        return any(re.match(_PASSED, line.text[:2400].strip()) for line in behind)

    @cached_property
    def summaries(self) -> list[int]:
        """Indexes of the lines that say that tests passed."""
        return [index for index in self._outcomes if re.match(_ALL_PASSED, self.lines[index].text[:300].strip())]

    @cached_property
    def failures(self) -> list[int]:
        """Indexes of the lines that say that a test failed."""
        return [index for index in self._outcomes if re.match(_SOME_FAILED, self.lines[index].text[:300].strip())]

    @cached_property
    def _outcomes(self) -> list[int]:
        """Indexes of the lines that may be either; the patterns are too slow for every line."""
        return [index for index, line in enumerate(self.lines) if _may_tell_outcome(line.text[:300])]

    # --- errors that were dealt with --------------------------------------------------------------

    def _handled(self, hit: Hit, block: Block | None) -> bool:
        """Whether the log says so beside the message, and the run goes on behind its last occurrence.

        Outside a block the message's own line must say so, and "skipped" is not enough: a warning that a corrupt image
        is ignored is all that ever happens, and no less true for that.
        """
        first = self._index(block.first if block else hit.first)
        end = self._index(hit.last)
        block_end = self._index(block.last) if block else end
        before, behind = (_HANDLED_BEFORE, _HANDLED_BEHIND) if block else (0, 0)
        words = f"{_RECOVERED}|{_PASSED_OVER}" if block else _RECOVERED
        beside = range(max(0, first - before), min(len(self.lines), block_end + 1 + behind))
        said = next((index for index in reversed(beside) if self._says(index, words)), -1)
        if said < 0:
            return False
        rest = self.lines[max(self._last_of(hit, end), said) + 1 :]
        return any(self._goes_on(line) for line in rest)

    def _last_of(self, hit: Hit, end: int) -> int:
        """Index of the last line that tells the same: a run that dies of its third out-of-memory handled two."""
        words = hit.text[:40].casefold()
        for index in range(len(self.lines) - 1, end, -1):
            if words in self.lines[index].text.casefold():
                return index
        return end

    def _says(self, index: int, words: str) -> bool:
        line = self.lines[index]
        low = line.text.lower()
        if not any(word in low for word in _HANDLED_WORDS):  # looked for first: few lines need the patterns compiled
            return False
        if is_personal(line.text):  # "I tried to skip it" tells of the person, not of the program
            return False
        found = re.search(words, line.text[:2000], re.IGNORECASE)
        # "Falling back to CPU" within a message that a page explains is that message, nobody's handling of it.
        return found is not None and not any(
            first <= line.number <= last and found[0].casefold() in text for first, last, text in self.told
        )

    def _goes_on(self, line: Line) -> bool:
        if is_personal(line.text):
            return False
        return re.search(_GOES_ON, line.text[:1000], re.IGNORECASE) is not None


def _may_tell_outcome(text: str) -> bool:
    """Whether it has a word of _ALL_PASSED or _SOME_FAILED. Spelt out: a loop over the words takes four times as long."""
    return (
        "passed" in text or "PASSED" in text or "failed" in text or "FAILED" in text or "error" in text or "OK" in text
    )
