"""A canvas for the flat part of a tile, north up, and the turning of images by quarters."""

from typing import Final

from PIL import Image, ImageDraw
from PIL.Image import Transpose

from renderer.art.curves import Line, scale_points
from renderer.art.land_colours import Tones
from renderer.art.pen import Rgba
from renderer.art.plan.tile_plan import Plan

# one quarter clockwise is 270 degrees for Pillow
TRANSPOSITIONS: Final = (None, Transpose.ROTATE_270, Transpose.ROTATE_180, Transpose.ROTATE_90)


def rotate_quarters(image: Image.Image, rotation: int) -> Image.Image:
    """Turn clockwise; without a turn, return the image itself."""
    turn = TRANSPOSITIONS[rotation % 4]
    return image if turn is None else image.transpose(turn)


class Canvas:
    """An image ``n`` pixels wide with a tile's plan and colours."""

    def __init__(self, plan: Plan, n: int) -> None:
        self.plan = plan
        self.n = n
        self.tones: Tones = plan.look.land.tones
        self.image = Image.new("RGB", (n, n), self.tones.ground[:3])
        self.draw = ImageDraw.Draw(self.image)

    def fill(self, shape: Line, ink: Rgba) -> None:
        """Fill a closed outline; do nothing for an empty one."""
        if len(shape) > 2:
            self.draw.polygon(scale_points(shape, self.n), fill=ink)
