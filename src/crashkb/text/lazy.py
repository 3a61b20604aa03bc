"""Regular expressions that are compiled when first used.

Compiling costs about 0.1 ms each, and one paste needs few of the many that are known: a build's wordings are of no
use to a paste without a build.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

_METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "split")


class LazyPattern:
    """Stands for `re.compile(source, flags)`, with the methods that are used.

    The methods are attributes that are missing at first: asking for one compiles and puts those of the compiled
    expression in their places, so that each further call costs no more than there.
    """

    __slots__ = ("flags", "source", *_METHODS)

    match: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    """Of expressions with at most one group."""
    sub: Callable[..., str]
    split: Callable[..., list[str]]
    """Of expressions without groups."""

    def __init__(self, source: str, flags: int = 0) -> None:
        """Keep the expression; nothing is compiled yet."""
        self.source = source
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        """The method of that name, once it is first asked for."""
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self.source, self.flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(self, name)
