"""Lines that are equal but for their digits."""

from crashkb.report.shapes import Shapes


def test_lines_that_differ_in_digits_have_one_shape() -> None:
    """The first of them is remembered."""
    shapes = Shapes()
    shapes.count(b"step 12 failed", 4, telling=True)
    shape = shapes.count(b"step 7 failed", 9, telling=False)

    assert (shape.first, shape.count, shape.telling) == (4, 2, True)
    assert shapes.repeated(1) == [shape]
    assert shapes.repeated(2) == []


def test_known_lines_are_counted_and_the_others_given_back() -> None:
    """New ones, and the first of a telling shape."""
    shapes = Shapes()
    for number in range(3):
        shapes.count(b"failed", number, telling=True)
    shapes.count(b"quiet", 3, telling=False)
    shapes.count(b"rare", 4, telling=True)

    fresh, again = shapes.count_known([b"failed", b"quiet", b"rare", b"new"], 10, enough=3)

    assert fresh == [(12, b"rare"), (13, b"new")]
    assert again == 1


def test_long_lines_are_told_apart_at_their_end() -> None:
    """A shape is all of a line, not its beginning."""
    shapes = Shapes()
    first = shapes.count(b"x" * 3_000 + b"a", 0, telling=True)

    assert shapes.count(b"x" * 3_000 + b"b", 1, telling=True) is not first


def test_a_text_without_end_fills_no_memory() -> None:
    """What comes later is not told apart."""
    shapes = Shapes()
    for number in range(20_000):
        shapes.count(f"{'a' * (number % 150)}{chr(97 + number % 26)}{number:x}".encode(), number, telling=False)
        shapes.count(bytes([97 + int(digit) for digit in str(number)]), number, telling=False)

    assert shapes.are_full
    assert shapes.count(b"of another kind", 1, telling=True).count == 1
    assert shapes.count(b"of another kind", 2, telling=True).count == 1
