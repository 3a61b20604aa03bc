"""Conditions on captures and facts: `reserved - allocated > 2 * requested and torch >= 2.1`.

The language stands in docs/format.md. Truth has three values: None means that a name the condition needs is
not known. Clauses are joined by `and` (or a comma); there is no `or`, a page lists alternatives instead.

A bare word on the right of `=` or `!=` is a word (`platform = linux`); where something of that name is known,
its value counts as well (`expected = found`). Everywhere else a bare word is a name.
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any, NamedTuple, TypeVar

from crashkb.errors import ConditionError
from crashkb.kb.holes import size_in_bytes
from crashkb.model import Value
from crashkb.text.lazy import LazyPattern

Names = Mapping[str, Value | tuple[Value, ...]]
"""What is known: captures and facts; a fact may have several values, then any of them will do."""

# Sample: " and ", ", "
_AND = LazyPattern(r"\s{1,32}and\s{1,32}|,\s{0,32}", re.IGNORECASE)
# Sample: ">=", "=", "!="
_OPERATOR = LazyPattern(r"(<=|>=|!=|==|=|<|>)")
# Sample: "total", "exit_status", "arm64-v8a", "cuda:0" (a name or a word)
_WORD = LazyPattern(r"[^\W\d][\w./:-]{0,127}")
# Sample: "2", "0.5", "-9", "0xC0000005"
_NUMBER = LazyPattern(r"-?(?:0x[0-9a-f]{1,16}|\d{1,25}(?:\.\d{1,20})?)", re.IGNORECASE)
# Sample: "2.1", "2.1.0+cu118", "12.1.105", "v1.15": release numbers, then a local or pre-release part that is ignored
_VERSION = LazyPattern(r"v?(\d{1,9}(?:\.\d{1,9}){0,7})(?:[-+.]?[a-z][\w.+-]{0,64}|[-+][\w.+-]{1,64})?", re.IGNORECASE)
# Sample: " - " in "total - free"; without spaces it belongs to a word (arm64-v8a)
_PLUS_MINUS = LazyPattern(r"\s{1,32}([+-])\s{1,32}")
# Sample: "0.5 * total"
_TERM = LazyPattern(r"(?:(\d{1,25}(?:\.\d{1,20})?)\s{0,32}\*\s{0,32})?([a-z][a-z0-9_]{0,63})", re.IGNORECASE)

_MAX_READINGS = 256

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_T = TypeVar("_T")


class Term(NamedTuple):
    """`factor * name`, or the constant `factor` where there is no name."""

    factor: float
    name: str = ""


class Side(NamedTuple):
    """One side of a comparison."""

    text: str
    """As written."""
    terms: tuple[Term, ...] = ()
    """The sum, if the side is one; empty for a version or word that is no number."""
    is_word: bool = False
    """A bare word on the right of = or !=."""

    @property
    def literal(self) -> bool:
        """Whether the side stands for itself: a number, size, version or word."""
        return self.is_word or all(not term.name for term in self.terms)


class Clause(NamedTuple):
    """`left op right`."""

    left: Side
    op: str
    """One of = != < <= > >=."""
    right: Side


class Condition(NamedTuple):
    """Clauses that must all hold."""

    text: str
    clauses: tuple[Clause, ...]
    names: tuple[str, ...]
    """Every name it speaks of, in order, once each; a word right of = or != is no name."""


def parse_condition(text: str) -> Condition:
    """Return the condition that a text states.

    Raises:
        ConditionError: the text is not `side op side [and …]`.
    """
    clauses = tuple(_clause(part, text) for part in _AND.split(text.strip()))
    names = dict.fromkeys(name for clause in clauses for name in _names_in(clause))
    return Condition(text.strip(), clauses, tuple(names))


def evaluate(condition: Condition, names: Names) -> bool | None:
    """Return whether the condition holds; None where that hangs on a name that is not known."""
    results = [_holds(clause, names) for clause in condition.clauses]
    if False in results:
        return False
    return None if None in results else True


def names_of(condition: Condition) -> tuple[str, ...]:
    """Return every name the condition speaks of, in order, once each; a word right of = or != is no name."""
    return condition.names


def unknown_names(condition: Condition, names: Names) -> tuple[str, ...]:
    """Return the names that would decide the condition; empty where it is decided already."""
    if evaluate(condition, names) is not None:
        return ()
    open_clauses = [clause for clause in condition.clauses if _holds(clause, names) is None]
    wanted = [name for clause in open_clauses for name in (*_names_in(clause), *_names_behind_words(clause, names))]
    return tuple(dict.fromkeys(name for name in wanted if not _known(name, names)))


# --- reading --------------------------------------------------------------------------------------


def _clause(part: str, whole: str) -> Clause:
    pieces = _OPERATOR.split(part)
    if len(pieces) != 3 or not pieces[0].strip() or not pieces[2].strip():
        raise ConditionError(f"{part.strip()!r} in condition {whole!r} is not `side op side`")
    op = "=" if pieces[1] == "==" else pieces[1]
    left = _side(pieces[0].strip(), whole, word=False)
    right = _side(pieces[2].strip(), whole, word=op in ("=", "!=") and not left.literal)
    if left.literal and right.literal:
        raise ConditionError(f"{part.strip()!r} in condition {whole!r} names nothing that could be known")
    return Clause(left, op, right)


def _side(text: str, whole: str, *, word: bool) -> Side:
    constant = _constant(text)
    if constant is not None:
        return Side(text, (Term(constant),))
    if _read_version(text):
        return Side(text)
    if word and _WORD.fullmatch(text):
        return Side(text, is_word=True)
    return Side(text, tuple(_terms(text, whole)))


def _constant(text: str) -> float | None:
    if _NUMBER.fullmatch(text):
        return float(int(text, 16)) if "x" in text.lower() else float(text)
    return size_in_bytes(text)


def _terms(text: str, whole: str) -> Iterator[Term]:
    pieces = _PLUS_MINUS.split(text)
    for sign, piece in zip(["+", *pieces[1::2]], pieces[0::2], strict=True):
        direction = -1.0 if sign == "-" else 1.0
        constant = _constant(piece.strip())
        match = _TERM.fullmatch(piece.strip())
        if constant is not None:
            yield Term(direction * constant)
        elif match:
            yield Term(direction * float(match[1] or 1), match[2].lower())
        else:
            raise ConditionError(f"{text!r} in condition {whole!r} is no name, sum, number, version or word")


# --- names ----------------------------------------------------------------------------------------


def _names_in(clause: Clause) -> list[str]:
    return [term.name for side in (clause.left, clause.right) for term in side.terms if term.name]


def _names_behind_words(clause: Clause, names: Names) -> list[str]:
    """Return the right-hand word where the left side holds a number: then it can only be a name."""
    if not clause.right.is_word or not all(_known(name, names) for name in _names_in(clause)):
        return []
    return [clause.right.text.lower()]


def _readings(clause: Clause, names: Names) -> Iterator[dict[str, Value]]:
    """Yield one value for each name that the clause may need; several values give several readings."""
    wanted = dict.fromkeys(_names_in(clause))
    if clause.right.is_word and _known(clause.right.text.lower(), names):
        wanted[clause.right.text.lower()] = None
    values = [_values(names[name]) for name in wanted]
    for chosen in islice(product(*values), _MAX_READINGS):
        yield dict(zip(wanted, chosen, strict=True))


def _known(name: str, names: Names) -> bool:
    return name in names and names[name] != ()


def _values(value: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else (value,)


# --- comparing ------------------------------------------------------------------------------------


def _holds(clause: Clause, names: Names) -> bool | None:
    if not all(_known(name, names) for name in _names_in(clause)):
        return None
    results = [_compare(clause, reading) for reading in _readings(clause, names)]
    if True in results:
        return True
    return None if None in results else False


def _compare(clause: Clause, known: Mapping[str, Value]) -> bool | None:
    left = _worth(clause.left, known)
    if clause.right.is_word:
        equal = _equals_word(left, clause.right.text, known.get(clause.right.text.lower()))
        return None if equal is None else equal == (clause.op == "=")
    right = _worth(clause.right, known)
    if left is None or right is None:
        return None
    return _relation(left, clause.op, right)


def _worth(side: Side, known: Mapping[str, Value]) -> Value | None:
    """Return what a side comes to: a single name or literal its own value, a sum its number; None if it has none."""
    if not side.terms:
        return side.text
    if len(side.terms) == 1 and side.terms[0].factor == 1 and side.terms[0].name:
        return known[side.terms[0].name]
    if side.literal:
        return side.text
    total = 0.0
    for factor, name in side.terms:
        number = _number(known[name]) if name else 1.0
        if number is None:
            return None
        total += factor * number
    return total


def _equals_word(left: Value | None, word: str, value: Value | None) -> bool | None:
    if left is None or (value is None and not isinstance(left, str)):
        return None
    if isinstance(left, str) and left.strip().casefold() == word.casefold():
        return True
    return value is not None and _relation(left, "=", value) is True


def _relation(left: Value, op: str, right: Value) -> bool | None:
    """Compare as versions if both are texts that look like one, else as numbers if both can be one, else as words."""
    both_texts = isinstance(left, str) and isinstance(right, str)
    numbers = None if both_texts and _releases(left, right) else _pair(_number(left), _number(right))
    if numbers:
        return _ordered(numbers[0], numbers[1], op)
    releases = _releases(left, right)
    if releases:
        return _ordered(*_padded(*releases), op)
    if op not in ("=", "!="):
        return None
    return (str(left).strip().casefold() == str(right).strip().casefold()) == (op == "=")


def _number(value: Value) -> float | None:
    return _constant(value.strip()) if isinstance(value, str) else float(value)


def _releases(left: Value, right: Value) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    return _pair(_release(left), _release(right))


def _release(value: Value) -> tuple[int, ...] | None:
    text = value.strip() if isinstance(value, str) else f"{value:g}"
    match = _read_version(text)
    is_size = size_in_bytes(text) is not None and not text[-1:].isdigit()
    if match is None or is_size or text.lower().startswith("0x"):
        return None
    return tuple(int(part) for part in match[1].split("."))


def _read_version(text: str) -> re.Match[str] | None:
    # Most texts are names: a look at where the first digit must stand saves compiling the pattern.
    return _VERSION.fullmatch(text) if any(char.isdecimal() for char in text[:2]) else None


def _pair(left: _T | None, right: _T | None) -> tuple[_T, _T] | None:
    return None if left is None or right is None else (left, right)


def _padded(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    width = max(len(left), len(right))
    return left + (0,) * (width - len(left)), right + (0,) * (width - len(right))


def _ordered(left: _T, right: _T, op: str) -> bool:
    return bool(_COMPARE[op](left, right))
