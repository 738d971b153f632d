"""The picture of a turn as an animation of what the turn scored; it plays once and stands still."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from renderer.animations.scoring_frames import scoring_frames
from renderer.animations.webp_encoder import TimedImage, encode_webp_animation
from renderer.board_block import pieces_by_cell
from renderer.brushes import corner_inside, figure_with_mask
from renderer.paint import paint
from renderer.players import Colour
from renderer.requests import Picture
from renderer.scene import Badge, Icon, PieceOn, Scene, TileAt
from renderer.score_strip import icon_role
from renderer.turn_layout import arranged_scene, arrangement
from renderer.view import View
from rules.game import Game
from rules.geometry import cell_of
from rules.pieces import Piece
from rules.story import Scored

MAX_ANIMATION_BYTES: Final = 3 * 2**19
"""The most bytes of an animated score."""


@dataclass(frozen=True, slots=True)
class WalkingFigure:
    """A seat's piece anywhere in a picture, its middle at the position."""

    x: int
    y: int
    size: int
    colour: Colour
    role: str


def animate_scores(game: Game, view: View, scored: Sequence[Scored], pause: float) -> Picture:
    """Draw the WebP of the scores of a turn, whose still picture is of ``view``.

    ``pause`` is the number of seconds after each frame that are left to other threads.
    """
    frames = list(scoring_frames(game, view, scored))
    sizes = arrangement(game, view)
    still, standing = (arranged_scene(game, frame.view, sizes) for frame in frames[:2])
    walkers = list(figures_going_home(game, frames[1].view, standing, still))
    painted: dict[int, Image.Image] = {}
    images = []
    for frame in frames:
        # Several frames have one and the same view.
        if id(frame.view) not in painted:
            painted[id(frame.view)] = paint(arranged_scene(game, frame.view, sizes))
        image = painted[id(frame.view)]
        figures = tuple(figures_on_way(walkers, frame.way))
        images.append(TimedImage(_with_figures(game, image, figures), frame.milliseconds))
        time.sleep(pause)
    return Picture(encode_webp_animation(images, pause), still.width, still.height)


def _with_figures(game: Game, image: Image.Image, figures: Sequence[WalkingFigure]) -> Image.Image:
    """An image with figures above everything else."""
    if not figures:
        return image
    image = image.copy()
    for figure in figures:
        sprite, outline = figure_with_mask(game.book, figure.colour, figure.role, figure.size)
        image.paste(sprite, corner_inside(image.size, sprite.size, figure.x, figure.y), outline)
    return image


def figures_on_way(
    walkers: Sequence[tuple[WalkingFigure, WalkingFigure]], way: float | None
) -> Iterator[WalkingFigure]:
    """The figures after a part of their way home, slow at both ends; none without a way."""
    if way is not None:
        part = way * way * (3 - 2 * way)
        for start, end in walkers:
            x, y = (round(a + (b - a) * part) for a, b in ((start.x, end.x), (start.y, end.y)))
            yield replace(start, x=x, y=y)


def figures_going_home(
    game: Game, view: View, standing: Scene, still: Scene
) -> Iterator[tuple[WalkingFigure, WalkingFigure]]:
    """Each figure that goes home and is seen: where it stands, and where it arrives."""
    tiles = {item.cell: item for item in standing.items if isinstance(item, TileAt)}
    by_cell = pieces_by_cell(game, view)
    for piece in view.unsettled.away:
        cell = cell_of(piece.spot)
        if cell in tiles:
            start = _figure(piece, tiles[cell], by_cell[cell])
            x, y = _home(game, piece, start, still)
            yield start, replace(start, x=x, y=y)


def _figure(piece: Piece, tile: TileAt, pieces: Sequence[Piece]) -> WalkingFigure:
    """A piece where it stands on a tile, among all pieces there."""
    drawn = [thing for thing in tile.on if isinstance(thing, PieceOn)]
    on = drawn[pieces.index(piece)]
    return WalkingFigure(tile.x + on.x, tile.y + on.y, tile.size, on.colour, on.role)


def _home(game: Game, piece: Piece, figure: WalkingFigure, still: Scene) -> tuple[int, int]:
    """The middle of a piece's icon on the card of its seat, or of the seat's emblem."""
    role = icon_role(game, piece.role.kind)
    signs = [
        item
        for item in still.items
        if isinstance(item, Icon | Badge) and item.colour == figure.colour
    ]
    icons = (item for item in signs if isinstance(item, Icon) and item.role == role)
    sign = next(icons, signs[0])
    return sign.x + sign.size // 2, sign.y + sign.size // 2
