"""Ratings of people by game, with Plackett-Luce; which games count is ruled in docs/ratings.md."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.table.results import GameResult
from bot.table.settings import YES
from rules.variants import starting_part

COUNTED_SHARE: Final = 3 / 4
"""The share of its tiles after which a game that ends early counts (RT-02)."""
LATE_SHARE: Final = 3 / 4
"""The share of its tiles after which an undo by consent leaves a game unrated (RT-05)."""
PROVISIONAL_GAMES: Final = 5
"""The rated games below which a rating is provisional (RT-08)."""
POINTS: Final = 60
"""The shown points for one of the model's: a new player has 1500 ± 500 (RT-07)."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's rating in a game: the mean and deviation of the model, and the rated games."""

    mu: float
    sigma: float
    games: int

    @property
    def number(self) -> int:
        """The shown rating."""
        return round(POINTS * self.mu)

    @property
    def uncertainty(self) -> int:
        """The standard deviation of the shown rating."""
        return round(POINTS * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Return True while few games are rated."""
        return self.games < PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person on a leaderboard; a provisional one has no place."""

    user: int
    rating: Rating
    place: int | None


def counts(result: GameResult) -> bool:
    """Return True if enough of a game was played for statistics and ratings (RT-02)."""
    return result.tiles >= COUNTED_SHARE * (result.tiles + result.tiles_left)


def is_late_undo(result: GameResult) -> bool:
    """Return True if the others agreed to an undo late in a game (RT-05)."""
    return result.undone_at >= LATE_SHARE * (result.tiles + result.tiles_left)


def rated_seats(result: GameResult) -> tuple[tuple[int, int], ...]:
    """Return each rated person of a game and their place; none if the game is not rated."""
    if not counts(result) or is_late_undo(result) or result.aids == YES:
        return ()
    people = tuple((seat.person, seat.place) for seat in result.seats if seat.person is not None)
    return people if len(people) > 1 else ()


def rated_games(results: Iterable[GameResult]) -> list[str]:
    """Return the starting parts of which there are rated games, the one played most first."""
    played = Counter(starting_part(result.name) for result in results if rated_seats(result))
    return [part for part, _games in played.most_common()]


def ratings(results: Iterable[GameResult], game: str) -> dict[int, Rating]:
    """Calculate the ratings after some results, in their order, in the games of a starting part."""
    players: dict[int, PlackettLuceRating] = {}
    games: dict[int, int] = {}
    for result in results:
        rated = rated_seats(result)
        if not rated or starting_part(result.name) != game:
            continue
        teams = [[players.get(user) or _MODEL.rating()] for user, _place in rated]
        after = _MODEL.rate(teams, ranks=[float(place) for _user, place in rated])
        for (user, _place), [rating] in zip(rated, after, strict=True):
            players[user] = rating
            games[user] = games.get(user, 0) + 1
    return {user: Rating(one.mu, one.sigma, games[user]) for user, one in players.items()}


def leaderboard(results: Iterable[GameResult], game: str) -> tuple[Ranked, ...]:
    """Return the people rated in a game by rating, provisional ones last; equal ones share a place.

    Two people with the same number are ordered by their user id.
    """
    rated = ratings(results, game)
    firm = [rating.number for rating in rated.values() if not rating.is_provisional]
    order = sorted(rated, key=lambda user: (rated[user].is_provisional, -rated[user].number, user))
    return tuple(
        Ranked(
            user,
            rated[user],
            None
            if rated[user].is_provisional
            else 1 + sum(number > rated[user].number for number in firm),
        )
        for user in order
    )
