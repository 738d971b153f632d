"""Views of the remaining tiles never reveal the order of undrawn tiles (COM-04)."""

import random
import re

import pytest

from bot.presenters.private import boards
from bot.text.message import ALT_LIMIT, TileGroupsView
from bot.text.names import Names
from rules.analysis.draw_odds import fitting_kinds, kinds_left
from rules.game import Game
from tests.support.base_positions import random_positions
from tests.support.game_choices import FIVE
from tests.support.slow_cases import rest_slow

LAST = 6
"""Moments at the end of a game, each of which is looked at."""


def reshuffled(game: Game, seed: int) -> Game:
    """The same past with another future."""
    chance = random.Random(seed)
    bags = {bag: tuple(chance.sample(order, len(order))) for bag, order in game.bags.items()}
    return game.replace(bags=bags)


@pytest.mark.parametrize("name", rest_slow(FIVE, fast=2))
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))]
)
def test_COM_04_tiles_and_fits_are_independent_of_the_order_of_the_bag(
    name: str, seed: int
) -> None:
    names = Names((1, 2, 3), {1: "Ana", 2: "Bo", 3: "Cleo"})
    positions = [game for game, _ in random_positions(name, 3, seed)]
    # Towards the end the order of a few tiles is all there is to tell.
    for game in (*positions[: -LAST : 4 + 20 * seed], *positions[-LAST:]):
        other = reshuffled(game, seed)
        assert boards.tiles_message(other) == boards.tiles_message(game)
        for bag, left in kinds_left(game).items():
            assert list(kinds_left(other)[bag].items()) == list(left.items())
        for cell in list(game.board.gaps)[:3]:
            assert boards.fitting_tiles_message(other, cell, names) == boards.fitting_tiles_message(
                game, cell, names
            )
            positions = fitting_kinds(game, cell)
            assert list(fitting_kinds(other, cell).items()) == list(positions.items())


@pytest.mark.parametrize("name", FIVE)
def test_picture_has_every_tile_left_once_and_equal_ones_together(name: str) -> None:
    merged = 0
    for game, _ in list(random_positions(name, 3, 1))[::25]:
        message = boards.tiles_message(game)
        about = message.pictures[0].about
        assert isinstance(about, TileGroupsView)
        said = re.findall(r"\*\*(.+?)\*\*", message.text)
        assert said == [title for title, _ in about.groups]
        left = [bag for bag in kinds_left(game).values() if bag]
        for (_, shown), kinds in zip(about.groups, left, strict=True):
            shapes = [game.book.forms[tile].tile.shape for tile, _ in shown]
            assert len(set(shapes)) == len(shapes)
            for (_, number), shape in zip(shown, shapes, strict=True):
                alike = [
                    n for tile, n in kinds.items() if game.book.forms[tile].tile.shape == shape
                ]
                assert number == sum(alike)
                merged += len(alike) > 1
            assert sum(number for _, number in shown) == kinds.total()
        words = set(re.findall(r"[\w-]+", message.text))
        assert not words & {tile for tile in game.book.forms if len(tile) > 1}
    assert merged


@pytest.mark.parametrize("name", FIVE)
def test_tiles_left_are_told_in_three_lines_a_bag_and_in_the_alt_text(name: str) -> None:
    for game, _ in list(random_positions(name, 3, 1))[::25]:
        message = boards.tiles_message(game)
        lines = message.text.split("\n")
        headings = [line for line in lines if line.startswith("**")]
        assert len(lines) <= 3 * len(headings) and len(message.text) <= 900
        alt = message.pictures[0].alt
        assert alt.startswith("One tile of each kind") and len(alt) <= ALT_LIMIT
        assert "*" not in alt and "-#" not in alt
        assert all(f"{line.strip('*')}." in alt for line in headings)
