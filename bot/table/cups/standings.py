"""The standings of a cup, and the pairs of its next round."""

from dataclasses import dataclass

from bot.table.cups.cup import Cup, CupRound, Match
from bot.table.cups.pairings import RoundPairs, round_robin, swiss_round

WIN, DRAW = 2, 1
"""Half points: a win or a bye of a Swiss round is a point, a draw half of one."""


@dataclass(frozen=True, slots=True)
class CupStanding:
    """The standing of a player; ``place`` counts from 1, equal players share it.

    ``half_points`` counts twice the points, ``tie_break`` twice the Buchholz score (the points of
    all opponents met), in a round robin four times the Sonneborn-Berger score (those of opponents
    beaten, and half of those drawn with). ``margin`` is the sum of the differences of the games
    that were played to the end.
    """

    player: int
    place: int
    half_points: int
    tie_break: int
    margin: int
    wins: int
    draws: int
    losses: int


def standings(cup: Cup) -> tuple[CupStanding, ...]:
    """Return the standings of the players with whom a cup started, the best first.

    More points decide, then the tie-break, then the margin; players equal in all of them share a
    place, in the order of the first pairing.
    """
    half_points = {player: _half_points(cup, player) for player in cup.order}

    def key(player: int) -> tuple[int, int, int]:
        return half_points[player], _tie_break(cup, player, half_points), _margin(cup, player)

    keys = {player: key(player) for player in cup.order}
    ranked = sorted(cup.order, key=lambda player: keys[player], reverse=True)
    rows: list[CupStanding] = []
    for index, player in enumerate(ranked, 1):
        is_equal = index > 1 and keys[ranked[index - 2]] == keys[player]
        place = rows[-1].place if is_equal else index
        rows.append(CupStanding(player, place, *keys[player], *_record(cup, player)))
    return tuple(rows)


def next_round(cup: Cup) -> RoundPairs | None:
    """Return the pairs of the next round of a running cup, or None if it has no further one.

    Fewer than two players who play on end a cup.
    """
    if len(cup.rounds) >= cup.number_of_rounds or len(cup.active) < 2:
        return None
    if cup.is_round_robin:
        # A player who has left keeps a place in the circle: their opponents win without playing.
        return round_robin(cup.order)[len(cup.rounds)]
    byes = [played.bye for played in cup.rounds if played.bye is not None]
    met = {frozenset(match.players) for match in _matches(cup)}
    ranked = [row.player for row in standings(cup) if row.player in cup.active]
    return swiss_round(ranked, met, byes)


def winners(cup: Cup) -> tuple[int, ...]:
    """Return the players on the first place."""
    return tuple(row.player for row in standings(cup) if row.place == 1)


def _matches(cup: Cup) -> tuple[Match, ...]:
    return tuple(match for played in cup.rounds for match in played.matches)


def _matches_of(cup: Cup, player: int) -> tuple[Match, ...]:
    return tuple(match for match in _matches(cup) if player in match.players)


def _half_points(cup: Cup, player: int) -> int:
    played = sum(_gained(match, player) for match in _matches_of(cup, player))
    return played + sum(WIN for met in cup.rounds if _has_paid_bye(cup, met, player))


def _has_paid_bye(cup: Cup, met: CupRound, player: int) -> bool:
    """Return True for a bye that counts: in a round robin everyone has one, so none does."""
    return met.bye == player and not cup.is_round_robin


def _gained(match: Match, player: int) -> int:
    if match.is_draw:
        return DRAW
    return WIN if match.winner == player else 0


def _opponent(match: Match, player: int) -> int:
    return match.second if player == match.first else match.first


def _tie_break(cup: Cup, player: int, half_points: dict[int, int]) -> int:
    matches = _matches_of(cup, player)
    if cup.is_round_robin:
        return sum(
            _gained(match, player) * half_points[_opponent(match, player)] for match in matches
        )
    return sum(half_points[_opponent(match, player)] for match in matches)


def _margin(cup: Cup, player: int) -> int:
    margin = 0
    for match in _matches_of(cup, player):
        if match.result is not None and match.result.points is not None:
            first, second = match.result.points
            margin += first - second if player == match.first else second - first
    return margin


def _record(cup: Cup, player: int) -> tuple[int, int, int]:
    """Return the wins, draws and losses of a player."""
    over = [match for match in _matches_of(cup, player) if match.result is not None]
    wins = sum(match.winner == player for match in over)
    draws = sum(match.is_draw for match in over)
    return wins, draws, len(over) - wins - draws
