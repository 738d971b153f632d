"""Pictures of choices, of tiles to come and of tiles left."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import dist
from pathlib import Path

from renderer import text
from renderer.anchors import BUILDING_RADIUS, building_middles
from renderer.art.drawing import Extent
from renderer.art.parts import art_of
from renderer.choice_pictures import cells_view, options_scene, preview_view
from renderer.draw import picture_of_scene
from renderer.layout import board_scene, preview_scene
from renderer.players import UNNAMED_PLAYERS, Players
from renderer.scene import Align, Badge, DiscOn, Frame, Label, PieceOn, Scene, Tab, TileAt
from renderer.score_strip import lettered_tile
from renderer.tile_counts import COLUMNS, EM_PIXELS, MARGIN_PIXELS, kinds_scenes
from rules.analysis.drafts import play_draft
from rules.analysis.viewport import PHONE_PIXELS
from rules.game import Game, play
from rules.geometry import cell_of
from rules.moves import Deploy, PlaceTile
from rules.record import replay
from rules.variants import rulebook
from rules.variants.ark_walk import SetArk
from rules.variants.ferries import TurnFerry
from tests.support.for_each import for_each
from tests.support.game_choices import FIVE
from tests.support.random_games import positions
from tests.support.tile_looks import GAMES

PLAYERS = Players.of(("Ana", "Bo"), (0, 1))


def moments(name: str, seed: int) -> Iterator[Game]:
    return (game for game in positions(name, 2, seed) if not game.over)


@for_each("name", FIVE)
def test_preview_letters_every_segment_once(name: str) -> None:
    seen = 0
    for number, game in enumerate(moments(name, 3)):
        if number % 17 or game.drawn is None:
            continue
        [laid, *_] = (move for move in game.legal_moves() if isinstance(move, PlaceTile))
        bare = play_draft(game, [laid])
        scene = preview_scene(bare, preview_view(bare, PLAYERS))
        letters = [
            on.text
            for item in scene.items
            if isinstance(item, TileAt)
            for on in item.on
            if isinstance(on, DiscOn)
        ]
        assert sorted(letters) == [zone.letter for zone in bare.last_form.tile.zones]
        seen += 1
    assert seen > 2


@for_each("name", GAMES)
def test_letter_of_a_building_does_not_cover_it_at_any_size(name: str) -> None:
    art, buildings = art_of(rulebook(name)), 0
    for form in rulebook(name).forms.values():
        look = art.look(form.tile)
        letters = {zone.letter for zone in form.tile.zones}
        houses = {zone.letter for zone in form.tile.zones if look.extent(zone) is Extent.HOUSE}
        for rotation, (size, em) in product(range(4), ((48, 14), (96, 20), (256, 22))):
            radius = text.DISC_RADIUS_EMS * em
            for x, y in building_middles(look, rotation):
                buildings += 1
                for disc in lettered_tile(look, rotation, size, em, letters).on:
                    assert isinstance(disc, DiscOn)
                    off = dist((disc.x, disc.y), (x * size, y * size))
                    if disc.text in houses or size == 256:
                        assert off >= radius + BUILDING_RADIUS * size - 1
                    assert radius - 1 <= min(disc.x, disc.y)
                    assert max(disc.x, disc.y) <= size - radius + 1
    assert bool(buildings) == (name != "hunters")


def test_options_have_the_letters_of_the_segments_that_their_titles_name() -> None:
    turning = next(
        game
        for game in moments("base+ferries", 1)
        if game.drawn is None and any(isinstance(move, TurnFerry) for move in game.legal_moves())
    )
    moves = [move for move in turning.legal_moves() if isinstance(move, TurnFerry)]
    items = options_scene(turning, PLAYERS).items
    titles = [item.text for item in items if isinstance(item, Label) and ":" in item.text]
    assert [title.split(": ")[1] for title in titles] == [f"{one.a}-{one.b}" for one in moves]
    letters = Counter(
        on.text
        for item in items
        if isinstance(item, TileAt)
        for on in item.on
        if isinstance(on, DiscOn)
    )
    assert letters == Counter(letter for move in moves for letter in (move.a, move.b))


def test_A30_cells_to_choose_are_framed_without_an_emblem() -> None:
    game = next(
        game
        for seed in range(20)
        for game in moments("ark", seed)
        if game.drawn is None and any(isinstance(move, SetArk) for move in game.legal_moves())
    )
    scene = board_scene(game, cells_view(game, PLAYERS))
    framed = sum(isinstance(item, Frame) for item in scene.items)
    assert framed == len(game.legal_moves())
    assert not any(isinstance(item, Tab) for item in scene.items)


RECORD = (Path(__file__).parents[2] / "docs" / "turn.record").read_text()
PHONE = PHONE_PIXELS


def laid() -> Game:
    """A recorded game whose last line laid a tile, so that a figure may follow."""
    lines = RECORD.splitlines()
    for length in range(len(lines), 0, -1):
        game = replay("\n".join(lines[:length])).game
        if any(isinstance(move, Deploy) for move in game.legal_moves()):
            return game
    raise AssertionError("no such line")


LAID = laid()


def large_tile(scene: Scene) -> TileAt:
    return max((item for item in scene.items if isinstance(item, TileAt)), key=lambda t: t.size)


def test_tile_of_a_preview_has_145_pixels_on_a_phone_and_its_letters_14() -> None:
    scene = preview_scene(LAID, preview_view(LAID, UNNAMED_PLAYERS))
    tile = large_tile(scene)
    assert tile.size * PHONE / scene.width >= 145
    discs = [on for on in tile.on if isinstance(on, DiscOn)]
    letters = {zone.letter for zone in LAID.board.tiles[LAID.placed].tile.zones}
    assert {disc.text for disc in discs} == letters
    assert min(disc.size for disc in discs) * PHONE / scene.width >= 14
    assert scene.height <= 0.6 * scene.width, "the buttons below it are seen, too"


def test_board_of_a_preview_stands_beside_the_tile_and_frames_it_without_letters() -> None:
    view = preview_view(LAID, UNNAMED_PLAYERS)
    assert view.window.columns <= 3 and view.window.rows <= 3 and view.window.has(LAID.placed)
    scene = preview_scene(LAID, view)
    large, frames = large_tile(scene), [one for one in scene.items if isinstance(one, Frame)]
    small = [item for item in scene.items if isinstance(item, TileAt) and item is not large]
    assert [frame.colour.number for frame in frames] == [LAID.turn]
    assert (frames[0].x, frames[0].y) in {(tile.x, tile.y) for tile in small}
    for tile in small:
        assert tile.x >= large.x + large.size
        assert tile.x + tile.size <= scene.width and tile.y + tile.size <= scene.height
        assert not any(isinstance(on, DiscOn) for on in tile.on)
        assert tile.size * PHONE / scene.width >= 24
    assert not any(isinstance(item, Badge) for item in scene.items), "no score strip"


def test_letters_of_a_preview_are_strong_on_segments_open_to_a_figure() -> None:
    scene = preview_scene(LAID, preview_view(LAID, UNNAMED_PLAYERS))
    live = {
        on.text
        for item in scene.items
        if isinstance(item, TileAt)
        for on in item.on
        if isinstance(on, DiscOn) and on.live
    }
    assert live == {move.letter for move in LAID.legal_moves() if isinstance(move, Deploy)}


def test_letters_of_a_preview_make_way_for_the_figure() -> None:
    after = [play(LAID, move) for move in LAID.legal_moves() if isinstance(move, Deploy)]
    game = next(
        game for game in after if any(cell_of(p.spot) == LAID.placed for p in game.board.pieces())
    )
    scene = preview_scene(game, preview_view(game, UNNAMED_PLAYERS))
    tile = large_tile(scene)
    pieces = [(one.x, one.y) for one in tile.on if isinstance(one, PieceOn)]
    assert pieces
    for disc in (one for one in tile.on if isinstance(one, DiscOn)):
        for x, y in pieces:
            assert ((disc.x - x) ** 2 + (disc.y - y) ** 2) ** 0.5 >= 0.24 * tile.size


@for_each("name", FIVE, fast=2)
def test_picture_of_every_tile_of_a_box_keeps_the_size_limits(name: str) -> None:
    book = rulebook(name)
    [scene, *_] = kinds_scenes(book, [("Every kind", tuple((tile, 1) for tile in book.forms))])
    picture = picture_of_scene(scene)
    assert picture.width <= 1000 and picture.height <= 2400
    assert len(picture.data) <= 1.5 * 2**20


def test_six_kinds_are_a_row_with_the_number_of_equal_ones_in_a_corner() -> None:
    book = rulebook("hunters")
    counted = [(tile, number) for number, tile in enumerate(list(book.forms)[: COLUMNS + 1], 1)]
    scene = next(kinds_scenes(book, [("Left", counted)]))
    tiles = [item for item in scene.items if isinstance(item, TileAt)]
    numbers = [item for item in scene.items if isinstance(item, Label)][1:]
    assert [tile.tile.id for tile in tiles] == [tile for tile, _ in counted]
    assert len({tile.y for tile in tiles[:COLUMNS]}) == 1 and tiles[COLUMNS].x == tiles[0].x
    assert [label.text for label in numbers] == [str(number) for _, number in counted[1:]]
    for tile, label in zip(tiles[1:], numbers, strict=True):
        assert tile.x + tile.size / 2 < label.x < label.x + label.width <= tile.x + tile.size
        assert tile.y + tile.size / 2 < label.y < label.y + label.height <= tile.y + tile.size
        assert label.size * PHONE / scene.width >= 11


@for_each("name", FIVE)
def test_tiles_left_have_46_pixels_on_a_phone_and_do_not_overlap(name: str) -> None:
    book = rulebook(name)
    scene = next(kinds_scenes(book, [("Tiles left", [(tile, 1) for tile in book.forms])]))
    tiles = [item for item in scene.items if isinstance(item, TileAt)]
    assert len(tiles) == len(book.forms)
    assert min(tile.size for tile in tiles) * PHONE / scene.width >= 46
    places = {(tile.x, tile.y) for tile in tiles}
    assert len(places) == len(tiles)
    for (x, y), (a, b) in combinations(places, 2):
        assert abs(x - a) > tiles[0].size or abs(y - b) > tiles[0].size


def test_picture_of_few_kinds_is_cropped_to_them() -> None:
    book = rulebook("base")
    scene = next(kinds_scenes(book, [("Left", [("A", 1), ("B", 2)])]))
    [*tiles] = (item for item in scene.items if isinstance(item, TileAt))
    right = max(tile.x + tile.size for tile in tiles)
    low = max(tile.y + tile.size for tile in tiles)
    assert (scene.width, scene.height) == (right + MARGIN_PIXELS, low + MARGIN_PIXELS)
    alone = next(kinds_scenes(book, [("The only tile left", [("A", 1)])]))
    [title] = (item for item in alone.items if isinstance(item, Label))
    assert title.x + text.width(title.text, title.size, title.bold) <= alone.width


def test_headings_between_tiles_are_14_pixels_high_on_a_phone_and_fit() -> None:
    book = rulebook("base")
    scene = next(kinds_scenes(book, [("W" * 99, [("D", 10)]), ("Ferries", [])]))
    labels = [item for item in scene.items if isinstance(item, Label)]
    assert EM_PIXELS * PHONE / scene.width >= 14
    assert all(text.width(one.text, one.size, one.bold) <= one.width for one in labels)
    assert [one.align for one in labels] == [Align.LEFT, Align.CENTRE, Align.LEFT]
