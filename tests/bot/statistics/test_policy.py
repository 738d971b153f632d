"""Statistics of a person, a pair and a server from results of games."""

from collections.abc import Mapping

from bot.statistics.policy import (
    BestMove,
    KindAverage,
    LongestGame,
    TableTally,
    pair_statistics,
    person_statistics,
    server_statistics,
)
from bot.statistics.results import GameResult, SeatResult
from tests.support.for_each import for_each

ANA, BO, CLEO = 7, 8, 9
ODILE = -2001
HOUR = 3600.0


def seat(
    user: int | None, place: int, kinds: Mapping[str, int], best: tuple[int, int] | None = None
) -> SeatResult:
    """A seat whose points are those of its kinds, with a knight for each kind."""
    figures = {"knight": len(kinds), "thief": 1}
    return SeatResult(user, sum(kinds.values()), place, 20, False, kinds, figures, best)


def game(number: int, *seats: SeatResult, name: str = "base", tiles_left: int = 0) -> GameResult:
    """A game that ended after as many hours as its number says."""
    return GameResult(name, seats, HOUR, HOUR + number * HOUR, 60, tiles_left, game=number)


GAMES = (
    game(
        1,
        seat(ANA, 1, {"city": 30, "road": 10}, (12, 5)),
        seat(BO, 2, {"city": 20, "road": 4}, (9, 7)),
    ),
    game(
        2,
        seat(BO, 1, {"city": 40}, (30, 6)),
        seat(ANA, 2, {"city": 10, "field": 6}, (12, 9)),
        seat(CLEO, 3, {"road": 2}),
        name="base+inns",
    ),
    game(3, seat(ANA, 1, {"city": 20}, (8, 1)), seat(ODILE, 2, {"city": 4}, (50, 3))),
    game(4, seat(ANA, 1, {"city": 9}), seat(BO, 1, {"city": 9})),
    game(5, seat(None, 1, {"city": 90}, (77, 2)), seat(CLEO, 2, {"city": 5})),
    game(99, seat(ANA, 1, {"city": 99}, (99, 1)), seat(BO, 2, {}), tiles_left=30),
)


def test_person_has_games_and_victories_apart_from_those_against_opponents() -> None:
    ana = person_statistics(GAMES, ANA)
    assert (ana.games, ana.wins) == (3, 2)
    assert (ana.solo_games, ana.solo_wins) == (1, 1)


def test_person_has_averages_by_game_sets_and_seats() -> None:
    assert person_statistics(GAMES, ANA).tables == (
        TableTally("base", 2, 3, (40 + 20 + 9) / 3),
        TableTally("base+inns", 3, 1, 16),
    )


def test_points_by_kind_are_compared_with_the_others_of_the_same_tables() -> None:
    kinds = {one.kind: one for one in person_statistics(GAMES, ANA).kinds}
    assert kinds["city"] == KindAverage("city", 69 / 4, (20 + 40 + 0 + 4 + 9) / 5)
    assert kinds["road"] == KindAverage("road", 5, (4 + 0 + 2) / 3)
    assert kinds["field"] == KindAverage("field", 6, 0)
    assert list(kinds) == ["city", "field", "road"]


def test_person_has_a_favourite_figure_a_best_move_and_a_longest_game() -> None:
    ana = person_statistics(GAMES, ANA)
    assert ana.figure == ("knight", 6)
    assert ana.best == BestMove(12, ANA, 2 * HOUR, 1, 5)
    assert ana.longest == LongestGame(4 * HOUR, 5 * HOUR, "base")


def test_person_without_games_has_nothing() -> None:
    nobody = person_statistics(GAMES, 55)
    assert (nobody.games, nobody.solo_games, nobody.tables, nobody.kinds) == (0, 0, (), ())
    assert nobody.figure is nobody.best is nobody.longest is None


@for_each("pair", [(ANA, BO), (BO, ANA)])
def test_pair_is_compared_in_the_games_that_both_finished(pair: tuple[int, int]) -> None:
    found = pair_statistics(GAMES, *pair)
    assert found is not None
    assert (found.games, found.ahead, found.level) == (3, (1, 1), 1)
    averages = {ANA: (40 + 16 + 9) / 3, BO: (24 + 40 + 9) / 3}
    assert found.points == (averages[pair[0]], averages[pair[1]])
    assert found.last == 5 * HOUR
    assert {one.kind for one in found.kinds} == {"city", "road", "field"}


def test_pair_that_played_no_game_together_has_no_statistics() -> None:
    assert pair_statistics(GAMES, CLEO, ODILE) is None
    assert pair_statistics([GAMES[5]], ANA, BO) is None


def test_server_names_no_opponent_and_nobody_who_is_unknown() -> None:
    server = server_statistics(GAMES)
    assert (server.games, server.people) == (5, 3)
    assert server.wins == ((ANA, 2), (BO, 2))
    assert server.best == BestMove(30, BO, 3 * HOUR, 2, 6)
    assert server.longest == LongestGame(5 * HOUR, 6 * HOUR, "base")
    assert server.tables == (
        TableTally("base", 2, 4, (40 + 24 + 20 + 9 + 9 + 5) / 6),
        TableTally("base+inns", 3, 1, (40 + 16 + 2) / 3),
    )
    assert all(one.others is None for one in server.kinds)


def test_first_of_equal_moves_and_figures_is_named() -> None:
    games = [
        *(game(n, seat(ANA, 1, {"city": 9}, (8, n)), seat(BO, 2, {}, (8, 9))) for n in (1, 2)),
        game(3, seat(ANA, 1, {}, (7, 3)), seat(BO, 2, {})),
    ]
    ana = person_statistics(games, ANA)
    assert ana.best == BestMove(8, ANA, 2 * HOUR, 1, 1)
    assert ana.figure == ("thief", 3)
    assert person_statistics(games[:1], ANA).figure == ("knight", 1), "by name"


def test_tables_are_ordered_by_games_then_sets_then_seats() -> None:
    two, three = (
        (seat(ANA, 1, {}), *(seat(u, 2, {}) for u in others)) for others in ((BO,), (BO, CLEO))
    )
    games = [
        *(game(1, *three), game(2, *two), game(3, *two, name="ark"), game(4, *two, name="hunters")),
        game(5, *two, name="hunters"),
    ]
    assert [(one.name, one.seats, one.games) for one in person_statistics(games, ANA).tables] == [
        *(("hunters", 2, 2), ("ark", 2, 1), ("base", 2, 1), ("base", 3, 1))
    ]
