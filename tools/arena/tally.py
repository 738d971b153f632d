"""Statistics of matches: Wilson's interval, quantiles, standings, Elo (Bradley and Terry)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from statistics import fmean, stdev
from typing import Final, TypeAlias

Options: TypeAlias = tuple[tuple[str, str], ...]
"""Options of a game, each with what is chosen."""
SURE: Final = 1.96
"""Standard deviations to either side that make an interval of 95 percent."""

POINTS_PER_DECADE: Final = 400.0
"""The lead in Elo of a player ten times as strong."""
ANCHOR_ELO: Final = 1000.0
"""The Elo of the player by whom the others are measured."""
ROUNDS: Final = 2000
"""Rounds after which the strengths no longer change in what is printed."""
PRIOR_GAMES: Final = 1.0
"""The games that count as drawn between two players who met, as a clean sweep has no Elo."""


@dataclass(frozen=True, slots=True)
class Score:
    """The games between two players, and how many the first won; a tie is half a game."""

    player: str
    other: str
    won: float
    games: int


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of the true share, by Wilson's score."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, SURE * SURE
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    reach = SURE * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    reach /= 1 + square / trials
    return max(0.0, middle - reach), min(1.0, middle + reach)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value that a share ``part`` of the ordered values does not exceed; 0 without values."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def standing_text(bags: Sequence[Sequence[tuple[int, int]]]) -> str:
    """Games won and points ahead; each bag holds the points of the player and its rival by game."""
    games = [game for bag in bags for game in bag]
    won = sum((own > other) + (own == other) / 2 for own, other in games)
    low, high = wilson(won, len(games))
    ahead = [fmean(own - other for own, other in bag) for bag in bags]
    error = stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else 0.0
    return (
        f"{100 * won / len(games):.1f} % of {len(games)} ({100 * low:.1f} to {100 * high:.1f}),"
        f" {fmean(ahead):+.2f} ± {error:.2f} points"
    )


def elo_numbers(scores: Iterable[Score], anchor: str) -> dict[str, float]:
    """Elo by player, with ANCHOR_ELO for ``anchor``.

    Raise ValueError if the anchor has not played.
    """
    met = [score for score in scores if score.games]
    strengths = {name: 1.0 for score in met for name in (score.player, score.other)}
    if anchor not in strengths:
        raise ValueError(f"{anchor} has not played, so nobody can be measured by it")
    for _ in range(ROUNDS):
        won = dict.fromkeys(strengths, 0.0)
        share = dict.fromkeys(strengths, 0.0)
        for score in met:
            games = score.games + PRIOR_GAMES
            won[score.player] += score.won + PRIOR_GAMES / 2
            won[score.other] += games - score.won - PRIOR_GAMES / 2
            weight = games / (strengths[score.player] + strengths[score.other])
            share[score.player] += weight
            share[score.other] += weight
        strengths = {name: won[name] / share[name] for name in strengths}
    return {
        name: ANCHOR_ELO + POINTS_PER_DECADE * log10(strength / strengths[anchor])
        for name, strength in strengths.items()
    }
