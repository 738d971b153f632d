"""The tally of matches: wins with their interval, margins, times; as text and plain values."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from tools.arena.intervals import wilson
from tools.arena.match import Result


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """The results of a player.

    ``share`` is its part of the games, a tie counted as a part of a win, between ``low`` and
    ``high`` with 95 in a hundred (Wilson); ``margin`` its points ahead of the best other on
    average; ``half`` and ``most`` the milliseconds of the processor that half and 95 in a hundred
    of its turns took at most, each the average of the games.
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
        fmean(result.half[number] for result in results),
        fmean(result.most[number] for result in results),
    )


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
