"""Tiles that lie faintly in gaps: planned ones with letters of orders, voted ones with counts."""

import random

from renderer.board_block import cells_block
from renderer.draw import draw
from renderer.layout import board_scene
from renderer.requests import Plan, PlannedTile
from renderer.scene import GapMark, Label
from renderer.view import plan_view, turn_view
from rules.analysis.draw_odds import next_tile_odds
from rules.analysis.viewport import TILE_PIXELS, board_room, tile_pixels
from rules.game import Game, play, start
from rules.moves import PlaceTile
from rules.orders import with_tile_in_hand
from rules.random_play import deal, random_move

Planned = tuple[PlannedTile, ...]


def played(tiles: int) -> Game:
    chance = random.Random(3)
    header = deal("base", 3, chance)
    game = start(header.book, header.seats, header.bags)
    while len(game.board.tiles) < tiles or game.drawn is None:
        game = play(game, random_move(game, chance))
    return game


def planned_tiles(game: Game, seat: int, number: int) -> Planned:
    """The first legal placement of some kinds of tiles."""
    planned: list[PlannedTile] = []
    for tile in next_tile_odds(game, seat):
        move = next(iter(with_tile_in_hand(game, seat, tile).legal_moves()), None)
        if isinstance(move, PlaceTile) and len(planned) < number:
            planned.append(PlannedTile(move.cell, tile, move.rotation, "ABCD"[len(planned)]))
    return tuple(planned)


def test_planned_tiles_are_ghosts_with_their_letters() -> None:
    game = played(16)
    planned = planned_tiles(game, 1, 4)
    shown = plan_view(game, Plan(None, 1, planned))
    scene = board_scene(game, shown)
    marks = [item for item in scene.items if isinstance(item, GapMark) and item.tile is not None]
    ghosts = {mark.tile.id for mark in marks if mark.tile is not None}
    cells = {tile.cell for tile in planned}
    first = {tile.cell: tile.tile for tile in reversed(planned)}
    assert ghosts == set(first.values())
    assert shown.numerals.keys() == cells
    letters = ", ".join(shown.numerals.values()).split(", ")
    assert sorted(letters) == ["A", "B", "C", "D"]


def test_planned_tiles_change_the_picture_and_filled_gaps_have_none() -> None:
    game = played(16)
    planned = planned_tiles(game, 1, 2)
    assert draw(Plan(None, 1), game) != draw(Plan(None, 1, planned), game)
    filled = tuple(
        PlannedTile(cell, tile, 0, "A") for cell, tile in zip(game.board.tiles, "UV", strict=False)
    )
    assert plan_view(game, Plan(None, 1, filled)) == plan_view(game, Plan(None, 1))


def test_tiles_that_lost_a_vote_are_ghosts_with_counts_and_no_spaces() -> None:
    game = played(16)
    gaps = sorted(game.board.gaps)
    others = tuple(PlannedTile(cell, "U", 1, f"{n}×") for n, cell in enumerate(gaps, 1))
    plain, shown = turn_view(game), turn_view(game, others=others)
    assert (shown.gaps, shown.gap_labels) == (plain.gaps, plain.gap_labels)
    assert set(shown.gaps) < {tile.cell for tile in others}, "some are spaces, and some are not"
    cells = cells_block(game, shown, 64, 20)
    marks = [item for item in cells.items if isinstance(item, GapMark)]
    seen = [tile for tile in others if shown.window.has(tile.cell)]
    spaces = [shown.gap_labels[cell] for cell in shown.gaps if shown.window.has(cell)]
    assert len(marks) == len(seen)
    assert sorted(mark.text for mark in marks if mark.text) == sorted(spaces)
    assert all(mark.tile is not None and mark.tile.id == "U" for mark in marks)
    labels = [item.text for item in cells.items if isinstance(item, Label)]
    assert labels == [tile.letters for tile in seen]


def test_picture_of_a_turn_reaches_tiles_that_lost_a_vote_where_there_is_room() -> None:
    reached = 0
    for tiles in range(2, 12):
        game = played(tiles)
        plain = turn_view(game).window
        for cell in game.board.gaps:
            window = turn_view(game, others=[PlannedTile(cell, "U", 0, "1×")]).window
            assert plain.inside(window)
            if window.has(cell) and not plain.has(cell):
                reached += 1
                assert tile_pixels(window, board_room(game)) >= TILE_PIXELS
    assert reached > 10
