"""The window and scale of a turn's picture: its tiles are readable on a small screen."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

from PIL import ImageStat

from renderer import text
from renderer.board_margins import MAX_MARKS, edge_marks
from renderer.brushes import tile_with
from renderer.layout import board_scene
from renderer.paint import GAP_LINE_EMS
from renderer.palette import INKS
from renderer.players import Players
from renderer.requests import Legend
from renderer.scene import (
    Badge,
    Frame,
    GapMark,
    Heading,
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
    hand_forms,
    hand_size,
    laid_tile_block,
    rotations_block,
    score_strip,
    strip_height,
)
from renderer.turn_layout import MAX_PIXELS, board_map, max_aspect, turn_scene
from renderer.view import View, closed_view, turn_view, whole_view
from rules.analysis.viewport import (
    MIN_TILE_PIXELS,
    PHONE_PIXELS,
    TILE_PIXELS,
    Window,
    board_room,
    count_spaces_outside,
)
from rules.game import Game
from rules.geometry import cell_at, cell_of, xy
from rules.tile_fitting import fitting_places
from rules.variants import rulebook
from tests.support.for_each import for_each
from tests.support.game_choices import ALL_TOGETHER, FIVE
from tests.support.random_games import positions

TABLES = [(name, seats) for name in FIVE for seats in (2, 3, 4, 5)]
TABLES += [(ALL_TOGETHER, 6), ("base+inns", 6), ("base+traders", 3)]


def moments(name: str, seats: int, seed: int = 1) -> Iterator[Game]:
    """Every position of a random game in which a tile is to be laid."""
    return (
        game for game in positions(name, seats, seed) if game.hand is not None and not game.over
    )


def on_phone(scene: Scene, pixels: float) -> float:
    return pixels * PHONE_PIXELS / scene.width


def tiles_on_phone(scene: Scene) -> float:
    table = next(item for item in scene.items if isinstance(item, Planks))
    return on_phone(scene, table.size)


@for_each("name, seats", TABLES, fast=2)
def test_tiles_of_a_turn_have_26_pixels_and_its_picture_has_the_height_of_a_phone(
    name: str, seats: int
) -> None:
    for game in list(moments(name, seats))[::-6]:
        scene = turn_scene(game, turn_view(game))
        assert tiles_on_phone(scene) >= MIN_TILE_PIXELS
        assert scene.height <= max_aspect(game) * scene.width + 2
        assert scene.width * scene.height <= MAX_PIXELS


@for_each("name, seats", TABLES, fast=3)
def test_board_of_a_turn_has_the_room_that_its_window_was_chosen_for(name: str, seats: int) -> None:
    for game in list(moments(name, seats))[5::20]:
        room = board_room(game)
        for size in (TILE_PIXELS, MIN_TILE_PIXELS):
            window = Window(0, 0, int(room[0] / size) - 1, int(room[1] / size) - 1)
            scene = turn_scene(game, View(window))
            assert tiles_on_phone(scene) >= size
            assert scene.height <= max_aspect(game) * scene.width + 2


@for_each("name, seats", TABLES, fast=3)
def test_tile_in_hand_is_in_one_row_below_the_board_and_the_seats_below_it(
    name: str, seats: int
) -> None:
    for game in list(moments(name, seats, seed=7))[3::17]:
        scene = turn_scene(game, turn_view(game))
        board = next(item for item in scene.items if isinstance(item, Planks))
        arrows = [item for item in scene.items if isinstance(item, RotationArrow)]
        badges = [item for item in scene.items if isinstance(item, Badge)]
        [top] = {arrow.y for arrow in arrows}
        assert board.y + board.rows * board.size < top < min(badge.y for badge in badges)
        fitting = {form.rotation for _, form in fitting_places(game, game.hand.tile.id)}
        shown = [item for item in scene.items if isinstance(item, TileAt) and item.y > top]
        assert sorted(item.rotation for item in shown) == sorted(
            form.rotation for form in game.hand.distinct if form.rotation in fitting
        )


def test_map_is_drawn_where_much_is_outside_and_shows_the_part_that_is_seen() -> None:
    maps = little = 0
    for game in moments("base", 3):
        view = turn_view(game)
        small = board_map(game, view, 200, 200, 20)
        seen = sum(map(view.window.has, game.board.tiles))
        w = view.window
        near = Window(w.west - 1, w.south - 1, w.east + 1, w.north + 1)
        much = 3 * seen <= 2 * len(game.board.tiles) or not all(map(near.has, view.gaps))
        assert (small is not None) == much
        little += not much and not Window.around((*game.board.tiles, *view.gaps)).inside(w)
        if small is not None:
            maps += 1
            inks = Counter(item.ink for item in small.flat() if isinstance(item, Panel))
            assert inks[Ink.FAINT] == seen and inks[Ink.GAP] == len(view.gaps)
            assert inks[Ink.GRID] == len(game.board.tiles) - seen
            assert small.width <= 200 and small.height == 200
    assert maps and little


def edge_of(game: Game, *, is_row: bool) -> Game:
    """The board of a game as a long row or column with a tile beside it at both ends."""
    form = game.book.forms[game.hand.tile.id].turned[0]
    places = [(n, 0) for n in range(-30, 0)] + [(-29, 1), (-30, -1), (-1, 1)]
    board = game.board
    for x, y in places:
        board = board.with_tile(cell_at(x, y) if is_row else cell_at(y, -x), form)
    return game.replace(board=board, placed=cell_at(-30, 0) if is_row else cell_at(0, 30))


def numbers_of(label: str) -> list[str]:
    """The numbers that a mark at the edge stands for."""
    first, _, last = label.partition("–")
    return [str(n) for n in range(int(first), int(last or first) + 1)]


@for_each("labels", (False, True))
def test_spaces_outside_are_marked_at_the_edge_where_they_lie_and_cover_no_space(
    labels: bool,
) -> None:
    start_of_one = next(moments("base", 3))
    towers = [edge_of(start_of_one, is_row=is_row) for is_row in (False, True)]
    for game in (*towers, *(list(moments(name, 3))[-4] for name in FIVE)):
        view = turn_view(game)
        numbers = {cell: str(number) for number, cell in enumerate(view.gaps, 1)}
        view = replace(view, gap_labels=numbers if labels else {})
        marks = list(edge_marks(game, view, 0, 0, 64, 20, 40))
        cards = [item for item in marks if isinstance(item, Panel) and item.ink is Ink.GAP]
        arrows = Counter(item.way for item in marks if isinstance(item, Pointer))
        words = [item.text for item in marks if isinstance(item, Label)]
        outside = [cell for cell in view.gaps if not view.window.has(cell)]
        assert outside and arrows.total() == len(cards) <= len(outside)
        marked = [number for word in words for number in numbers_of(word)]
        assert sorted(marked, key=int) == [numbers[cell] for cell in outside if labels]
        window = view.window
        ways = {
            way
            for x, y in map(xy, outside)
            for way, is_beyond in (
                (Heading.LEFT, x < window.west),
                (Heading.RIGHT, x > window.east),
                (Heading.UP, y > window.north),
                (Heading.DOWN, y < window.south),
            )
            if is_beyond
        }
        assert set(arrows) <= ways
        kept_free = game.board.tiles if game in towers else view.gaps
        boxes = [(c.x, c.y, c.x + c.width, c.y + c.height) for c in cards]
        for column, row in map(xy, filter(window.has, {*kept_free, *view.gaps})):
            left, top = (column - window.west) * 64, (window.north - row) * 64
            boxes.append((left, top, left + 64, top + 64))
        for n, one in enumerate(boxes):
            for other in boxes[:n]:
                assert (
                    one[2] <= other[0]
                    or other[2] <= one[0]
                    or one[3] <= other[1]
                    or other[3] <= one[1]
                )


def test_many_spaces_outside_share_marks_that_point_to_each_of_them() -> None:
    for game in list(moments("hunters", 4))[-30::6]:
        view = turn_view(game)
        numbers = {str(number): cell for number, cell in enumerate(view.gaps, 1)}
        labels = {cell: number for number, cell in numbers.items()}
        marks = list(edge_marks(game, replace(view, gap_labels=labels), 0, 0, 64, 20, 40))
        ways = [item.way for item in marks if isinstance(item, Pointer)]
        words = [item.text for item in marks if isinstance(item, Label)]
        outside = [cell for cell in view.gaps if not view.window.has(cell)]
        assert len(outside) > MAX_MARKS and len(words) <= MAX_MARKS
        window = view.window
        for way, word in zip(ways, words, strict=True):
            for x, y in (xy(numbers[number]) for number in numbers_of(word)):
                assert {
                    Heading.LEFT: x < window.west,
                    Heading.RIGHT: x > window.east,
                    Heading.UP: y > window.north,
                    Heading.DOWN: y < window.south,
                }[way]


def test_marks_of_spaces_outside_cover_no_tile_with_a_piece_where_there_is_other_room() -> None:
    game = list(moments("hunters", 4))[-28]
    view = turn_view(game)
    window = view.window
    marks = list(edge_marks(game, view, 0, 0, 64, 20, 40))
    cards = [item for item in marks if isinstance(item, Panel) and item.ink is Ink.GAP]
    held = filter(window.has, {cell_of(piece.spot) for piece in game.board.pieces()})
    corners = [((x - window.west) * 64, (window.north - y) * 64) for x, y in map(xy, held)]
    assert cards and corners
    for card, (left, top) in product(cards, corners):
        beside = card.x >= left + 64 or card.x + card.width <= left
        assert beside or card.y >= top + 64 or card.y + card.height <= top


@for_each("is_row", (False, True))
def test_coordinates_cover_no_tile_of_a_long_row_or_column(is_row: bool) -> None:
    game = edge_of(next(moments("base", 3)), is_row=is_row)
    for scene in (turn_scene(game, turn_view(game)), board_scene(game, whole_view(game))):
        table = next(item for item in scene.items if isinstance(item, Planks))
        written = scene.items[: scene.items.index(table)]
        axis = [item for item in written if isinstance(item, Label)]
        assert len(axis) > 2
        for label in axis:
            wide = text.width(label.text, label.size, label.bold)
            is_beside = label.x + label.width <= table.x and label.width >= wide
            assert is_beside or label.y >= table.y + table.rows * table.size


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


def test_gaps_of_a_turn_have_one_style_and_labels_of_fourteen_pixels_on_a_phone() -> None:
    for name, seats in (("base", 2), ("ark", 5), (ALL_TOGETHER, 6)):
        for game in list(moments(name, seats, seed=5))[::12]:
            plain = turn_view(game)
            numbers = {cell: str(number) for number, cell in enumerate(plain.gaps, 90)}
            for view in (plain, replace(plain, gap_labels=numbers)):
                scene = turn_scene(game, view)
                marks = [item for item in scene.items if isinstance(item, GapMark)]
                assert marks and all(mark.tile is None for mark in marks)
                [em] = {mark.em for mark in marks}
                assert on_phone(scene, em) >= 14
                for mark in marks:
                    assert em * GAP_LINE_EMS < mark.size
                    assert text.width(mark.text, em, True) < mark.size
                labels = [view.gap_labels[cell] for cell in view.gaps if view.window.has(cell)]
                assert [mark.text for mark in marks] == labels


def test_only_the_newest_tile_of_a_post_has_the_strong_frame() -> None:
    several = 0
    for game in list(moments("base", 5))[10::4]:
        items = turn_scene(game, turn_view(game)).items
        size = next(item.size for item in items if isinstance(item, Planks))
        frames = [item for item in items if isinstance(item, Frame) and item.size == size]
        strong = [frame.strong for frame in frames]
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
            assert on_phone(scene, labels[0].size) >= 11
            tiles = [item.y for item in scene.items if isinstance(item, TileAt | GapMark)]
            assert min(tiles) >= labels[0].height
            assert scene.height <= max_aspect(game) * scene.width + 2


@for_each("name, seats", TABLES, fast=3)
def test_texts_of_a_turn_have_eleven_pixels_on_a_phone(name: str, seats: int) -> None:
    names = Players(("Jean Pierre", "Wilhelmina Augusta", "Bo", "W" * 30, "", "Eve"))
    for game in list(moments(name, seats, seed=7))[::11]:
        scene = turn_scene(game, turn_view(game, names))
        sizes = [item.size for item in scene.items if isinstance(item, Label)]
        assert on_phone(scene, min(sizes)) >= 11


@for_each("name", FIVE)
def test_planned_picture_size_equals_the_drawn_size(name: str) -> None:
    for game in list(moments(name, 5))[::9]:
        assert game.hand is not None
        bare = game.replace(drawn=None)
        for em, size in ((18, 96), (33, 224)):
            made = rotations_block(game, size, em, len(hand_forms(game)))
            assert hand_size(game, size, em) == (made.width, made.height)
            laid = laid_tile_block(game, size, em)
            assert hand_size(bare, size, em) == (laid.width, laid.height)
            view = replace(turn_view(game), players=Players(("Ana", "Bo")))
            for width in (8 * em, 15 * em, 33 * em):
                strip = score_strip(game, view, width, em)
                assert strip_height(game, width, em) == strip.height
