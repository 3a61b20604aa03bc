"""Lines that every run prints and that tell nothing about a crash."""

import re

from crashkb.text.lazy import LazyPattern

_BANNERS = (
    "--------- beginning of ",  # logcat -b all
    "Note: NVIDIA_TF32_OVERRIDE",
    "NOTE! NVIDIA_TF32_OVERRIDE",
    "remote: Counting objects:",  # git
    "remote: Compressing objects:",
    "Receiving objects:",
    "Resolving deltas:",
)

# Epoch 0:   6%|▌         | 1/18 [00:08<02:29,  8.77s/it, loss=10.500]   ·   Training: 0it [00:00, ?it/s]   (tqdm)
_TQDM = LazyPattern(r".{0,200}?(?:\d{1,3}%\|.{0,300}?\||\d{1,9}it) ?.{0,80}?\[[^\[\]]{1,200}\]$")
# 12/782 [==>...........................] - ETA: 5s   ·   10/10 ━━━━━━━━━━━━━━━━━━━━ 0s 15ms/step - loss: 2.8   (Keras)
_KERAS = LazyPattern(r"\s{0,8}\d{1,9}/(?:\d{1,9}|Unknown) (?:\[[=>.]{5,60}\]|━{5,60})")
#     ━━━━━━━━━━━━━━━━━━━━ 899.8/899.8 MB 1.2 MB/s eta 0:00:00   ·   |████████████| 12.1 MB 3.4 MB/s   (pip)
_PIP = LazyPattern(
    r"\s{0,12}(?:\|?[█▉▊▋▌▍▎▏ ]{5,80}\||[━╸╺]{5,80}) ?\d{1,6}(?:\.\d{1,3})?(?:/\d{1,6}(?:\.\d{1,3})?)? ?[kMG]?B\b"
)
# <div class="ansi-output"> … </div>   (saved notebooks)
_NOTEBOOK = LazyPattern(r"</?(?:div|span|pre|table|style|script|tr|td|th|tbody|thead)\b[^<>]{0,200}>$")
# What makes even a progress line worth reading.
_TELLING = LazyPattern(r"\bnan\b|\binf\b|error|traceback|killed", re.IGNORECASE)


def is_boilerplate(text: str) -> bool:
    """Whether a clean line is furniture: a progress bar, a border, a marker line, a banner.

    Conservative: a progress bar that reports ``loss: nan`` or has an error glued to it is kept.
    """
    if not text:
        return False
    last = text[-1]
    if last in "^~" and not text.strip("^~ \t"):  # ~~~~~^^^^ under a source line of a traceback
        return True
    if last in "+|-=" and len(text) > 3 and not text.strip("+|-= \t"):  # +-----+ of nvidia-smi
        return True
    if "━" in text or "█" in text or (last == "]" and "[" in text) or ("/" in text and ("=" in text or ".." in text)):
        return _is_progress(text) and not _TELLING.search(text)
    if last == ">" and text[:1] == "<":
        return _NOTEBOOK.match(text) is not None
    return text.startswith(_BANNERS)


def _is_progress(text: str) -> bool:
    return (
        (text[-1] == "]" and ("%|" in text or "it [" in text) and _TQDM.match(text) is not None)
        or _KERAS.match(text) is not None
        or _PIP.match(text) is not None
    )
