"""The tally of matches: wins with their interval, margins, times; as text and plain values."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, Final

from tools.arena.match import Result

SURE: Final = 1.96
"""Standard deviations to either side that make an interval of 95 percent."""


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """The results of a player.

    ``share`` is its part of the games, a tie counted as a part of a win, between ``low`` and
    ``high`` with 95 in a hundred (Wilson); ``margin`` its points ahead of the best other on
    average; ``half`` and ``most`` the milliseconds that half and 95 in a hundred of its turns took
    at most.
    """

    player: str
    wins: int
    ties: int
    losses: int
    share: float
    low: float
    high: float
    points: float
    margin: float
    half: float
    most: float


def standings(results: Sequence[Result]) -> tuple[PlayerTally, ...]:
    """The results of each player in some matches between the same players."""
    players = results[0].match.players if results else ()
    return tuple(_standing(name, number, results) for number, name in enumerate(players))


def _standing(name: str, number: int, results: Sequence[Result]) -> PlayerTally:
    margins, wins, ties, share = [], 0, 0, 0.0
    for result in results:
        own = result.scores[number]
        best = max(result.scores)
        margins.append(own - max(s for n, s in enumerate(result.scores) if n != number))
        winners = result.scores.count(best)
        if own == best:
            wins += winners == 1
            ties += winners > 1
            share += 1 / winners
    games = len(results)
    low, high = wilson(share, games)
    times = sorted(time for result in results for time in result.times[number])
    return PlayerTally(
        name,
        wins,
        ties,
        games - wins - ties,
        share / games,
        low,
        high,
        sum(result.scores[number] for result in results) / games,
        sum(margins) / games,
        quantile(times, 0.5),
        quantile(times, 0.95),
    )


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


def as_values(results: Sequence[Result]) -> dict[str, Any]:
    """The tally of matches as plain values."""
    match = results[0].match
    return {
        "game": match.game,
        "games": len(results),
        "nodes": match.nodes,
        "players": [asdict(standing) for standing in standings(results)],
    }


def as_text(results: Sequence[Result]) -> str:
    """The tally of matches, a line a player."""
    lines = [f"{results[0].match.game}: {len(results)} games"]
    lines += [
        f"  {s.player:10} won {s.wins}, tied {s.ties}, lost {s.losses}: {100 * s.share:.1f} %"
        f" ({100 * s.low:.1f} to {100 * s.high:.1f});"
        f" {s.points:.1f} points, margin {s.margin:+.1f};"
        f" a turn {s.half:.0f} ms, 95 in a hundred {s.most:.0f} ms"
        for s in standings(results)
    ]
    return "\n".join(lines)
