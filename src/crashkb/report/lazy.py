"""Regular expressions that are compiled when first used.

Compiling costs about 0.1 ms each, and one paste needs few of the many that the readers know: a
build's wordings are of no use to a paste without a build.
"""

import re
from collections.abc import Iterator


class LazyPattern:
    """Stands for `re.compile(source, flags)`, with the methods that the readers use."""

    __slots__ = ("_compiled", "flags", "source")

    def __init__(self, source: str, flags: int = 0) -> None:
        """Keep the expression; nothing is compiled yet."""
        self.source = source
        self.flags = flags
        self._compiled: re.Pattern[str] | None = None

    def _pattern(self) -> re.Pattern[str]:
        if self._compiled is None:
            self._compiled = re.compile(self.source, self.flags)
        return self._compiled

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """As `re.Pattern.match`."""
        return (self._compiled or self._pattern()).match(text, start)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """As `re.Pattern.search`."""
        return (self._compiled or self._pattern()).search(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """As `re.Pattern.fullmatch`."""
        return (self._compiled or self._pattern()).fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """As `re.Pattern.finditer`."""
        return self._pattern().finditer(text)

    def sub(self, new: str, text: str, count: int = 0) -> str:
        """As `re.Pattern.sub`, with a text as replacement."""
        return self._pattern().sub(new, text, count)

    def split(self, text: str, maxsplit: int = 0) -> list[str]:
        """As `re.Pattern.split`, for expressions without groups."""
        return self._pattern().split(text, maxsplit)

    def findall(self, text: str) -> list[str]:
        """As `re.Pattern.findall`, for expressions with at most one group."""
        return self._pattern().findall(text)
