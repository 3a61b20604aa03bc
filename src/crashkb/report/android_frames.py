"""The native frame lines of Android: `#00 pc 0000000000063fec  /system/lib64/libc.so (abort+156) (BuildId: c778)`.

Format: AOSP libunwindstack `Unwinder::FormatFrame` and debuggerd (Android 4–15); ART puts `native: ` before it.
"""

import re

from crashkb.model import Frame
from crashkb.text.lazy import LazyPattern

#     #00 pc 0000000000063fec  /apex/com.android.runtime/lib64/bionic/libc.so (abort+156) (BuildId: c778)
#     #01 pc 000a1234  /data/app/com.x/base.apk!libfoo.so (offset 0x1000) (foo(int)+12)
#   native: #00 pc 000000000007f5d8  /system/lib64/libc.so (__epoll_pwait+8)
FRAME = LazyPattern(r"\s*+(?:native: )?#(\d{1,4}+) {1,2}pc ([0-9a-fA-Fx]{4,18}+) {1,2}(\S{1,500}+)(.{0,2000})$")
# (offset 0x1000)      (offset 17c000)      (deleted)
_OFFSET = LazyPattern(r"\s*+\((?:offset (?:0x)?[0-9a-f]{1,16}+|deleted)\)")


def native_frame(found: re.Match[str]) -> Frame:
    """The frame of a match of FRAME: the symbol without its offset ('' if unknown), and the library."""
    rest = found[4]
    while offset := _OFFSET.match(rest):
        rest = rest[offset.end() :]
    symbol = rest.strip()
    if symbol.startswith("(BuildId:"):
        symbol = ""
    symbol = symbol.partition(" (BuildId:")[0].strip()
    if symbol.startswith("(") and symbol.endswith(")"):
        symbol = symbol[1:-1]
    if symbol.startswith("?"):
        symbol = ""
    name, plus, distance = symbol.rpartition("+")
    return Frame(name if plus and distance.isdigit() else symbol, found[3])
