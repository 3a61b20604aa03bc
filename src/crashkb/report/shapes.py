"""Shapes: lines that are equal but for their digits are one thing that happened again and again."""

from collections.abc import Sequence

_MOST_SHAPES = 20_000
_SHAPE_BYTES = 4_000
"""Bytes of a line that make its shape."""

_DIGITS = b"0123456789"


class Shape:
    """Lines that are equal but for their digits."""

    __slots__ = ("count", "first", "telling")

    def __init__(self, first: int, telling: bool) -> None:
        self.first = first
        """0-based number of the first of them."""
        self.telling = telling
        self.count = 0


class Shapes:
    """The shapes of a text, as they come; of more than some thousand only the first are told apart."""

    def __init__(self) -> None:
        self._shapes: dict[int, Shape] = {}

    @property
    def are_full(self) -> bool:
        """Whether new shapes are no longer told apart."""
        return len(self._shapes) >= _MOST_SHAPES

    def count_known(self, lines: Sequence[bytes], first: int, enough: int) -> tuple[list[tuple[int, bytes]], int]:
        """(0-based number and line of those that have to be looked at; how many telling ones need not).

        Args:
            lines: complete lines, without their ends.
            first: 0-based number of the first.
            enough: lines of a telling shape that are looked at.
        """
        fresh: list[tuple[int, bytes]] = []
        again = 0
        shapes = self._shapes
        for number, line in enumerate(lines, first):
            shape = shapes.get(_key(line))
            if shape is None or (shape.telling and shape.count < enough):
                fresh.append((number, line))
            else:
                shape.count += 1
                again += shape.telling
        return fresh, again

    def count(self, line: bytes, number: int, *, telling: bool) -> Shape:
        """The shape of the line with that 0-based number, which counts one more."""
        key = _key(line)
        shape = self._shapes.get(key)
        if shape is None:
            shape = Shape(number, telling)
            if not self.are_full:
                self._shapes[key] = shape
        shape.telling = shape.telling or telling
        shape.count += 1
        return shape

    def repeated(self, most: int) -> list[Shape]:
        """The telling shapes that more than so many lines have."""
        return [shape for shape in self._shapes.values() if shape.telling and shape.count > most]


def _key(line: bytes) -> int:
    # 64 bits stand for the shape: the shapes themselves would be megabytes.
    return hash(line[:_SHAPE_BYTES].translate(None, _DIGITS))
