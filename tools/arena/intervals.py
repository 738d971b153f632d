"""Statistics of matches: Wilson's interval of a share, and quantiles."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

SURE: Final = 1.96
"""Standard deviations to either side that make an interval of 95 percent."""


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Between what the true share lies with 95 in a hundred, by Wilson's score."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, SURE * SURE
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = SURE * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    reach /= 1 + square / trials
    return max(0.0, middle - reach), min(1.0, middle + reach)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value that a part of some ordered ones does not exceed; 0 where there is none."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
