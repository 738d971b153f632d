"""Comparisons of played and better moves: one crop around both where they lie near each other."""

import random
from typing import Final

from renderer.players import Players
from renderer.scene import GapMark
from renderer.suggestions import MAX_CROP, comparisons_scene
from rules.game import Game, play, start
from rules.geometry import xy
from rules.moves import PlaceTile
from rules.random_play import deal, random_move
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE

PLAYERS: Final = Players.of(["Ana", "Bo", "Cleo"], (0, 1, 2))


def position(name: str, turns: int) -> Game:
    """A position with a tile in hand, some turns into a random game of three."""
    chance = random.Random(f"{name} {turns}")
    header = deal(name, 3, chance)
    game, left = start(header.book, 3, header.bags), turns
    while game.drawn is None or left > 0:
        left -= game.drawn is not None
        game = play(game, random_move(game, chance))
    return game


@for_each("name", FIVE, fast=1)
def test_comparison_is_one_crop_with_the_played_tile_faded_where_both_fit(name: str) -> None:
    met = set()
    for turns in (4, 12, 20):
        game = position(name, turns)
        better, *others = ([move] for move in game.legal_moves())
        for played in others:
            one, other = better[0], played[0]
            assert isinstance(one, PlaceTile) and isinstance(other, PlaceTile)
            (x, y), (a, b) = xy(one.cell), xy(other.cell)
            near = abs(x - a) + 3 <= MAX_CROP[0] and abs(y - b) + 3 <= MAX_CROP[1]
            in_one_crop = near and one.cell != other.cell
            marks = comparisons_scene([(game, played, better)], PLAYERS).items
            faded = [mark for mark in marks if isinstance(mark, GapMark) and mark.tile is not None]
            assert len(faded) == in_one_crop
            if in_one_crop:
                assert faded[0].rotation == other.rotation
            met.add(in_one_crop)
    assert met == {True, False}
