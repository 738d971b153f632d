"""The picture of a puzzle: the whole board, and nothing that tells the best move."""

from functools import cache

import pytest

from renderer.draw import draw
from renderer.position_facts import legal_cells
from renderer.requests import Position
from renderer.view import position_view
from rules.analysis.placements import space_numbers
from rules.game import Game
from rules.opponents.puzzles import position, position_without_order
from rules.shipped_puzzles import shipped_puzzles
from tests.support.for_each import for_each

KEYS = sorted({puzzle.file for puzzle in shipped_puzzles()})[::9]


@cache
def late_position(name: str) -> Game:
    puzzle = [one for one in shipped_puzzles() if one.file == name][-1]
    return position(puzzle.record, puzzle.line)


@for_each("name", KEYS, fast=2)
def test_every_tile_and_every_gap_of_a_position_is_in_its_picture(name: str) -> None:
    game = late_position(name)
    view = position_view(game)
    assert all(view.window.has(cell) for cell in (*game.board.tiles, *legal_cells(game)))
    assert set(view.gaps) == set(legal_cells(game)) and not view.dead
    assert view.gap_labels == {cell: str(n) for cell, n in space_numbers(game).items()}


def test_picture_of_a_position_ranks_no_space_and_does_not_depend_on_hidden_tiles() -> None:
    puzzle = shipped_puzzles()[0]
    game = position(puzzle.record, puzzle.line)
    other, view = position_without_order(game, 1), position_view(game)
    assert other.bags != game.bags
    assert position_view(other) == view
    assert not (view.ghosts or view.numerals or view.tile_letters or view.tints)


@pytest.mark.slow
def test_picture_of_a_position_is_for_a_phone() -> None:
    picture = draw(Position(), late_position(KEYS[0]))
    assert picture.width >= 840 and picture.height <= 1.6 * picture.width
