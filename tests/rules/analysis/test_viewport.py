"""The window of a turn's picture: the last tile, and as many places as fit."""

from collections.abc import Iterable, Iterator
from itertools import islice

from rules.analysis.history import cells_laid_since
from rules.analysis.placements import spaces
from rules.analysis.viewport import (
    COMFORTABLE_FILL,
    Window,
    count_spaces_outside,
    max_window_shapes,
    turn_window,
)
from rules.game import Game, start
from rules.geometry import Cell, cell_at, xy
from rules.story import TilePlaced
from tests.support.base_positions import ark, base, base_ended, random_positions, shuffled_deal
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER

GAMES = ("hunters", "base", "base+ferries", "ark")
Shapes = Iterable[tuple[int, int]]


def some(name: str, seed: int, seats: int = 3) -> Iterator[Game]:
    """Every so many moments of a random game with a tile in hand."""
    positions = (
        game for game, _ in random_positions(name, seats, seed, tidy=False) if game.hand is not None
    )
    return islice(positions, 1, None, 9)


def cells(window: Window) -> set[Cell]:
    columns, rows = range(window.west, window.east + 1), range(window.south, window.north + 1)
    return {cell_at(x, y) for x in columns for y in rows}


def room_for(window: Window, shapes: Shapes, share: float = 1) -> bool:
    """Return True if a window is within one of some shapes, or a share of it."""
    return any(
        window.columns <= share * wide and window.rows <= share * high for wide, high in shapes
    )


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


# -- the room there is --------------------------------------------------------------------------


def test_window_shapes_shrink_with_more_rotations_of_the_tile_in_hand() -> None:
    for hand, rotations, shapes in (
        ("B", 1, ((11, 10), (9, 11), (8, 13))),
        ("U", 2, ((11, 10), (9, 11), (8, 13))),
        ("V", 4, ((11, 9), (9, 11), (8, 13))),
    ):
        game = base(hand=hand)
        assert game.hand is not None and len(game.hand.distinct) == rotations
        assert max_window_shapes(game) == shapes
    over = base_ended("Red V 1 0 rot0")
    assert over.hand is None
    assert max_window_shapes(over) == ((11, 10), (9, 11), (8, 13)), "no tile in hand takes no room"


def test_many_seats_shrink_the_window() -> None:
    for game, shapes in (
        (base(hand="U", seats=4), ((11, 10), (9, 11), (8, 13))),
        (base(hand="U", seats=5), ((11, 8), (9, 10), (8, 13))),
        (ark(hand="ARK-21", seats=4), ((11, 9), (9, 11), (7, 13))),
        (ark(hand="ARK-21", seats=5), ((11, 7), (9, 10), (7, 13))),
        (ark(hand="ARK-17", seats=5), ((11, 8), (9, 10), (8, 13))),
    ):
        assert max_window_shapes(game) == shapes


def test_many_kinds_of_pieces_shrink_the_window_by_the_rows_of_seats() -> None:
    for seats, shapes in (
        (2, ((11, 9), (9, 11), (6, 13))),
        (3, ((11, 6), (10, 7), (9, 10), (6, 13))),
        (4, ((11, 6), (10, 7), (9, 10), (6, 13))),
        (6, ((11, 5), (9, 8), (6, 12), (5, 13))),
    ):
        header = shuffled_deal(ALL_TOGETHER, seats, 1)
        assert max_window_shapes(start(header.book, seats, header.bags)) == shapes


# -- random games -------------------------------------------------------------------------------


@for_each("name", GAMES)
def test_space_is_left_out_only_when_nearer_ones_leave_no_room(name: str) -> None:
    left_out = 0
    for game in some(name, 2):
        window, shapes = turn_window(game), max_window_shapes(game)
        held = Window.around((game.placed,))
        x, y = xy(game.placed)
        near = sorted(spaces(game), key=lambda cell: abs(xy(cell)[0] - x) + abs(xy(cell)[1] - y))
        for cell in near:
            with_it = held.reaching(cell)
            if room_for(with_it, shapes):
                held = with_it
                assert window.has(cell)
            elif not window.has(cell):
                left_out += 1
        assert held.inside(window)
    assert left_out or name in ("hunters", "ark")


@for_each("name", GAMES)
def test_surrounding_tiles_do_not_shrink_the_drawn_tiles(name: str) -> None:
    """Cells beyond the places are shown only if the tiles keep their size."""
    for game in some(name, 4):
        game = game.replace(drawn=None)
        window, shapes = turn_window(game), max_window_shapes(game)
        assert room_for(window, shapes, COMFORTABLE_FILL)
        bounds = Window.around(game.board.tiles)
        assert window.inside(bounds)
        wider = [
            Window(window.west - 1, window.south, window.east, window.north),
            Window(window.west, window.south - 1, window.east, window.north),
            Window(window.west, window.south, window.east + 1, window.north),
            Window(window.west, window.south, window.east, window.north + 1),
        ]
        for grown in wider:
            new = (cells(grown) - cells(window)) & game.board.tiles.keys()
            assert not new or not room_for(grown, shapes, COMFORTABLE_FILL)


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
        if room_for(Window.around(new), max_window_shapes(game)):
            assert all(map(window.has, new))
            moved += not all(map(turn_window(game).has, new))
        assert count_spaces_outside(game, placed[0]) == sum(
            not window.has(cell) for cell in spaces(game)
        )
    assert moved or name != "hunters"
