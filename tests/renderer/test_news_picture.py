"""The picture of news shows the numbers, pieces and points of the story, and nothing else."""

import random

from renderer.layout import EM_SHARE, board_scene
from renderer.plates import plate_size
from renderer.scene import Frame, Ink, PieceOn, PlateOn, Scene, TileAt
from renderer.view import news_view
from rules.analysis.board_news import piece_news, tiles_laid_since
from rules.analysis.tile_groups import capital_letters
from rules.analysis.viewport import PHONE_PIXELS, Window
from rules.game import Game
from rules.geometry import Cell, cell_of, xy
from tests.rules.analysis.test_board_news import some
from tests.support.for_each import for_each
from tests.support.game_choices import EIGHT


def corners(scene: Scene, game: Game, window: Window) -> dict[Cell, tuple[int, int]]:
    """The corner of each tile of a window in a picture; tiles come row by row from the north."""
    shown = sorted(filter(window.has, game.board.tiles), key=lambda cell: (-xy(cell)[1], xy(cell)))
    drawn = [(item.x, item.y) for item in scene.items if isinstance(item, TileAt)]
    return dict(zip(shown, drawn, strict=True))


@for_each("name", EIGHT, fast=2)
def test_letters_and_points_in_the_picture_are_those_of_the_story(name: str) -> None:
    chance = random.Random(5)
    for game in some(name, 7)[::2]:
        since = chance.randrange(len(game.story))
        view = news_view(game, since)
        scene = board_scene(game, view)
        tiles = [item for item in scene.items if isinstance(item, TileAt)]
        frames = [item for item in scene.items if isinstance(item, Frame)]
        laid = tiles_laid_since(game, since)
        shown = {cell: n for n, (cell, _) in enumerate(laid, 1) if view.window.has(cell)}
        corner = corners(scene, game, view.window)
        by_corner = {(tile.x, tile.y): tile for tile in tiles}
        numbers = {
            at: on.text
            for at, tile in by_corner.items()
            for on in tile.on
            if isinstance(on, PlateOn) and on.ground is Ink.PAPER
        }
        assert numbers == {corner[cell]: capital_letters(number) for cell, number in shown.items()}
        assert sorted((frame.x, frame.y) for frame in frames) == sorted(numbers)
        news = [n for n in piece_news(game, since) if view.window.has(cell_of(n.piece.spot))]
        points = sorted(
            (at, on.text)
            for at, tile in by_corner.items()
            for on in tile.on
            if isinstance(on, PlateOn) and on.ground is Ink.AMBER
        )
        assert points == sorted(
            (corner[cell_of(n.piece.spot)], f"+{n.points}") for n in news if n.points is not None
        )
        faint = [on for tile in tiles for on in tile.on if isinstance(on, PieceOn) and on.gone]
        assert sorted((on.colour.number, on.role) for on in faint) == sorted(
            (n.piece.seat, n.piece.role.name) for n in news if n.gone
        )


def test_plates_are_read_on_a_phone_and_lie_within_their_tiles() -> None:
    for game in some("base", 7):
        scene = board_scene(game, news_view(game, 0))
        for tile in scene.items:
            for on in tile.on if isinstance(tile, TileAt) else ():
                if isinstance(on, PlateOn):
                    assert on.size * PHONE_PIXELS / scene.width >= 11
                    wide, high = plate_size(on.text, on.size)
                    assert wide // 2 <= on.x and on.x + wide // 2 <= tile.size + 1
                    assert high // 2 <= on.y and on.y + high // 2 <= tile.size + 1
    assert EM_SHARE * PHONE_PIXELS >= 11
