"""The honours of a finished game: the choice of the rarest, by the share of players with one."""

from collections.abc import Mapping
from itertools import chain, product
from typing import Final

from rules.analysis.honour_finders import FINDERS, Honour, HonourKind
from rules.game import Game

SMALLER_IS_RARER: Final = frozenset({HonourKind.CLOSE_FINISH})
"""The kinds whose honours are the rarer, the smaller their number is."""

RARITY: Final[Mapping[HonourKind, tuple[int, ...]]] = {
    HonourKind.STEAL: (10, 10, 10, 10, 17, 29),
    HonourKind.COMEBACK: (8, 8, 16, 22, 27, 30),
    HonourKind.BEST_TURN: (11, 16, 19, 24, 33, 43),
    HonourKind.PATIENCE: (34, 49, 58, 64, 74, 83),
    HonourKind.LARGEST: (7, 8, 10, 12, 14, 16),
    HonourKind.SHARED: (3, 4, 5, 5, 5, 5),
    HonourKind.BUSY_TURN: (2, 3, 3, 3, 3, 4),
    HonourKind.STREAK: (3, 4, 6, 7, 9, 13),
    HonourKind.RICHEST: (14, 19, 25, 33, 40, 43),
    HonourKind.GIFT: (2, 3, 8, 11, 17, 19),
    HonourKind.FIT: (1, 2, 2, 3, 4, 4),
    HonourKind.FINALE: (44, 54, 62, 69, 77, 84),
    HonourKind.CLOSE_FINISH: (7, 7, 5, 2, 1, 0),
    HonourKind.CLEAR_WIN: (8, 8, 16, 31, 42, 51),
}
"""By kind, the least number that at most a half, a quarter, … a sixty-fourth of players reach.

Measured by ``python -m tools.honours`` over the 370 players of 121 games of villagers. A comeback
and a clear win have 8 points at least, a close finish 7 at most, as only winners have them, who are
rare enough by themselves. How many tiles a seat placed is never rare: everybody has that honour.
"""


def honours(game: Game) -> tuple[Honour, ...]:
    """The rarest honour of each kind and seat that has one."""
    best: dict[tuple[HonourKind, int], Honour] = {}
    for honour in chain.from_iterable(find(game) for find in FINDERS):
        known = best.get((honour.kind, honour.seat))
        if known is None or honour.number > known.number:
            best[honour.kind, honour.seat] = honour
    return tuple(best.values())


def seat_honours(game: Game) -> tuple[Honour, ...]:
    """The rarest for each seat that placed a tile, in as many kinds as possible."""
    order = list(HonourKind)
    ranked = sorted(honours(game), key=lambda honour: (-rank(honour), order.index(honour.kind)))
    by_seat = ([one for one in ranked if one.seat == seat] for seat in range(game.seats))
    # As many kinds as seats suffice: the others can take all but one of them.
    choices = [
        [(one.kind, rank(one), one) for one in found[: game.seats]] for found in by_seat if found
    ]
    best = max(
        product(*choices),
        key=lambda chosen: (len({one[0] for one in chosen}), sum(one[1] for one in chosen)),
    )
    return tuple(honour for _kind, _rank, honour in best)


def rank(honour: Honour) -> float:
    """The rarity, and below 1 how near the honour comes to that of half of all players."""
    rare, [least, *_] = rarity(honour), RARITY.get(honour.kind) or (0,)
    smaller, larger = sorted((honour.number, least))
    return rare or (smaller / larger if least else 0.0)


def rarity(honour: Honour) -> int:
    """n, if at most one player in 2 to the power of n has such an honour."""
    smaller = honour.kind in SMALLER_IS_RARER
    return sum(
        honour.number <= least if smaller else honour.number >= least
        for least in RARITY.get(honour.kind, ())
    )
