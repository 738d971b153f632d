"""Elo numbers from results between players, by the likeliest strengths (Bradley and Terry)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log10
from typing import Final

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


def expected_share(elo: float, other: float) -> float:
    """The share of games that a player of one Elo wins against a player of another."""
    return 1 / (1 + 10 ** ((other - elo) / POINTS_PER_DECADE))


def elo_numbers(scores: Iterable[Score], anchor: str) -> dict[str, float]:
    """The Elo of each player, with ANCHOR_ELO for ``anchor``.

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


def elo_against(known: Mapping[str, float], scores: Iterable[Score]) -> float:
    """The Elo of a new player from scores against players whose Elo is known."""
    met = [(known[score.other], score.won, score.games) for score in scores if score.games]
    if not met:
        raise ValueError("no games against players of a known Elo")
    low, high = -4000.0, 8000.0
    won = sum(score + PRIOR_GAMES / 2 for _, score, _ in met)
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum((games + PRIOR_GAMES) * expected_share(middle, elo) for elo, _, games in met)
        low, high = (middle, high) if expected < won else (low, middle)
    return low
