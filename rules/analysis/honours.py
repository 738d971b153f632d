"""Honours of a finished game: its rarest moments, by how many games have such a one."""

from collections.abc import Mapping
from typing import Final

from rules.analysis.honour_finders import FINDERS, Honour, HonourKind
from rules.game import Game

HONOURS_SHOWN: Final = 3
"""The most honours that a game is given."""

SMALLER_IS_RARER: Final = frozenset({HonourKind.CLOSE_FINISH})
"""The kinds whose honours are the rarer, the smaller their number is."""

RARITY: Final[Mapping[HonourKind, tuple[int, ...]]] = {
    HonourKind.STEAL: (6, 6, 6, 15, 29, 40),
    HonourKind.COMEBACK: (15, 21, 27, 33, 38, 44),
    HonourKind.BEST_TURN: (17, 23, 31, 39, 49, 63),
    HonourKind.PATIENCE: (53, 67, 76, 84, 94, 101),
    HonourKind.LARGEST: (8, 10, 12, 15, 18, 19),
    HonourKind.SHARED: (4, 4, 5, 5, 5, 5),
    HonourKind.BUSY_TURN: (3, 3, 3, 4, 4, 4),
    HonourKind.STREAK: (4, 5, 7, 8, 10, 11),
    HonourKind.RICHEST: (19, 25, 33, 39, 47, 61),
    HonourKind.GIFT: (6, 10, 13, 17, 24, 29),
    HonourKind.FIT: (2, 3, 3, 4, 4, 4),
    HonourKind.FINALE: (54, 65, 76, 88, 96, 106),
    HonourKind.LEAD_CHANGES: (5, 7, 9, 10, 11, 13),
    HonourKind.CLOSE_FINISH: (7, 3, 1, 0, 0, 0),
    HonourKind.CLEAR_WIN: (8, 17, 26, 42, 58, 75),
}
"""By kind, the least number that at most a half, a quarter, … a sixty-fourth of all games reach.

Measured by ``python -m tools.honours`` over 320 games of villagers: each of eight sets of parts 40
times, with two to five seats.
"""


def honours(game: Game) -> tuple[Honour, ...]:
    """All honours of a finished game, one of each kind that its events have."""
    return tuple(honour for find in FINDERS if (honour := find(game)) is not None)


def rarest_honours(game: Game, number: int = HONOURS_SHOWN) -> tuple[Honour, ...]:
    """The rarest honours of a game; two about the same score only if there are no others."""
    order = list(HonourKind)
    ranked = sorted(honours(game), key=lambda honour: (-rarity(honour), order.index(honour.kind)))
    chosen: list[Honour] = []
    for honour in ranked:
        covered = {event for other in chosen for event in other.events}
        if covered.isdisjoint(honour.events):
            chosen.append(honour)
    rest = [honour for honour in ranked if honour not in chosen]
    return tuple((*chosen, *rest)[:number])


def rarity(honour: Honour) -> int:
    """The rarity of an honour: with n, at most one game in 2 to the power of n has such a one."""
    smaller = honour.kind in SMALLER_IS_RARER
    return sum(
        honour.number <= least if smaller else honour.number >= least
        for least in RARITY.get(honour.kind, ())
    )
