"""Players that look one turn ahead."""

from rules.opponents.simple_players import margin, other_seats
from tests.rules.opponents.test_search import after


def test_margin_of_a_simple_player_leaves_out_seats_that_resigned() -> None:
    game = after("base", 40, seats=3)
    assert other_seats(game, 1) == (0, 2)
    assert other_seats(game.replace(out=frozenset({2})), 1) == (0,)
    assert other_seats(game.replace(out=frozenset({0, 2})), 1) == (0, 2)
    points = [margin(game.replace(out=frozenset({out})), 1) for out in (0, 2)]
    assert margin(game, 1) == min(points)
