"""Recent results of a game are cached, and never mistaken for another game's."""

from rules.analysis.result_cache import MAX_CACHED_RESULTS, cached_by_game
from rules.game import Game
from tests.support.positions import base


def test_cached_result_is_kept_for_the_same_game_only() -> None:
    asked: list[tuple[int, int]] = []

    @cached_by_game
    def seat(game: Game, more: int) -> int:
        asked.append((game.turn, more))
        return game.turn + more

    game = base()
    other = game.replace(turn=1)
    assert [seat(game, 0), seat(game, 0), seat(game, 5), seat(other, 0)] == [0, 0, 5, 1]
    assert asked == [(0, 0), (0, 5), (1, 0)]
    assert seat(game.replace(), 0) == 0 and len(asked) == 4


def test_cache_keeps_a_limited_number_of_latest_results() -> None:
    asked: list[int] = []

    @cached_by_game
    def number(game: Game, n: int) -> int:
        asked.append(n)
        return n

    game = base()
    for n in range(MAX_CACHED_RESULTS):
        number(game, n)
    number(game, 0)
    number(game, MAX_CACHED_RESULTS)
    assert number(game, 0) == 0 and asked == [*range(MAX_CACHED_RESULTS + 1)]
    assert number(game, 1) == 1 and asked[-1] == 1
