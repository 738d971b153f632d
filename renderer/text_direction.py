"""The runs of a line from left to right, where some of its letters are read from right to left.

Implements the part of the Unicode bidirectional algorithm that names need.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

_BRACKETS: Final = "()[]{}<>«»"
_MIRRORED: Final = str.maketrans(_BRACKETS, ")(][}{><»«")
_STRONG: Final = ("L", "R", "AL")
_CARRIED: Final = ("NSM", "BN")
"""The Unicode classes of marks and joiners, which go with the letter before them."""


class Run(NamedTuple):
    """Letters in reading order, all in one direction."""

    text: str
    right_to_left: bool


def visual_runs(text: str) -> Sequence[Run]:
    """Runs from left to right; the first strong letter tells the line's direction."""
    if not any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
        return (Run(text, False),)
    levels = _levels(text)
    runs = [(level, "".join(c for c, _ in run)) for level, run in _level_runs(text, levels)]
    for least in range(max(levels), 0, -1):
        runs = list(_reverse_runs(runs, least))
    return tuple(Run(run, level % 2 == 1) for level, run in runs)


def mirrored(text: str) -> str:
    """Put right-to-left letters in drawing order, brackets turned."""
    return text[::-1].translate(_MIRRORED)


def _levels(text: str) -> list[int]:
    """0 or 2 for letters that run to the right in the line, 1 to the left."""
    kinds = [unicodedata.bidirectional(letter) for letter in text]
    base = int(next(kind for kind in kinds if kind in _STRONG) != "L")
    sides: list[int | None] = []
    last = base
    for letter, kind in zip(text, kinds, strict=True):
        if kind in _CARRIED and sides:
            sides.append(sides[-1])
        elif kind in _STRONG:
            last = int(kind != "L")
            sides.append(last)
        elif kind in ("EN", "AN"):
            sides.append(2 * last)
        else:
            sides.append(base if letter in _BRACKETS else None)
    levels: list[int] = []
    for n, side in enumerate(sides):
        if side is None:
            # neutral characters take the direction of their neighbours if these agree
            before = next((s for s in reversed(sides[:n]) if s is not None), base)
            after = next((s for s in sides[n:] if s is not None), base)
            side = min(before, 1) if min(before, 1) == min(after, 1) else base
        levels.append(2 if base and side == 0 else side)
    return levels


def _level_runs(text: str, levels: Sequence[int]) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    pairs = zip(text, levels, strict=True)
    return ((level, list(run)) for level, run in groupby(pairs, key=lambda pair: pair[1]))


def _reverse_runs(runs: Sequence[tuple[int, str]], least: int) -> Iterator[tuple[int, str]]:
    for high, alike in groupby(runs, key=lambda run: run[0] >= least):
        some = list(alike)
        yield from some[::-1] if high else some
