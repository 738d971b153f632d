"""The window and scale of a turn's picture: its tiles are readable on a small screen."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from PIL import ImageStat

from renderer import text
from renderer.brushes import tile_with
from renderer.layout import MAX_PIXELS, board_scene
from renderer.paint import GAP_LINE_EMS
from renderer.palette import INKS
from renderer.players import Players
from renderer.scene import (
    Frame,
    GapMark,
    Ink,
    Label,
    Panel,
    Planks,
    Pointer,
    RotationArrow,
    Scene,
    TileAt,
)
from renderer.score_strip import (
    hand_size,
    laid_tile_block,
    rotations_block,
    score_strip,
    strip_height,
)
from renderer.turn_layout import MAX_ASPECT, turn_scene
from renderer.view import Legend, View, closed_view, turn_view
from rules.analysis.placements import space_numbers
from rules.analysis.viewport import Window, count_spaces_outside, max_window_shapes
from rules.game import Game, play, start
from rules.geometry import cell_at
from rules.random_play import deal, random_move
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FIVE

TABLES = [(name, seats) for name in FIVE for seats in (2, 3, 4, 5)]
TABLES += [(ALL_TOGETHER, 6), ("base+inns", 6), ("base+traders", 3)]
SHOWN = 500
LEAST = 40
PHONE = 420


def moments(name: str, seats: int, seed: int = 1) -> Iterator[Game]:
    """Every position of a random game in which a tile is to be laid."""
    chance = random.Random(seed)
    header = deal(name, seats, chance)
    game = start(header.book, header.seats, header.bags)
    while not game.over:
        if game.hand is not None:
            yield game
        game = play(game, random_move(game, chance))


def tiles_at_500(scene: Scene) -> float:
    """The size of the cells of a scene that is shown 500 pixels wide."""
    table = next(item for item in scene.items if isinstance(item, Planks))
    return SHOWN * table.size / scene.width


@for_each("name, seats", TABLES, fast=2)
def test_tiles_of_a_turn_have_forty_pixels_and_its_picture_is_hardly_higher_than_wide(
    name: str, seats: int
) -> None:
    for game in list(moments(name, seats))[::-6]:
        scene = turn_scene(game, turn_view(game))
        assert tiles_at_500(scene) >= LEAST
        assert scene.height <= MAX_ASPECT * scene.width + 2
        assert scene.width * scene.height <= 1.15 * MAX_PIXELS


def has_room(game: Game, columns: int, rows: int, beyond: bool) -> bool:
    """Return True if a window has tiles of the required size and a permitted height.

    ``beyond`` says whether there are places outside on every side of it.
    """
    far = tuple(cell_at(*place) for place in ((40, 0), (-40, 0), (0, 40), (0, -40)) if beyond)
    window = Window(-columns // 2, 0, -columns // 2 + columns - 1, rows - 1)
    scene = turn_scene(game, View(window, gaps=far))
    return tiles_at_500(scene) >= LEAST and scene.height <= MAX_ASPECT * scene.width + 2


@for_each("name, seats", ((name, seats) for name, seats in TABLES if seats > 2), fast=1)
def test_largest_window_shapes_fit_and_larger_ones_do_not(name: str, seats: int) -> None:
    hands = {len(game.hand.distinct): game for game in moments(name, seats) if game.hand}
    assert len(hands) > 1
    for number, game in hands.items():
        shapes = max_window_shapes(game)
        for wide, high in shapes:
            for columns, rows in {(wide, high), (wide - 1, high), (3, high), (wide, 3)}:
                # Where there are places outside, their signs take room as well.
                assert has_room(game, columns, rows, beyond=True), (columns, rows, number)
            assert has_room(game, wide, high, beyond=False), (wide, high, number)
        assert not has_room(game, 12, 3, beyond=False)
        assert not has_room(game, 3, 1 + max(high for _, high in shapes), beyond=True)


@for_each("name", FIVE, fast=3)
def test_turn_shows_the_last_tile_and_all_but_the_counted_placements(name: str) -> None:
    hidden = 0
    for game in list(moments(name, 3))[::2]:
        view = turn_view(game)
        marks = [item for item in turn_scene(game, view).items if isinstance(item, GapMark)]
        assert view.window.has(game.placed)
        assert len(marks) == len(view.gaps) - count_spaces_outside(game)
        hidden += count_spaces_outside(game) > 0
    assert hidden


def test_view_of_a_turn_has_no_empty_row_or_column_at_its_edge() -> None:
    for game in list(moments("ark", 3))[::3]:
        window = turn_view(game).window
        things = [cell for cell in (*game.board.tiles, *turn_view(game).gaps) if window.has(cell)]
        assert Window.around(things) == window


def test_gaps_of_a_turn_have_one_style_and_numbers_of_eleven_pixels_on_a_phone() -> None:
    for name, seats in (("base", 2), ("ark", 5), (ALL_TOGETHER, 6)):
        for game in list(moments(name, seats, seed=5))[::12]:
            scene, window = turn_scene(game, turn_view(game)), turn_view(game).window
            marks = [item for item in scene.items if isinstance(item, GapMark)]
            assert marks and all(mark.tile is None for mark in marks)
            [em] = {mark.em for mark in marks}
            assert em * PHONE / scene.width >= 11
            shown = [str(n) for cell, n in space_numbers(game).items() if window.has(cell)]
            assert [mark.text for mark in marks] == shown
            for mark in marks:
                assert em * GAP_LINE_EMS < mark.size
                assert text.width(mark.text, em, True) < mark.size


def test_only_the_newest_tile_of_a_post_has_the_strong_frame() -> None:
    several = 0
    for game in list(moments("base", 5))[10::4]:
        frames = [item for item in turn_scene(game, turn_view(game)).items]
        strong = [item.strong for item in frames if isinstance(item, Frame)]
        assert strong.count(True) == 1 and strong[-1]
        several += len(strong) > 2
    assert several


def test_board_of_an_ended_game_has_no_gap_and_nobody_to_move() -> None:
    game = next(islice(moments("base", 3), 9, None))
    marks = [item for item in turn_scene(game, turn_view(game)).items if _is_about_a_move(item)]
    assert {type(item) for item in marks} == {GapMark, Pointer}
    scene = board_scene(game, closed_view(game))
    assert not [item for item in scene.items if _is_about_a_move(item)]
    assert sum(isinstance(item, TileAt) for item in scene.items) == len(game.board.tiles)


def _is_about_a_move(item: object) -> bool:
    """Return True for a place of the tile in hand and the pointer to the seat to move."""
    is_turn_mark = isinstance(item, Pointer) and item.ink is Ink.BRONZE
    return isinstance(item, GapMark) or is_turn_mark


def test_gap_is_lighter_than_every_tile_of_each_game() -> None:
    def light(shade: Sequence[float]) -> float:
        return 0.2126 * shade[0] + 0.7152 * shade[1] + 0.0722 * shade[2]

    for name in FIVE:
        book = rulebook(name)
        for form in list(book.forms)[::5]:
            tile = tile_with(book, form, 0, 48, ()).convert("RGB")
            assert light(ImageStat.Stat(tile).mean) < light(INKS[Ink.GAP])


def test_legend_of_a_turn_explains_the_gap_and_the_newest_tile_in_one_line() -> None:
    for name, seats in (("hunters", 2), ("ark", 5), (ALL_TOGETHER, 6)):
        for game in list(moments(name, seats))[1:12:5]:
            plain = turn_view(game)
            view = replace(plain, legend=Legend("The tile fits here", "Newest tile" * 9))
            scene = turn_scene(game, view)
            labels = [item for item in scene.items if isinstance(item, Label)]
            assert labels[0].text == "The tile fits here" and labels[1].text.startswith("Newest")
            assert labels[0].y == labels[1].y == 0 < labels[0].height
            assert labels[0].x + labels[0].width < labels[1].x
            assert labels[1].x + labels[1].width <= scene.width
            assert labels[0].size * PHONE / scene.width >= 11
            tiles = [item.y for item in scene.items if isinstance(item, TileAt | GapMark)]
            assert min(tiles) >= labels[0].height
            assert scene.height <= MAX_ASPECT * scene.width + 2


@for_each("name, seats", TABLES, fast=3)
def test_rotations_take_at_most_a_sixth_of_the_picture(name: str, seats: int) -> None:
    for game in list(moments(name, seats, seed=7))[::11]:
        assert game.hand is not None
        scene = turn_scene(game, turn_view(game))
        arrows = [item for item in scene.items if isinstance(item, RotationArrow)]
        assert len(arrows) == len(game.hand.distinct)
        [panel] = {
            (item.width, item.height)
            for item in scene.items
            if isinstance(item, Panel) and item.x <= arrows[0].x < item.x + item.width
            if item.y <= arrows[0].y < item.y + item.height
        }
        assert panel[0] * panel[1] <= scene.width * scene.height / 6


@for_each("name, seats", TABLES, fast=3)
def test_labels_of_a_turn_have_eleven_pixels_on_a_phone(name: str, seats: int) -> None:
    for game in list(moments(name, seats, seed=7))[::11]:
        scene = turn_scene(game, turn_view(game))
        sizes = [item.size for item in scene.items if isinstance(item, Label)]
        assert min(sizes) * PHONE / scene.width >= 11


@for_each("name", FIVE)
def test_planned_picture_size_equals_the_drawn_size(name: str) -> None:
    for game in list(moments(name, 5))[::9]:
        assert game.hand is not None
        bare = game.replace(drawn=None)
        for em, size in ((18, 96), (33, 224)):
            for columns in range(1, len(game.hand.distinct) + 1):
                made = rotations_block(game, size, em, columns)
                assert hand_size(game, size, em, columns) == (made.width, made.height)
            laid = laid_tile_block(game, size, em)
            assert hand_size(bare, size, em, 1) == (laid.width, laid.height)
            view = replace(turn_view(game), players=Players(("Ana", "Bo")))
            for width in (8 * em, 15 * em, 33 * em):
                strip = score_strip(game, view, width, em)
                assert strip_height(game, width, em) == strip.height
