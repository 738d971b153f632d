"""Drawings of the Ferries: flat wooden boats, and the targets and sketches of the ferry moves."""

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderer import text
from renderer.art.curves import Point
from renderer.art.drawing import Drawing, Extent, MoveTargets, Sketch
from renderer.art.pen import OVERSAMPLING
from renderer.art.pieces import CONTOUR_COLOUR, RIM_COLOUR
from rules.game import Game, play_to_next_decision
from rules.geometry import xy
from rules.variants.ferries import LayFerry, TurnFerry


def _ferry(size: int, a: Point, b: Point) -> tuple[Image.Image, Point]:
    """A flat ferry from quay a to quay b, and its middle in shares of the tile."""
    length, turn = math.dist(a, b), math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    boat = _boat(max(8, round(size * length)), max(6, round(size * 0.13)))
    boat = boat.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    return boat, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


@lru_cache(maxsize=64)
def _boat(length: int, width: int) -> Image.Image:
    fine = OVERSAMPLING
    w, h = length * fine, width * fine
    image = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    edge = max(fine, h // 9)
    for inset, ink in ((0, RIM_COLOUR), (edge // 2, CONTOUR_COLOUR), (edge, (198, 138, 78))):
        draw.rounded_rectangle(
            (inset, inset, w - 1 - inset, h - 1 - inset), max(1, h // 3 - inset), fill=ink
        )
    plank = max(2, h // 3)
    for x in range(plank, w - plank // 2, plank):
        draw.line((x, edge + 1, x, h - edge - 2), fill=(142, 94, 52), width=max(1, fine // 2))
    draw.line((edge, h // 3, w - edge, h // 3), fill=(228, 178, 118), width=fine // 2)
    for y in (edge + fine // 2, h - edge - fine):
        draw.line((edge, y, w - edge, y), fill=(110, 70, 40), width=fine)
    return image.reduce(fine)


def _laid(game: Game, move: LayFerry) -> MoveTargets:
    return MoveTargets(spots=tuple(game.board.spot(game.placed, one) for one in (move.a, move.b)))


def _turned(game: Game, move: TurnFerry) -> MoveTargets:
    def sketch() -> Sketch:
        after = play_to_next_decision(game, move)
        road = after.board.area("road", after.board.spot(move.cell, move.a))
        title = f"{text.coordinates(*xy(move.cell))}: {move.a}-{move.b}"
        return Sketch(after, move.cell, road.spots, title)

    spots = tuple(game.board.spot(move.cell, one) for one in (move.a, move.b))
    return MoveTargets(spots=spots, sketch=sketch)


DRAWING: Final = Drawing(
    terrains={"lake": Extent.WATER},
    link=_ferry,
    moves={LayFerry: _laid, TurnFerry: _turned},
)
