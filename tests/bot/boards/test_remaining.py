"""Views of the remaining tiles never reveal the order of undrawn tiles (COM-04)."""

import re

import pytest

from bot.boards import words as boards
from bot.text.message import ALT_LIMIT
from renderer.requests import TileKinds
from rules.analysis.draw_odds import kinds_left
from tests.support.base_positions import random_positions
from tests.support.game_choices import FIVE
from tests.support.slow_cases import rest_slow


@pytest.mark.parametrize("name", rest_slow(FIVE))
def test_picture_has_every_tile_left_once_and_equal_ones_together(name: str) -> None:
    merged = 0
    for game, _ in list(random_positions(name, 3, 1))[::25]:
        message = boards.tiles_message(game)
        about = message.pictures[0].request
        assert isinstance(about, TileKinds)
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


@pytest.mark.parametrize("name", rest_slow(FIVE))
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
