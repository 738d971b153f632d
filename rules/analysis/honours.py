"""Honours of a finished game: its rarest moments, by how many games have such a one."""

from collections.abc import Mapping
from itertools import chain, product
from typing import Final

from rules.analysis.honour_finders import FINDERS, Honour, HonourKind
from rules.game import Game

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
    HonourKind.CLOSE_FINISH: (7, 3, 1, 0, 0, 0),
    HonourKind.CLEAR_WIN: (8, 17, 26, 42, 58, 75),
}
"""By kind, the least number that at most a half, a quarter, … a sixty-fourth of all games reach.

Measured by ``python -m tools.honours`` over 320 games of villagers: each of eight sets of parts 40
times, with two to five seats. Who placed how many tiles is never rare: everybody has that honour.
"""


def honours(game: Game) -> tuple[Honour, ...]:
    """The honours of a finished game: of each kind the rarest of each seat that has one."""
    best: dict[tuple[HonourKind, int], Honour] = {}
    for honour in chain.from_iterable(find(game) for find in FINDERS):
        known = best.get((honour.kind, honour.seat))
        if known is None or honour.number > known.number:
            best[honour.kind, honour.seat] = honour
    return tuple(best.values())


def seat_honours(game: Game) -> tuple[Honour, ...]:
    """One honour for each seat that placed a tile: as many kinds as there can be, the rarest."""
    order = list(HonourKind)
    ranked = sorted(honours(game), key=lambda honour: (-rank(honour), order.index(honour.kind)))
    by_seat = ([one for one in ranked if one.seat == seat] for seat in range(game.seats))
    # As many kinds as there are seats are enough, as the others can take all but one of them.
    choices = [
        [(one.kind, rank(one), one) for one in found[: game.seats]] for found in by_seat if found
    ]
    best = max(
        product(*choices),
        key=lambda chosen: (len({one[0] for one in chosen}), sum(one[1] for one in chosen)),
    )
    return tuple(honour for _kind, _rank, honour in best)


def rank(honour: Honour) -> float:
    """The rarity of an honour, and below 1 how near it comes to that of half of all games."""
    rare, [least, *_] = rarity(honour), RARITY.get(honour.kind) or (0,)
    smaller, larger = sorted((honour.number, least))
    return rare or (smaller / larger if least else 0.0)


def rarity(honour: Honour) -> int:
    """The rarity of an honour: with n, at most one game in 2 to the power of n has such a one."""
    smaller = honour.kind in SMALLER_IS_RARER
    return sum(
        honour.number <= least if smaller else honour.number >= least
        for least in RARITY.get(honour.kind, ())
    )
