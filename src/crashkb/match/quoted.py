"""Whether a message is only quoted: source code that would print it, a diff, documentation about it.

Nobody's program failed then. Only the line with the message and what stands around it are looked at.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from crashkb.model import Line

_DIFF_LINES = 400
_AROUND = 3
_OPENING = 200

# src/train.py:123:  ·  123:  ·  train.py-122-  (grep -n, ripgrep with and without heading, grep -C)
_FOUND_AT = r"(?:[\w./\\@+ -]{1,200}\.\w{1,6}[:-])?\d{1,6}[:-]\s{0,80}"
# raise RuntimeError("  ·  throw std::runtime_error("  ·  if "out of memory" in str(e):  ·  logger.error("  ·  TORCH_CHECK(false, "
# printf("  ·  LOG(ERROR) << "  ·  with pytest.raises(  ·  MESSAGE = "  ·  except RuntimeError as e:
_CODE_HEAD = (
    r"\s{0,120}(?:[}>]\s{0,8})?(?:raise \w[\w.]{0,80}\(|throw (?:new )?\w[\w:.]{0,80}[({]|assert\b.{0,200}(?: in |==)|return [rbf]{0,2}[\"']"
    r"|(?:el)?if\b.{0,200}(?: in \w|==|\.(?:find|contains|startswith|search)\(|:$)|else if ?\(|except\b.{0,120}:|with [\w.]{1,60}\("
    r"|(?:print|printf|fprintf|log|logger|logging|warnings|console|self|pytest|re|std|expect|unittest)\b[\w.:]{0,60} ?\("
    r"|(?:TORCH|C10|AT|TF|PADDLE|ORT|TFLITE|MXNET|PT|CUDA|EXPECT|ASSERT|OP|CHECK|LOG|TF_LITE)[A-Z_0-9]{0,40}\(|std::c(?:err|out) <<"
    r"|(?:const |static |auto |final |var |let |val |String |char ?\* ?)?[A-Za-z_][\w.]{0,60}(?:\[\])? \+?= [rbf]{0,2}[\"'(](?!\{))"
)
# def f(x):  ·  class A:  ·  import torch  ·  #include <x>  ·  @decorator  ·  x = f(y)  ·  };  ·  try:
_CODE_LINE = (
    r"\s{0,120}(?:def \w+\(|class \w+.{0,80}:$|import \w|from [\w.]+ import |#include|@\w|\w[\w.]{0,60} = \S|return\b|try:$|else:$"
    r"|(?:for|while|if|with|except)\b.{0,200}:$|.{0,200}[;{}]$)"
)
# # RuntimeError: CUDA out of memory  ·  // …  ·  * …
_COMMENT = r"\s{0,120}(?:#{1,3}|//{1,2}|/?\*{1,2})\s"
# "CUDA out of memory. Tried to allocate 20.00 MiB"  on a line of its own
_LITERAL = r"\s{1,120}[rbfu]{0,2}([\"']).*\1[\s,)]{0,8}$"

# ## CUDA out of memory  ·  Troubleshooting  ·  If you see …  ·  This error means …  ·  Solution: …
_HEADING = r"^\s{0,3}#{1,6} \S"
_ADVICE = (
    r"\b(?:troubleshooting|faqs?|frequently asked|common (?:errors|issues|problems)|known issues)\b|常见问题|常见错误|常见报错|故障排查|故障排除",
    r"\bif you (?:see|get|encounter|run into|hit|receive)\b|(?:如果|当)(?:你|您)?(?:看到|遇到|出现|提示)",
    r"\b(?:this|the) (?:error|message|exception) (?:means|occurs|happens|is raised|is thrown|appears|usually|indicates)\b|(?:该|此|这个|这类)(?:错误|报错)(?:表示|说明|通常|一般|意味)",
    r"\s{0,8}(?:[-*] )?\**(?:solutions?|fix|cause|resolution|workaround|remedy|解决方法|解决办法|解决方案)\**\s?[:：]",
)
_PERSONAL = r"\b(?:i|i'm|i've|my|me|we|our|anyone|please help)\b|我|咱|请问|求助|大佬"


def is_personal(text: str) -> bool:
    """Whether someone speaks of themselves on that line."""
    return re.search(_PERSONAL, text[:500], re.IGNORECASE) is not None


class Quoting:
    """Tells of the lines of one report which of them only quote a message."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines

    def of(self, index: int, message: str) -> str:
        """'source', 'diff' or 'documentation' if the line of that index only quotes the message that begins on it, else ''."""
        if _is_source(self.lines, index, message):
            return "source"
        if _is_diff(self.lines, index):
            return "diff"
        own = self.lines[index].text[:2000]
        if not self._personal and (self._advises or any(re.search(sign, own, re.IGNORECASE) for sign in _ADVICE)):
            return "documentation"
        return ""

    @cached_property
    def _personal(self) -> bool:
        """Whether someone speaks of themselves: then the text is no documentation."""
        return any(is_personal(line.text) for line in self.lines[:_OPENING])

    @cached_property
    def _advises(self) -> bool:
        """Whether the text as a whole is advice to readers in general: it shows two signs of that."""
        texts = [line.text[:500] for line in self.lines[:_OPENING]]
        signs = (any(re.search(sign, text, re.IGNORECASE) for text in texts) for sign in (_HEADING, *_ADVICE))
        return sum(signs) >= 2


def _is_source(lines: Sequence[Line], index: int, message: str) -> bool:
    text = re.sub(rf"^{_FOUND_AT}", "    ", lines[index].text[:2000], count=1).lstrip("+-")
    before = text[: max(text.casefold().find(message[:24].casefold()), 0)]
    if re.match(_CODE_HEAD, text) and re.search(r"[\"'`]", before):
        return True
    above = lines[index - 1].text.rstrip() if index else ""
    if re.match(_LITERAL, text) and above.endswith(("(", "[", ",", "=", "\\")):
        return True
    return bool(re.match(_COMMENT, text)) and _stands_in_code(lines, index)


def _stands_in_code(lines: Sequence[Line], index: int) -> bool:
    near = [*lines[max(0, index - _AROUND) : index], *lines[index + 1 : index + 1 + _AROUND]]
    return sum(bool(re.match(_CODE_LINE, line.text[:400])) for line in near) >= 2


def _is_diff(lines: Sequence[Line], index: int) -> bool:
    """Whether the line stands in a hunk: only lines with a sign between it and the `@@` above."""
    for line in reversed(lines[max(0, index - _DIFF_LINES) : index + 1]):
        if line.text.startswith("@@ -"):
            return True
        if line.text[:1] not in ("+", "-", " ", "\t", "\\"):
            return False
    return False
