"""The pairings of a cup: a round robin by the circle method, or Swiss rounds by the standings.

Players are numbers. Both systems are deterministic: the same players and results give the same
pairs.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

ROUND_ROBIN_PLAYERS: Final = 8
"""The most players of a round robin; more play Swiss rounds."""

Pair: TypeAlias = tuple[int, int]
"""Two players who meet."""


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """The pairs of a round, and the player without an opponent, if their number is odd."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def is_round_robin(players: int) -> bool:
    """Return True if so many players all meet each other."""
    return players <= ROUND_ROBIN_PLAYERS


def number_of_rounds(players: int) -> int:
    """Return the rounds of a cup with so many players at its start.

    Swiss rounds suffice to leave one player unbeaten.
    """
    if is_round_robin(players):
        return players - 1 + players % 2
    return (players - 1).bit_length()


def round_robin(order: Sequence[int]) -> tuple[RoundPairs, ...]:
    """Return all rounds of a round robin by the circle method: each pair meets once.

    The first player stays, the others move on by one seat a round. With an odd number an empty
    seat takes part, whose opponent has the bye.
    """
    seats: list[int | None] = [*order, *([None] * (len(order) % 2))]
    half = len(seats) // 2
    rounds = []
    for _number in range(len(seats) - 1):
        met = zip(seats[:half], reversed(seats[half:]), strict=True)
        pairs, bye = [], None
        for one, other in met:
            if one is None or other is None:
                bye = other if one is None else one
            else:
                pairs.append((one, other))
        rounds.append(RoundPairs(tuple(pairs), bye))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)


def swiss_round(
    ranked: Sequence[int], met: Collection[frozenset[int]], byes: Sequence[int] = ()
) -> RoundPairs:
    """Return the pairs of a Swiss round for the players by their standing, the best first.

    From the top each player meets the next best one whom they have not met (``met`` holds the pairs
    so far), as long as the players below can still be paired like that. Pairs meet again only if it
    cannot be avoided, and as few as possible. With an odd number the lowest of those players who
    had the fewest ``byes`` has one.
    """
    if len(ranked) % 2 == 0:
        return RoundPairs(_best_pairs(ranked, [None], met)[0])
    fewest = min(byes.count(player) for player in ranked)
    resting = [player for player in reversed(ranked) if byes.count(player) == fewest]
    return RoundPairs(*_best_pairs(ranked, resting, met))


def _best_pairs(
    ranked: Sequence[int], resting: Sequence[int | None], met: Collection[frozenset[int]]
) -> tuple[tuple[Pair, ...], int | None]:
    """Return the pairs with the fewest rematches, and the first of ``resting`` that allows them."""
    for rematches in count():
        for bye in resting:
            playing = [player for player in ranked if player != bye]
            pairs = _pairs(playing, met, rematches)
            if pairs is not None:
                return pairs, bye
    raise AssertionError("any players can be paired with enough rematches")


def _pairs(
    ranked: Sequence[int], met: Collection[frozenset[int]], rematches: int
) -> tuple[Pair, ...] | None:
    """Return the first pairs from the top with at most so many rematches, or None.

    After r rounds only the last 2r + 2 players can fail to be paired (each has met r others), so
    the search goes back over few players even in a large cup.
    """
    if not ranked:
        return ()
    top, *others = ranked
    for player in others:
        left = rematches - (frozenset((top, player)) in met)
        if left < 0:
            continue
        rest = _pairs([other for other in others if other != player], met, left)
        if rest is not None:
            return ((top, player), *rest)
    return None
