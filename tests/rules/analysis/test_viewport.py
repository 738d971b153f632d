"""The window of a turn's picture: the last tile, and as many places as fit."""

from collections.abc import Iterator
from itertools import islice

from rules.analysis.history import cells_laid_since
from rules.analysis.placements import spaces
from rules.analysis.viewport import (
    BOARD_ROOM,
    MIN_TILE_PIXELS,
    TILE_PIXELS,
    WHOLE_TILE_PIXELS,
    Window,
    board_room,
    count_spaces_outside,
    tile_pixels,
    turn_window,
)
from rules.game import Game, start
from rules.geometry import Cell, cell_at, cell_of, xy
from rules.story import TilePlaced
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER
from tests.support.random_games import random_positions, shuffled_deal
from tests.support.scoring_turns import large_city

GAMES = ("hunters", "base", "base+ferries", "ark")


def some(name: str, seed: int, seats: int = 3) -> Iterator[Game]:
    """Every so many moments of a random game with a tile in hand."""
    positions = (
        game for game, _ in random_positions(name, seats, seed, tidy=False) if game.hand is not None
    )
    return islice(positions, 1, None, 9)


def cells(window: Window) -> set[Cell]:
    columns, rows = range(window.west, window.east + 1), range(window.south, window.north + 1)
    return {cell_at(x, y) for x in columns for y in rows}


# -- windows ------------------------------------------------------------------------------------


def test_window_is_the_smallest_around_its_cells() -> None:
    window = Window.around([cell_at(-2, 5), cell_at(1, 3), cell_at(0, -1)])
    assert window == Window(-2, -1, 1, 5)
    assert (window.columns, window.rows, len(cells(window))) == (4, 7, 28)
    assert Window.around([cell_at(3, 3)]) == Window(3, 3, 3, 3)


def test_window_has_exactly_the_cells_within_its_borders() -> None:
    window = Window(-2, -1, 1, 5)
    around = {cell_at(x, y) for x in range(-9, 9) for y in range(-9, 9)}
    assert {cell for cell in around if window.has(cell)} == cells(window)


@for_each("place", [(-3, 0), (2, 0), (0, -2), (0, 6), (-3, 6), (2, -2), (1, 5)])
def test_window_extended_to_a_cell_is_the_smallest_with_both(place: tuple[int, int]) -> None:
    window = Window(-2, -1, 1, 5)
    assert window.reaching(cell_at(*place)) == Window.around([*cells(window), cell_at(*place)])


def test_a_window_is_inside_another_that_has_all_its_cells() -> None:
    window = Window(0, 0, 3, 3)
    for west in (-1, 0, 1):
        for south in (-1, 0, 1):
            for east in (2, 3, 4):
                for north in (2, 3, 4):
                    other = Window(west, south, east, north)
                    assert window.inside(other) == (cells(window) <= cells(other))


def test_window_with_a_margin_has_one_cell_more_on_each_side_within_bounds() -> None:
    window, bounds = Window(0, 0, 3, 3), Window(-5, 0, 4, 3)
    assert window.with_margin(bounds) == Window(-1, 0, 4, 3)
    assert window.without_margin(bounds) == Window(1, 0, 2, 3)
    assert window.reaching_all(Window(2, -1, 5, 2)) == Window(0, -1, 5, 3)


# -- the room there is --------------------------------------------------------------------------


def test_rows_of_seats_take_room_from_the_board() -> None:
    for name, rows_by_seats in (
        ("base", {2: 1, 3: 1, 4: 2, 5: 2}),
        ("ark", {2: 1, 3: 1, 4: 2, 5: 2}),
        ("base+traders", {2: 1, 3: 2, 4: 2, 5: 3}),
        (ALL_TOGETHER, {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}),
    ):
        for seats, rows in rows_by_seats.items():
            header = shuffled_deal(name, seats, 1)
            game = start(header.book, seats, header.bags)
            assert board_room(game) == BOARD_ROOM[rows], (name, seats)


def test_tiles_of_a_window_are_as_large_as_both_of_its_sides_permit() -> None:
    assert tile_pixels(Window(0, 0, 7, 1), (240, 240)) == 30
    assert tile_pixels(Window(0, 0, 1, 7), (240, 160)) == 20


# -- random games -------------------------------------------------------------------------------


@for_each("name", GAMES)
def test_window_has_tiles_of_34_pixels_unless_all_places_fit_with_30(name: str) -> None:
    shrunk = 0
    for game in some(name, 3):
        window, room = turn_window(game), board_room(game)
        assert window.has(game.placed)
        if tile_pixels(window, room) < TILE_PIXELS:
            assert tile_pixels(window, room) >= WHOLE_TILE_PIXELS
            assert count_spaces_outside(game) == 0
            shrunk += 1
    assert shrunk or name != "base"


@for_each("name", GAMES)
def test_no_other_part_of_the_board_with_the_newest_tile_shows_more_places(name: str) -> None:
    cut = 0
    for game in some(name, 3, seats=2):
        window = turn_window(game)
        gaps = tuple(spaces(game))
        shown = sum(map(window.has, gaps))
        if shown == len(gaps):
            continue
        cut += 1
        x, y = xy(game.placed)
        for west in range(x - window.columns + 2, x):
            for south in range(y - window.rows + 2, y):
                other = Window(west, south, west + window.columns - 1, south + window.rows - 1)
                inner = Window(west + 1, south + 1, other.east - 1, other.north - 1)
                others = sum(map(other.has, gaps))
                assert 2 * others + sum(map(inner.has, gaps)) <= 3 * shown + 2
    assert cut


def test_window_of_a_small_board_is_all_of_it() -> None:
    for game in islice(some("base", 4), 2):
        cells_seen = cells(turn_window(game))
        assert cells_seen >= {*game.board.tiles, *spaces(game)}


def test_pieces_that_scored_with_the_last_tile_are_in_the_window() -> None:
    game, scores = large_city()
    window = turn_window(game)
    assert all(window.has(cell_of(piece.spot)) for event in scores for piece in event.pieces)


@for_each("name", GAMES)
def test_spaces_outside_are_counted_when_the_picture_omits_them(name: str) -> None:
    counts = set()
    for game in some(name, 5, seats=2):
        seen = cells(turn_window(game))
        counts.add(count_spaces_outside(game))
        assert count_spaces_outside(game) == len(spaces(game).keys() - seen)
    assert 0 in counts


@for_each("name", GAMES)
def test_window_shows_all_new_tiles_when_they_fit(name: str) -> None:
    moved = 0
    for game in some(name, 6):
        placed = [n for n, e in enumerate(game.story) if isinstance(e, TilePlaced)][-3:]
        if len(placed) < 3:
            continue
        new = cells_laid_since(game, placed[0])
        window = turn_window(game, placed[0])
        if tile_pixels(Window.around(new), board_room(game)) >= MIN_TILE_PIXELS:
            assert all(map(window.has, new))
            moved += not all(map(turn_window(game).has, new))
        assert count_spaces_outside(game, placed[0]) == sum(
            not window.has(cell) for cell in spaces(game)
        )
    assert moved or name != "hunters"
