"""What a person wrote, told from what programs printed.

Each line outside the blocks is weighed by a few plain signs: someone who speaks of themselves,
asks, or writes loosely; against paths, code, key-value shapes and the fixed openings of messages.
A sentence that a program printed ("The engine plan file is not compatible …") has none of the
personal signs, so it stays a log line unless it stands inside a person's paragraph.
"""

import re
from collections.abc import Sequence

from crashkb.model import Block, Line
from crashkb.text.lazy import LazyPattern

_THRESHOLD = 2
"""Weight from which a line counts as written by a person."""
_MOST_CHARACTERS = 1000
"""Characters of a line whose words are counted."""
_SHORT = 3
"""Lines up to which a paste without blocks may be mere keywords."""

_CJK = LazyPattern(r"[\u3400-\u9fff\uf900-\ufaff]")
_WORD = LazyPattern(r"\b[A-Za-z][A-Za-z'’]{0,30}\b")

_PERSONAL = frozenset(
    "i i'm im i've ive i'd i'll my me mine we we're our us anyone anybody somebody someone pls plz help "
    "thanks thank thx hi hello hey sorry hope wonder wondering idea ideas guess think tried trying wanna gonna dont cant "
    "doesnt didnt isnt wont kinda maybe weird strange weirdly suddenly somehow yesterday today week stuck "
    "explain recommend suggest friend colleague boss guys folks".split()
)
_FUNCTION = frozenset(
    "a an the this that these those is are was were be been am do does did don't doesn't didn't isn't can't won't couldn't "
    "has have had and or but so if when while because since though although after before until then than with without "
    "for from to of in on at by as into about it its they them their there here just only still also always never "
    "sometimes again same other another every all some any no not too very much more even really get gets got getting "
    "work works worked working fine ok happens happened says said use using used run runs running what why how which "
    "where who should could would can will may might must".split()
)
_ASKING = frozenset(
    "why how what which where who when is are can could does do did should would anyone any has have".split()
)

# Openings and shapes of what programs print and people type into them:
#   RuntimeError: …  ·  torch.cuda.OutOfMemoryError  ·  error: …  ·  [E] …  ·  $ pip install  ·  >>> x  ·  In [1]:  ·  File "…"
#   at org.tensorflow…(  ·  #0 0x7f…  ·  import torch  ·  pip install …  ·  key = value  ·  <tag>  ·  0x7f…
_EXCEPTION = LazyPattern(r"\s*+[\w.$]{0,120}(?:Error|Exception|Warning|Interrupt)\b: ")
_PRINTED = LazyPattern(
    r"\s*+(?:(?:fatal |internal |runtime )?error\s?[:#\[(]|warning[: ]|info:|note: "
    r"|debug[: ]|fatal[: ]|[\[<{|$%@\\/~*=+]|#\d|>>>|\.\.\. |In ?\[|Out\[|File \"|Traceback|at [\w$.<>]{3,200}\(|\d{4}-\d\d-\d\d"
    r"|(?:from [\w.]{1,80} )?import [\w.]+|(?:sudo|pip3?|conda|docker|apt|apt-get|cd|export|git|python3?|bash|nvcc|cmake|make) [\w./-]"
    r"|(?:[A-Z]:)?[\\/][\w.-]|[\w.\[\]'\"]{1,60} ?[-+*]?= ?\S|(?:def|class|return|raise|for|with|if|elif|else|print|self)\b.{0,200}[:(]$"
    r"|[\w.]{2,80}\(.{0,400}\);?$|[({\]})]{1,4},?$|\d+[%/.]\d*[ \d]|[-=_*#~.]{4})",
    re.IGNORECASE,
)
# OS: Ubuntu 20.04  ·  - TensorFlow version (use command below): 2.3  ·  Python version - 3.8
_FIELD = LazyPattern(r"\s{0,8}+(?:[-*] )?\**[A-Z][\w /.()&'?-]{1,90}?\**(?::| - |：)\**\s{0,4}(?:\S.{0,60})?$")
# ### System information  ·  **Describe the bug**  ·  - [x] I have searched the issues  ·  <!-- … -->
_HEADING = LazyPattern(r"\s{0,3}(?:#{1,6} |\*\*[^*]{1,80}\*\*:?$|__[^_]{1,80}__:?$|[-*] \[[ xX]\]|<!--)")
# Signs of a machine inside a sentence: addresses, long paths, calls, source positions
_MACHINE = LazyPattern(
    r"0x[0-9a-f]{4}|(?:/[\w.+-]{1,80}){4}|\\[\w.-]{1,80}\\|\w\(\)|::|\.(?:cc|cpp|cu|h|py|so):\d|={2}|->|[{}<>|]{2}|\S {3}|\w: {2}"
)
# If you are a user of … · You can only use it … · What you should do instead · To fix this · Make sure …: programs give advice
_ADVICE = LazyPattern(
    r"\s*+(?:If (?:you|the|this)|You (?:can|may|must|should|are|need)|What you should|To (?:fix|avoid|use)|Please|Make sure|Note|See|Try|Use|Type)\b"
)
# The fixed wording of failures: cannot open …, failed to …, … not found
_FAILURE = LazyPattern(
    r"\b(?:failed|cannot|could not|unable to|not found|not compatible|incompatible|no such|invalid|unsupported|expected|got|mismatch)\b",
    re.IGNORECASE,
)

_STOCK = (
    "describe the bug", "describe the problem", "describe the current behavior", "describe the expected behavior",
    "to reproduce", "steps to reproduce", "expected behavior", "actual behavior", "current behavior", "screenshots",
    "additional context", "system information", "environment", "versions", "reproduction", "other info", "logs",
    "have i written custom code", "standalone code to reproduce", "a clear and concise description", "bug description",
    "issue type", "stack trace", "error logs", "relevant log output", "what happened", "minimal example", "checklist",
    "please make sure that this is a bug", "provide a reproducible test case", "include any logs or source code",
    "问题描述", "环境信息", "复现步骤", "系统信息", "报错信息", "完整报错", "运行环境",
)  # fmt: skip
"""Beginnings of the lines that issue templates bring along."""

# Chinese that programs print: the C library's and Windows' messages
_PRINTED_CJK = LazyPattern(
    r"[^\u3400-\u9fff]{0,80}(?:进程已结束|已杀死|已中止|段错误|总线错误|非法指令|浮点数例外|已终止|核心已转储|找不到指定的(?:模块|文件|程序))"
)


# Sample: "I lowmemorykiller: Kill 'com.example.camera'", "E libc    : Access denied": logcat without time and process
_BRIEF = LazyPattern(
    r"[VDIWEF] (?!(?:get|got|see|saw|tried|try|run|ran|use|used|think|did|do|have|had|wrote|found|mean|want|need|ask)\b)"
    r"[\w.$-]{2,40} *:"
)


def split_prose(lines: Sequence[Line], blocks: Sequence[Block]) -> tuple[str, frozenset[int]]:
    """Which lines a person wrote.

    Args:
        lines: Clean lines, ascending.
        blocks: Blocks in order; their lines are never prose.

    Returns:
        The prose, one line each, and the raw numbers of its lines.
    """
    free = _outside(lines, blocks)
    weights = [_weight(line) for line in free]
    if weights and free[0] is lines[0]:
        weights[0] += 1  # people open with a word of their own
    if len(lines) <= _SHORT and len(free) == len(lines) and max(weights, default=0) < _THRESHOLD:
        weights = [_THRESHOLD if _is_short_question(line) else -9 for line in lines]
    written: list[Line] = []
    numbers: set[int] = set()
    for position, line in enumerate(free):
        weight = weights[position]
        if weight < _THRESHOLD and weight >= 0 and _beside(free, weights, position):
            weight += 1  # a plain sentence inside a person's paragraph
        if weight >= _THRESHOLD:
            written.append(line)
            numbers.add(line.number)
    return "\n".join(line.text.strip() for line in written), frozenset(numbers)


def _is_short_question(line: Line) -> bool:
    """Whether a line of a paste that is hardly more than this line is a person's keywords, and no message."""
    text = line.text
    words = _WORD.findall(text)
    if (
        line.level
        or line.tag
        or _EXCEPTION.match(text)
        or _PRINTED.match(text)
        or _FIELD.match(text)
        or _HEADING.match(text)
    ):
        return False
    return len(words) >= 5 and len(_MACHINE.findall(text[:400])) < 2 and not text[:1].isupper()


def language_of(prose: str) -> str:
    """'zh' if the prose has CJK letters, 'en' if it has none, '' if it is empty."""
    if not prose:
        return ""
    return "zh" if _CJK.search(prose) else "en"


def is_written(line: Line) -> bool:
    """Whether a line, seen alone, is a person's: one-line readers leave such a line to the prose."""
    return _weight(line) >= _THRESHOLD


def _outside(lines: Sequence[Line], blocks: Sequence[Block]) -> list[Line]:
    waiting = iter(blocks)
    block = next(waiting, None)
    free: list[Line] = []
    for line in lines:
        while block is not None and line.number > block.last:
            block = next(waiting, None)
        if block is None or line.number < block.first:
            free.append(line)
    return free


def _beside(free: Sequence[Line], weights: Sequence[int], position: int) -> bool:
    """Whether the line directly above or below it in the raw text is a person's."""
    number = free[position].number
    for other in (position - 1, position + 1):
        if 0 <= other < len(free) and abs(free[other].number - number) == 1 and weights[other] >= _THRESHOLD:
            return True
    return False


def _weight(line: Line) -> int:
    """How much speaks for a person having written the line; negative where a program surely did."""
    text = line.text
    if line.level or len(text) > 4000 or _BRIEF.match(text):
        return -9
    if not text.isascii() and (letters := len(_CJK.findall(text))):
        return _weight_cjk(text, letters)
    if line.tag:
        return -9
    words = [word.lower() for word in _WORD.findall(text[:_MOST_CHARACTERS])]
    if len(words) < 3 and not (words and text.endswith("?")):
        return -9
    personal = sum(word in _PERSONAL for word in words)
    function = sum(word in _FUNCTION for word in words)
    asks = "?" in text and (words[0] in _ASKING or text.rstrip("?! ")[-1:].isalpha())
    weight = 2 * min(personal, 2) + min(function, 6) // 2 + 2 * asks + (words[0] in _ASKING)
    if weight <= 0 or _HEADING.match(text) or _EXCEPTION.match(text) or _is_stock(text):
        return -9
    return weight - _against(text, len(words), personal, function, asks)


def _against(text: str, words: int, personal: int, function: int, asks: bool) -> int:
    """What speaks against a person having written the line."""
    weight = 0
    if _PRINTED.match(text):
        weight += 3 if personal or asks else 9
    elif _FIELD.match(text) and not personal and not asks:
        weight += 9
    if 3 * (personal + function) < words - 2 and not asks:
        weight += 1
    if not personal and _ADVICE.match(text):
        weight += 3
    weight += min(len(_MACHINE.findall(text[:400])), 3)
    if not personal and not asks and text.lstrip()[:1].isupper():
        weight += 2 + bool(_FAILURE.search(text))
    elif not personal and not asks and _FAILURE.search(text):
        weight += 1
    return weight


def _weight_cjk(text: str, letters: int) -> int:
    if letters < 2 or _is_stock(text) or _PRINTED_CJK.match(text):
        return -9
    loose = text.lstrip().lstrip("[【")
    if _PRINTED.match(text) and loose == text.lstrip() and 3 * letters < len(text):
        return -9
    return 3 if 12 * letters >= len(text) or letters >= 8 else 0


def _is_stock(text: str) -> bool:
    return text.lower().lstrip("#*-_ >").startswith(_STOCK)
