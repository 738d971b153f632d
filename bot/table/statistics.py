"""Statistics of a person, a pair and a server, calculated from results of games."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from bot.table.ratings import counts
from bot.table.results import GameResult, SeatResult, by_person

Played: TypeAlias = tuple[GameResult, SeatResult]
"""A game, and a seat of it."""


@dataclass(frozen=True, slots=True)
class TableTally:
    """The games with the same sets and the same number of seats, and their average points."""

    name: str
    seats: int
    games: int
    points: float


@dataclass(frozen=True, slots=True)
class KindAverage:
    """The average points of a kind of feature in a game: one's own, and those of the others.

    ``others`` is None where there is nobody to compare with.
    """

    kind: str
    own: float
    others: float | None


@dataclass(frozen=True, slots=True)
class BestMove:
    """The turn with the most points, its player (None for nobody known), and its game's end."""

    points: int
    user: int | None
    ended_at: float
    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class LongestGame:
    """The game that took longest, in seconds, and its end in Unix seconds."""

    seconds: float
    ended_at: float
    name: str


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """The statistics of a person, in a server or in all.

    Games with another person and games against opponents alone are counted apart; everything
    else is about both.
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
    """The games that two people played together: how often each was ahead, and their averages."""

    games: int
    ahead: tuple[int, int]
    level: int
    points: tuple[float, float]
    kinds: tuple[KindAverage, ...]
    """The averages of the first person beside those of the second."""
    last: float
    """The end of the last game, in Unix seconds."""


@dataclass(frozen=True, slots=True)
class ServerStatistics:
    """The statistics of a server, without seats of opponents, nobody and people unknown."""

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
    """Calculate the statistics of a person; results without them are passed over.

    They are compared with all others known at their tables, opponents too.
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
    """Compare two people in the games that both played to the end; None if there are none."""
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
    """Calculate the statistics of a server from its results."""
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
    """Return True if two seats of a game were played by people, known or not."""
    return sum(not seat.is_opponent for seat in game.seats) > 1


def favourite_figure(seats: Iterable[SeatResult]) -> tuple[str, int] | None:
    """Return the role that some seats deployed most often, and how often."""
    roles: Counter[str] = Counter()
    for seat in seats:
        roles.update(seat.figures)
    return min(roles.items(), key=lambda role: (-role[1], role[0]), default=None)


def best_move(played: Iterable[Played]) -> BestMove | None:
    """Return the turn with the most points of some seats, the earliest game of equal ones."""
    best: BestMove | None = None
    for game, seat in played:
        if seat.best is not None and (best is None or seat.best[0] > best.points):
            points, turn = seat.best
            best = BestMove(points, seat.user, game.ended_at, game.game, turn)
    return best


def longest_game(games: Iterable[GameResult]) -> LongestGame | None:
    """Return the game that took longest from its deal to its last move."""
    lengths = (
        LongestGame(game.ended_at - game.began_at, game.ended_at, game.name) for game in games
    )
    return max(lengths, key=lambda game: game.seconds, default=None)


def closest_finish(games: Iterable[GameResult]) -> GameResult | None:
    """Return the game with the least points between its first and its second, the first of equals.

    Games that a seat resigned from are passed over.
    """
    return min(
        (game for game in games if len(game.seats) > 1 and not _is_resigned(game)),
        key=_margin,
        default=None,
    )


def _is_resigned(game: GameResult) -> bool:
    return any(seat.has_resigned for seat in game.seats)


def _margin(game: GameResult) -> int:
    first, second, *_others = sorted((seat.points for seat in game.seats), reverse=True)
    return first - second


def _tables(played: Sequence[Played]) -> tuple[TableTally, ...]:
    """Return the tallies by game, sets and seats, the most frequent first."""
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
    """Return the averages of each kind of feature, in the games in which it was scored at all."""
    own, theirs = _kind_averages(played), _kind_averages(others)
    return tuple(KindAverage(kind, points, theirs.get(kind)) for kind, points in own.items())


def _kind_averages(played: Sequence[Played]) -> Mapping[str, float]:
    """Return the average points of a seat by kind, the highest first."""
    points: defaultdict[str, list[int]] = defaultdict(list)
    for game, seat in played:
        for kind in {kind: None for one in game.seats for kind in one.kinds}:
            points[kind].append(seat.kinds.get(kind, 0))
    averages = {kind: fmean(some) for kind, some in points.items()}
    return dict(sorted(averages.items(), key=lambda average: (-average[1], average[0])))
