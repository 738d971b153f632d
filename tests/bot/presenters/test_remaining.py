"""Nothing that can be asked tells the order of the tiles that nobody has drawn (COM-04)."""

import random

import pytest

from bot.presenters.private import remaining
from bot.text.names import Names
from rules.analysis.odds import fitting_kinds, kinds_left
from rules.game import Game
from tests.rules.tables import moments

GAMES = ("hunters", "base", "base+ferries", "ark")


def reshuffled(game: Game, seed: int) -> Game:
    """The same past with another future."""
    chance = random.Random(seed)
    bags = {bag: tuple(chance.sample(order, len(order))) for bag, order in game.bags.items()}
    return game.but(bags=bags)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_COM_04_tiles_and_fits_say_the_same_whatever_the_order_of_the_bag(
    name: str, seed: int
) -> None:
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    for game, _ in list(moments(name, 3, seed))[:: 1 + 20 * seed]:
        other = reshuffled(game, seed)
        assert remaining.tiles(other) == remaining.tiles(game)
        for bag, left in kinds_left(game).items():
            assert list(kinds_left(other)[bag].items()) == list(left.items())
        for cell in list(game.board.gaps)[:3]:
            assert remaining.fits(other, cell, names) == remaining.fits(game, cell, names)
            found = fitting_kinds(game, cell)
            assert list(fitting_kinds(other, cell).items()) == list(found.items())
