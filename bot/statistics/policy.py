"""Decide which games count, and calculate ratings and statistics from their results."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final, TypeAlias

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.statistics.results import GameResult, SeatResult, by_person
from bot.table.settings import YES
from bot.text.names import THE_CHANNEL
from rules.analysis.draw_odds import count_undrawn
from rules.game import Game
from rules.story import TilePlaced
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
    """Mean and deviation of the model, and the number of rated games."""

    mu: float
    sigma: float
    games: int

    @property
    def number(self) -> int:
        return round(POINTS * self.mu)

    @property
    def uncertainty(self) -> int:
        return round(POINTS * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """True while few games are rated."""
        return self.games < PROVISIONAL_GAMES


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person's rank; a provisional person has no place."""

    user: int
    rating: Rating
    place: int | None


def counts(result: GameResult) -> bool:
    """True if enough was played for statistics and ratings (RT-02)."""
    return _is_enough(result.tiles, result.tiles_left)


def is_too_short(game: Game) -> bool:
    """True if a game that is over does not count, as it ended early (RT-02)."""
    tiles = sum(isinstance(event, TilePlaced) for event in game.story)
    return not _is_enough(tiles, count_undrawn(game))


def _is_enough(tiles: int, left: int) -> bool:
    return tiles >= COUNTED_SHARE * (tiles + left)


def is_late_undo(result: GameResult) -> bool:
    """True if the others agreed to an undo late in a game (RT-05)."""
    return result.undone_at >= LATE_SHARE * (result.tiles + result.tiles_left)


def rated_seats(result: GameResult) -> tuple[tuple[int, int], ...]:
    """Rated persons and their places; none if the game is not rated."""
    if any(seat.user == THE_CHANNEL for seat in result.seats):
        return ()
    if not counts(result) or is_late_undo(result) or result.aids == YES:
        return ()
    people = tuple((seat.person, seat.place) for seat in result.seats if seat.person is not None)
    return people if len(people) > 1 else ()


def rated_games(results: Iterable[GameResult]) -> list[str]:
    """Starting parts with rated games, the most played first."""
    played = Counter(starting_part(result.name) for result in results if rated_seats(result))
    return [part for part, _games in played.most_common()]


def ratings(results: Iterable[GameResult], game: str) -> dict[int, Rating]:
    """Rate people in a starting part's games, in the order of results."""
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
    """Rank people by rating, provisional ones last; equal ones share a place.

    Equal numbers are ordered by user id.
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


Played: TypeAlias = tuple[GameResult, SeatResult]
"""A game, and a seat of it."""


@dataclass(frozen=True, slots=True)
class TableTally:
    """Games with the same sets and seats, and their average points."""

    name: str
    seats: int
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class KindAverage:
    """Average points of a kind of feature: a player's, and the others'.

    ``others`` is None without anybody to compare with.
    """

    kind: str
    own: float
    others: float | None


@dataclass(frozen=True, slots=True)
class BestMove:
    """The turn with the most points, its player (None if unknown), its game's end."""

    points: int
    user: int | None
    ended_at: float
    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class LongestGame:
    """The longest game in seconds, and its end in Unix seconds."""

    seconds: float
    ended_at: float
    name: str


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """A person's statistics, in a server or in all.

    Games with people and games against opponents only are counted apart; everything else is about
    both.
    """

    games: int
    wins: int
    solo_games: int
    solo_wins: int
    tables: tuple[TableTally, ...]
    kinds: tuple[KindAverage, ...]
    figure: tuple[str, int] | None
    """The role deployed most often, and how often."""
    best: BestMove | None
    longest: LongestGame | None


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """Two people's games: how often each was ahead, and their averages."""

    games: int
    ahead: tuple[int, int]
    level: int
    points: tuple[float, float]
    kinds: tuple[KindAverage, ...]
    """The averages of two persons, side by side."""
    last: float
    """The end of the last game, in Unix seconds."""


@dataclass(frozen=True, slots=True)
class ServerStatistics:
    """A server's statistics, without seats of opponents, nobody and unknown people."""

    games: int
    people: int
    wins: tuple[tuple[int, int], ...]
    """People with their victories over other people, the most first."""
    tables: tuple[TableTally, ...]
    kinds: tuple[KindAverage, ...]
    figure: tuple[str, int] | None
    best: BestMove | None
    longest: LongestGame | None


def person_statistics(results: Iterable[GameResult], user: int) -> PersonStatistics:
    """Results without the person are skipped.

    The others are all known at their tables, opponents too.
    """
    played = by_person(filter(counts, results)).get(user, [])
    seats = [seat for _game, seat in played]
    together = [seat for game, seat in played if has_people(game)]
    alone = [seat for game, seat in played if not has_people(game)]
    others = [
        (game, other)
        for game, own in played
        for other in game.seats
        if other is not own and other.user is not None
    ]
    return PersonStatistics(
        games=len(together),
        wins=sum(seat.has_won for seat in together),
        solo_games=len(alone),
        solo_wins=sum(seat.has_won for seat in alone),
        tables=_tables(played),
        kinds=_kinds(played, others),
        figure=favourite_figure(seats),
        best=best_move(played),
        longest=longest_game(game for game, _seat in played),
    )


def pair_statistics(
    results: Iterable[GameResult], first: int, second: int
) -> PairStatistics | None:
    """Compare games that both played to the end; None without one."""
    pairs: list[tuple[GameResult, SeatResult, SeatResult]] = []
    for game in filter(counts, results):
        seats = game.seat_of(first), game.seat_of(second)
        if seats[0] is not None and seats[1] is not None:
            pairs.append((game, game.seats[seats[0]], game.seats[seats[1]]))
    if not pairs:
        return None
    return PairStatistics(
        games=len(pairs),
        ahead=(
            sum(one.place < other.place for _game, one, other in pairs),
            sum(other.place < one.place for _game, one, other in pairs),
        ),
        level=sum(one.place == other.place for _game, one, other in pairs),
        points=(
            fmean(one.points for _game, one, _other in pairs),
            fmean(other.points for _game, _one, other in pairs),
        ),
        kinds=_kinds(
            [(game, one) for game, one, _other in pairs],
            [(game, other) for game, _one, other in pairs],
        ),
        last=max(game.ended_at for game, _one, _other in pairs),
    )


def server_statistics(results: Iterable[GameResult]) -> ServerStatistics:
    games = list(filter(counts, results))
    played = [played for seats in by_person(games).values() for played in seats]
    wins = Counter(
        seat.user for game, seat in played if seat.user and seat.has_won and has_people(game)
    )
    return ServerStatistics(
        games=len(games),
        people=len(by_person(games)),
        wins=tuple(sorted(wins.items(), key=lambda won: (-won[1], won[0]))),
        tables=_tables(played),
        kinds=_kinds(played, []),
        figure=favourite_figure(seat for _game, seat in played),
        best=best_move(played),
        longest=longest_game(games),
    )


def has_people(game: GameResult) -> bool:
    """True if people, known or not, played two seats."""
    return sum(not seat.is_opponent for seat in game.seats) > 1


def favourite_figure(seats: Iterable[SeatResult]) -> tuple[str, int] | None:
    """The most deployed role, and how often."""
    roles: Counter[str] = Counter()
    for seat in seats:
        roles.update(seat.figures)
    return min(roles.items(), key=lambda role: (-role[1], role[0]), default=None)


def best_move(played: Iterable[Played]) -> BestMove | None:
    """The turn with the most points, the earliest game of equal ones."""
    best: BestMove | None = None
    for game, seat in played:
        if seat.best is not None and (best is None or seat.best[0] > best.points):
            points, turn = seat.best
            best = BestMove(points, seat.user, game.ended_at, game.game, turn)
    return best


def longest_game(games: Iterable[GameResult]) -> LongestGame | None:
    """The game that took longest from its deal to its last move."""
    lengths = (
        LongestGame(game.ended_at - game.began_at, game.ended_at, game.name) for game in games
    )
    return max(lengths, key=lambda game: game.seconds, default=None)


def _tables(played: Sequence[Played]) -> tuple[TableTally, ...]:
    """Tallies by game, sets and seats, the most frequent first."""
    groups: defaultdict[tuple[str, int], list[Played]] = defaultdict(list)
    for game, seat in played:
        groups[game.name, len(game.seats)].append((game, seat))
    tallies = (
        TableTally(
            name,
            seats,
            len({game.game for game, _seat in group}),
            fmean(seat.points for _game, seat in group),
        )
        for (name, seats), group in groups.items()
    )
    return tuple(sorted(tallies, key=lambda tally: (-tally.games, tally.name, tally.seats)))


def _kinds(played: Sequence[Played], others: Sequence[Played]) -> tuple[KindAverage, ...]:
    own, theirs = _kind_averages(played), _kind_averages(others)
    return tuple(KindAverage(kind, points, theirs.get(kind)) for kind, points in own.items())


def _kind_averages(played: Sequence[Played]) -> Mapping[str, float]:
    """A seat's points by kind, the highest first."""
    points: defaultdict[str, list[int]] = defaultdict(list)
    for game, seat in played:
        for kind in {kind: None for one in game.seats for kind in one.kinds}:
            points[kind].append(seat.kinds.get(kind, 0))
    averages = {kind: fmean(some) for kind, some in points.items()}
    return dict(sorted(averages.items(), key=lambda average: (-average[1], average[0])))
