"""What a person says it is not: "not a memory issue", "cuda is installed correctly", 已经排除显存.

Such words name a subject only to rule it out, and must not lead to it. Only plain ways of saying so count. "Not found",
"not enough memory", "no space left" are failures, and 是不是版本问题 asks.
"""

import re
from collections.abc import Iterator

from crashkb.text.lazy import LazyPattern

_TOPIC = (
    r"(?:(?:gpu|cpu|system|host|video|free|available|disk|cuda|graphics|nvidia|python|package|library|the|my|our|its) ){0,3}"
    r"(?:memory|ram|vram|oom|space|disk|drivers?|cuda|cudnn|nccl|versions?|permissions?|paths?|network|internet|firewall|antivirus|temperatures?|heat"
    r"|cooling|power|psu|cable|dataset|labels?|dtypes?)"
)
_FINE = (
    r"(?:(?:all|also|definitely|certainly|surely|just|perfectly|totally|really|installed|set|properly) ){0,2}"
    r"(?:fine|okay|ok|good|correct|correctly|right|healthy|normal|up to date|properly|matching|not (?:the |a |an )?(?:problem|issue|cause|reason|culprit))"
)
_NOT_THESE = r"(?!(?:sure|solv|fix|find|know|reproduc|understand|see|help|resolv|clear|work|able|exist|the only|just|only|an? easy|enough|a known)\w*)"
_BETWEEN = r"(?:(?!(?:then|and|but|or|which|that|is|are|when|after)\b)[\w-]{2,20} ){1,3}?"
_CHINESE_TOPIC = r"(?:显存|内存|磁盘|硬盘|空间|驱动|版本|权限|路径|网络|防火墙|杀毒软件|温度|散热|电源|供电|线缆|数据集|标签|cuda|cudnn|nccl|oom)"
_SAYINGS = tuple(
    (signs.split("|"), LazyPattern(pattern, re.IGNORECASE))
    for signs, pattern in (
        # not a memory issue · it isn't a version problem · not driver related · not caused by an overheating problem
        (
            "not|n't|never",
            rf"(?:\bnot|n't|\bnever) {_NOT_THESE}(?:really |due to |caused by |because of |about )?(?:an? |the |any )?{_BETWEEN}(?:problem|issue|cause|matter|related)s?\b",
        ),
        # not out of memory · no OOM · isn't running out of RAM
        (
            "out of|out-of|oom|overheating|disk full",
            r"(?:\bnot|n't|\bno|\bnever|\bwithout(?: any| an)?) (?:an? |any |really |running |simply )?(?:out[- ]of[- ](?:gpu |cuda |host )?(?:memory|ram|vram)|oom|overheating|disk full)\b",
        ),
        # memory is fine · cuda is installed correctly · drivers are up to date · versions all match
        (
            "fine|ok|good|correct|right|healthy|normal|up to date|properly|matching|problem|issue|cause|reason|culprit",
            rf"\b{_TOPIC} (?:is|are|was|were|looks?|seems?|'s) {_FINE}\b",
        ),
        (
            "match|check",
            rf"\b{_TOPIC} (?:all )?(?:match|checks? out)\b",
        ),
        # ruled out memory · already excluded the driver · nothing to do with disk space
        (
            "ruled out|rule out|excluded|nothing to do with|related to",
            r"\b(?:ruled out|rule out|excluded|nothing to do with|unrelated to|not related to) (?:that )?(?:an? |the |any |my )?(?:[\w-]{2,20} ?){1,3}",
        ),
        # 不是版本问题 · 不是显存不足 · 并不是驱动的锅 (but 是不是版本问题 asks, and 不是很懂问题出在哪 tells nothing)
        (
            "不是|不关",
            r"(?<!是)(?:并)?(?:不是|不关)(?!很|太|特别|只|光|说)[^，。,.;；!！?？\n]{1,12}?(?:问题|的事|原因|导致的?|造成的?|引起的?|的锅|不足|不够)",
        ),
        # 已经排除显存 · 排除了版本问题 · 确认不是驱动
        (
            "排除|确认没有|确认不是",
            r"(?<!障)(?:已经|已|都)?(?:排除|确认没有|确认不是)(?:了|过)?[^，。,.;；!！?？\n]{1,12}",
        ),
        # 显存没问题 · cuda 安装正常 · 版本都对
        (
            "问题|没毛病|正常|是对的|都对|装好了|都匹配",
            rf"{_CHINESE_TOPIC}[^，。,.;；!！?？\n]{{0,6}}?(?:没有?(?:任何)?问题|没毛病|(?<!不)正常|是对的|都对(?!不)|装好了|都匹配)",
        ),
        # 跟显存无关 · 和驱动没关系 · 没有爆显存
        (
            "无关|关系",
            r"(?:跟|和|与)[^，。,.;；!！?？\n]{1,10}?(?:无关|没有?关系)",
        ),
        (
            "没",
            r"没有?(?:报)?(?:爆显存|爆内存|oom)",
        ),
    )
)
"""(words of which one stands in the lower-cased text wherever the pattern matches, the pattern).

The words save compiling: together the patterns would cost a third of bare Python's start.
"""


def negated_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the text speaks of what it is not, ascending and apart."""
    spans: list[tuple[int, int]] = []
    for match in sorted((match.span() for match in _matches(text)), key=lambda span: span[0]):
        if spans and match[0] <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], match[1]))
        else:
            spans.append(match)
    return tuple(spans)


def without_negated(text: str) -> str:
    """The text without what it says it is not; all of it where nothing else is said."""
    spans = negated_spans(text)
    if not spans:
        return text
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    rest = " ".join(text[start:end] for start, end in zip(ends, starts, strict=True))
    return rest if any(char.isalnum() for char in rest) else text


def _matches(text: str) -> Iterator[re.Match[str]]:
    low = text.lower()
    for signs, pattern in _SAYINGS:
        if any(sign in low for sign in signs):
            yield from pattern.finditer(text)
