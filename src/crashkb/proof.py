"""What judgements prove: of few hardly anything, of many about their share."""

from math import sqrt

_Z = 1.96
"""Nineteen times out of twenty the true share lies between the bounds."""


def bounds(good: int, judged: int) -> tuple[float, float]:
    """Between which shares the true one lies (Wilson's score interval); (0, 1) where nobody judged.

    Args:
        good: how often it proved good.
        judged: how often it was judged at all.
    """
    if judged <= 0:
        return 0.0, 1.0
    share = good / judged
    square = _Z * _Z
    middle = (share + square / (2 * judged)) / (1 + square / judged)
    half = _Z * sqrt(share * (1 - share) / judged + square / (4 * judged * judged)) / (1 + square / judged)
    return max(0.0, middle - half), min(1.0, middle + half)
