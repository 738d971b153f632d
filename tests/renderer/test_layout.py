"""The layout of a picture, checked as values instead of pixels."""

import random
from collections.abc import Callable, Iterable
from itertools import groupby

from PIL import Image, ImageDraw

from renderer import text
from renderer.anchors import push_apart
from renderer.art.parts import art_of
from renderer.layout import MAX_BOARD_PIXELS, board_scene, largest_tile_size
from renderer.players import UNNAMED_PLAYERS
from renderer.scene import (
    Badge,
    DiscOn,
    Frame,
    GapMark,
    Item,
    Label,
    Panel,
    PieceOn,
    RotationArrow,
    Scene,
    Star,
    Tab,
    TileAt,
)
from renderer.score_strip import lettered_tile, rotations_block
from renderer.turn_layout import turn_scene
from renderer.view import cell_view, whole_view
from rules.game import Game, play, start
from rules.geometry import cell_at, xy
from rules.moves import PlaceTile
from rules.random_play import deal, random_move
from tests.support.for_each import for_each


def new_game(seats: int = 2, seed: int = 4, game: str = "hunters") -> Game:
    header = deal(game, seats, random.Random(seed))
    return start(header.book, header.seats, header.bags)


def played(moves: int, seats: int = 2, seed: int = 4, game: str = "hunters") -> Game:
    """A random game after so many moves, or a little before its end."""
    now, chance = new_game(seats, seed, game), random.Random(seed)
    for _ in range(moves):
        following = play(now, random_move(now, chance))
        if following.over:
            break
        now = following
    return now


def first(is_wanted: Callable[[Game], bool], moves: Iterable[int], seats: int = 2) -> Game:
    return next(game for game in (played(n, seats) for n in moves) if is_wanted(game))


def laid(places: list[tuple[int, int]], seats: int = 2) -> Game:
    """A board of meadows besides the start tile, whether they fit or not."""
    game = new_game(seats)
    board, form = game.board, game.book.forms["L07"].turned[0]
    for place in places:
        board = board.with_tile(cell_at(*place), form)
    return game.replace(board=board, placed=cell_at(*places[-1]) if places else game.placed)


def these(scene: Scene, kind: type) -> list[Item]:
    return [item for item in scene.items if isinstance(item, kind)]


def numbers_by_place(game: Game) -> dict[tuple[int, int], str]:
    """The numbers written in the gaps of the whole board, by the place where they are drawn."""
    view = whole_view(game)
    scene, window = board_scene(game, view), view.window
    marks = [item for item in scene.items if isinstance(item, GapMark)]
    left, top = min(mark.x for mark in marks), min(mark.y for mark in marks)
    west, north = min(x for x, _ in map(xy, view.gaps)), max(y for _, y in map(xy, view.gaps))
    assert window.west <= west and north <= window.north
    return {
        (west + (mark.x - left) // mark.size, north - (mark.y - top) // mark.size): mark.text
        for mark in marks
    }


def test_every_tile_lies_in_its_column_and_row() -> None:
    game = played(40)
    view = whole_view(game)
    scene = board_scene(game, view)
    size = largest_tile_size(view, MAX_BOARD_PIXELS)
    tiles = [item for item in scene.items if isinstance(item, TileAt)]
    assert len(tiles) == len(game.board.tiles)
    left = (
        min(tile.x for tile in tiles)
        - (min(x for x, _ in map(xy, game.board.tiles)) - view.window.west) * size
    )
    for cell, form in game.board.tiles.items():
        x, y = xy(cell)
        pictures = [
            tile
            for tile in tiles
            if tile.x == left + (x - view.window.west) * size
            and tile.y == tiles[0].y + (max(y for _, y in map(xy, game.board.tiles)) - y) * size
        ]
        assert [(tile.tile.id, tile.rotation, tile.size) for tile in pictures] == [
            (form.tile.id, form.rotation, size)
        ]


def test_every_legal_gap_is_marked_with_its_number() -> None:
    game = played(20)
    hand = game.hand
    assert hand is not None
    legal = {
        xy(cell)
        for cell, gap in game.board.gaps.items()
        if any(form.fits(gap) for form in hand.distinct)
    }
    marks = [
        item for item in board_scene(game, whole_view(game)).items if isinstance(item, GapMark)
    ]
    in_order = sorted(legal, key=lambda place: (-place[1], place[0]))
    numbered = {place: str(number) for number, place in enumerate(in_order, 1)}
    assert numbers_by_place(game) == numbered
    assert len({mark.em for mark in marks}) == 1


def test_R02_R03_only_legal_gaps_of_a_river_tile_are_marked() -> None:
    limited = 0
    for moves in range(12):
        game = played(moves, game="base+river", seed=2)
        if game.hand is None or not game.board.gaps:
            continue
        offered = {move.cell for move in game.legal_moves() if isinstance(move, PlaceTile)}
        assert numbers_by_place(game).keys() == set(map(xy, offered))
        limited += len(offered) < sum(bool(game.hand.fitting[g]) for g in game.board.gaps.values())
    assert limited


def test_no_gap_is_marked_while_a_figure_is_chosen() -> None:
    game = first(lambda game: game.hand is None, range(1, 9))
    assert not these(board_scene(game, whole_view(game)), GapMark)


def test_both_axes_name_every_column_and_row_where_there_is_room() -> None:
    game = laid([(1, 0), (2, 0), (0, 1)])
    view = whole_view(game)
    words = [item.text for item in board_scene(game, view).items if isinstance(item, Label)]
    window = view.window
    for number in (*range(window.west, window.east + 1), *range(window.south, window.north + 1)):
        assert text.signed_number(number) in words


def test_last_tile_is_framed_in_the_colour_of_its_seat() -> None:
    game = first(lambda game: game.hand is not None, range(3, 12))
    frames = [item for item in board_scene(game, whole_view(game)).items if isinstance(item, Frame)]
    tabs = [item for item in board_scene(game, whole_view(game)).items if isinstance(item, Tab)]
    laid = [UNNAMED_PLAYERS.colour(1 - game.turn)]
    assert [frame.colour for frame in frames] == [tab.colour for tab in tabs] == laid


def test_crop_frames_the_tiles_laid_by_other_seats_since_the_own_turn() -> None:
    game = first(lambda game: game.hand is not None and game.turn == 0, range(12, 22), 4)
    frames = cell_view(game).frames
    assert [seat for _, seat in frames] == [1, 2, 3]


@for_each("lines", [1, 5, 25, 60, 110])
def test_a_crop_is_at_most_seven_by_seven_and_has_the_last_tile(lines: int) -> None:
    game = played(lines, seats=3)
    window = cell_view(game).window
    assert window.columns <= 7 and window.rows <= 7
    assert window.has(game.placed)


@for_each("number", range(1, 92, 9))
def test_a_square_of_any_number_of_tiles_stays_within_2400_pixels(number: int) -> None:
    side = int(number**0.5) + 1
    places = [(n % side, n // side) for n in range(1, number)]
    game = laid(places, seats=5)
    for scene in (
        board_scene(game, whole_view(game)),
        turn_scene(game, cell_view(game, None, UNNAMED_PLAYERS, 7, 6)),
    ):
        assert 500 <= scene.width <= 2400 and scene.height <= 2400
        assert_inside(scene)


@for_each("length", [40, 91])
@for_each("way", [(1, 0), (0, 1), (-1, 0), (0, -1)])
def test_a_line_of_tiles_stays_within_2400_pixels(length: int, way: tuple[int, int]) -> None:
    game = laid([(n * way[0], n * way[1]) for n in range(1, length)], seats=5)
    scene = board_scene(game, whole_view(game))
    assert scene.width <= 2400 and scene.height <= 2400
    assert_inside(scene)


def assert_inside(scene: Scene) -> None:
    for item in scene.items:
        width = getattr(item, "width", getattr(item, "size", 0))
        height = getattr(item, "height", getattr(item, "size", 0))
        if isinstance(item, Panel | TileAt | GapMark | Badge | Frame):
            assert item.x >= 0 and item.x + width <= scene.width, item
            assert item.y >= 0 and item.y + height <= scene.height, item


def test_the_tile_in_hand_is_shown_once_for_each_rotation_that_looks_different() -> None:
    game = first(lambda game: game.hand is not None, range(30, 40))
    assert game.hand is not None
    scene = turn_scene(game, cell_view(game, None, UNNAMED_PLAYERS, 7, 6))
    words = [item.text for item in scene.items if isinstance(item, Label)]
    degrees = [word for word in words if word.endswith("°")]
    assert degrees == [f"{form.degrees}°" for form in game.hand.distinct]
    assert len(these(scene, RotationArrow)) == len(degrees)


def test_letters_stand_on_the_first_rotation_and_hide_no_other() -> None:
    game = first(lambda game: game.hand is not None and len(game.hand.distinct) == 4, range(40, 80))
    assert game.hand is not None
    shown = [item for item in rotations_block(game, 96, 20, 4).flat() if isinstance(item, TileAt)]
    assert [tile.rotation for tile in shown] == [form.rotation for form in game.hand.distinct]
    lettered, *bare = shown
    letters = [on.text for on in lettered.on if isinstance(on, DiscOn)]
    assert letters == [zone.letter for zone in game.hand.tile.zones]
    assert [tile.on for tile in bare] == [(), (), ()]


def test_pieces_at_one_place_are_set_apart() -> None:
    for places in ([(0.5, 0.5)] * 2, [(0.5, 0.5)] * 3, [(0.02, 0.02), (0.03, 0.02)]):
        apart = push_apart(places, (0.16,) * len(places))
        for n, (x, y) in enumerate(apart):
            assert 0.159 <= x <= 0.841 and 0.159 <= y <= 0.841
            for ox, oy in apart[:n]:
                assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 >= 0.319


@for_each("game", ["hunters", "base", "ark"])
def test_letters_of_one_tile_never_hide_each_other(game: str) -> None:
    book = new_game(game=game).book
    art = art_of(book)
    for forms in book.forms.values():
        for rotation in range(4):
            discs = lettered_tile(art.look(forms.tile), rotation, 192, 29, ()).on
            centers = [(on.x, on.y) for on in discs if isinstance(on, DiscOn)]
            for n, (x, y) in enumerate(centers):
                for ox, oy in centers[:n]:
                    assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 >= 34, forms.tile.id


def test_every_piece_on_the_board_is_drawn_once() -> None:
    game = played(70, seats=3)
    drawn = [
        (on.colour.number, on.role)
        for item in board_scene(game, whole_view(game)).items
        if isinstance(item, TileAt)
        for on in item.on
        if isinstance(on, PieceOn)
    ]
    assert sorted(drawn) == sorted((p.seat, p.role.name) for p in game.board.pieces())


def test_winners_have_a_star_when_the_game_is_over() -> None:
    game, chance = new_game(seats=3, seed=9), random.Random(1)
    assert not these(board_scene(game, whole_view(game)), Star)
    while not game.over:
        game = play(game, random_move(game, chance))
    best = [seat for seat in range(3) if game.scores[seat] == max(game.scores)]
    assert len(these(board_scene(game, whole_view(game)), Star)) == len(best)


def ink_gaps(words: str, size: int) -> list[int]:
    """The widths of the empty columns between the letters of a bold text."""
    mask = Image.new("L", (20 * size, 3 * size))
    text.draw_line(ImageDraw.Draw(mask), size, 2 * size, words, size, True)
    mask = mask.crop(mask.getbbox())
    columns = [bool(mask.crop((x, 0, x + 1, mask.height)).getbbox()) for x in range(mask.width)]
    return [len(list(run)) for inked, run in groupby(columns) if not inked]


@for_each("size", [16, 20, 27, 33, 46])
def test_minus_never_touches_its_digit_and_the_gap_between_coordinates_is_wider(size: int) -> None:
    for x in range(-9, 0):
        for y in (-8, 0, 4, 7):
            after_minus, between, *_ = ink_gaps(text.coordinates(x, y), size)
            # a phone shows these sizes at half of their pixels or a little more
            assert after_minus >= size / 10 and between >= 2 * after_minus
            assert len(ink_gaps(text.coordinates(x, y), size)) == 2 + (y < 0)
