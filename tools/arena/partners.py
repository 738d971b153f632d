"""Sparring partners: players with one habit each, against whom new weights must hold.

Their weights are numbers of their own: partners stay as they are when the tuned weights change.
"""

from dataclasses import dataclass, replace
from typing import Final

from rules.opponents.weights import Weights
from tools.arena.duels import Duel


@dataclass(frozen=True, slots=True)
class Partner:
    """A villager with its own weights, to whom its rival's points count ``rivals`` times."""

    weights: Weights
    rivals: float = 1.0


VILLAGER_OF_2026: Final = Weights(
    effort=0.4061,
    onward=0.25,
    gaps=0.6467,
    around=0.4523,
    growth=0.0935,
    hand=73.4737,
    plenty=2.5,
    horizon=12.0,
    back=0.4673,
    spare=3.0,
    extra=4.0,
    joining=0.4539,
    promise=0.7243,
    coming=0.0,
    contest=0.0,
    contested=0.0,
)
"""The weights of version 1.0.0, which see in a field only the cities at it."""

PARTNERS: Final = {
    "villager": Partner(VILLAGER_OF_2026),
    "farmer": Partner(replace(VILLAGER_OF_2026, promise=1.2)),
    "blocker": Partner(VILLAGER_OF_2026, rivals=1.6),
    "finisher": Partner(replace(VILLAGER_OF_2026, hand=25.0, growth=0.0, effort=0.25)),
}
"""The villager of version 1.0.0; one that trusts what the end will pay, and so lays many farmers;
one that rather takes points from its rival; one that closes at once and keeps no figure."""


def sparring(
    game: str, seed: int, tried: Weights, partner: str, options: tuple[tuple[str, str], ...] = ()
) -> Duel:
    """The duel of weights with a partner on one bag."""
    against = PARTNERS[partner]
    return Duel(game, seed, tried, against.weights, against.rivals, options)
