"""Players that look one turn ahead."""

from pathlib import Path

from rules.notation import write
from rules.opponents import choose
from rules.opponents.simple_players import margin, other_seats
from tests.rules.opponents.test_search import after
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.goldens import assert_golden

GOLDENS = Path(__file__).parent / "goldens"


def test_margin_of_a_simple_player_leaves_out_seats_that_resigned() -> None:
    game = after("base", 40, seats=3)
    assert other_seats(game, 1) == (0, 2)
    assert other_seats(game.replace(out=frozenset({2})), 1) == (0,)
    assert other_seats(game.replace(out=frozenset({0, 2})), 1) == (0, 2)
    points = [margin(game.replace(out=frozenset({out})), 1) for out in (0, 2)]
    assert margin(game, 1) == min(points)


@for_each("name", FIVE)
def test_simple_players_make_the_same_choices_in_every_version(name: str) -> None:
    lines = [
        f"{level} {seed}: {' '.join(map(write, choose(game, level, seed)))}"
        for game, level in (
            *((after(name, 24), level) for level in ("random", "novice", "greedy")),
            *((after(name, 9, seats=3), level) for level in ("novice", "villager")),
        )
        for seed in range(3)
    ]
    assert_golden(GOLDENS / f"choices-{name}.txt", lines)
