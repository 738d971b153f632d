"""Find the way to move weights, from games between players that differ in all of them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from math import exp, sqrt
from statistics import stdev
from typing import Final, TypeAlias

from rules.opponents.weights import Weights

PARTS: Final = frozenset({"gaps", "onward"})
"""Weights that are parts of a chance: one at most."""
LENGTHS: Final = (0.25, 0.5, 1.0)
"""The step of the most telling weight, in its logarithm; the others move less."""
FIRM: Final = 1.0
"""From how many deviations on a slope is more than chance, about."""

Steps: TypeAlias = Mapping[str, float]
"""By weight how far it is moved, in its logarithm."""


def moved(weights: Weights, steps: Steps, length: float = 1.0) -> Weights:
    """Weights with each multiplied by what its step says, so many times as far."""
    values = asdict(weights)
    changed = {name: values[name] * exp(length * step) for name, step in steps.items()}
    for name in PARTS & changed.keys():
        changed[name] = min(1.0, changed[name])
    return replace(weights, **{name: round(value, 4) for name, value in changed.items()})


def signs(weights: Weights, chance: random.Random) -> dict[str, int]:
    """For each weight by chance up or down."""
    return {name: chance.choice((-1, 1)) for name in asdict(weights)}


def slopes(probes: Sequence[tuple[Mapping[str, int], float]]) -> dict[str, float]:
    """By weight how many deviations its rise is better than its fall.

    A probe is the signs of one player, of whom the other had the opposite, and its margin. As the
    signs of other weights are as often one as the other, each probe tells of every weight.
    """
    margins = [margin for _, margin in probes]
    deviation = (stdev(margins) if len(margins) > 1 else 0.0) / sqrt(max(1, len(margins)))
    names = probes[0][0] if probes else ()
    return {
        name: sum(probe[name] * margin for probe, margin in probes) / len(probes) / deviation
        if deviation
        else 0.0
        for name in names
    }


def candidates(weights: Weights, slopes: Mapping[str, float]) -> list[Weights]:
    """Weights moved along the firm slopes, not far and farther."""
    firm = {name: slope for name, slope in slopes.items() if abs(slope) >= FIRM}
    steepest = max((abs(slope) for slope in firm.values()), default=1.0)
    steps = {name: slope / steepest for name, slope in firm.items()}
    return [moved(weights, steps, length) for length in LENGTHS] if steps else []
