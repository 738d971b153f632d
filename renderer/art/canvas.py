"""The canvas the flat part of a tile is drawn on, north up."""

from PIL import Image, ImageDraw

from renderer.art.pen import Rgba
from renderer.art.plan import Plan
from renderer.art.shapes import Line, scaled
from renderer.art.tones import Tones


class Canvas:
    """An image ``n`` pixels wide with the plan and colours of one tile."""

    def __init__(self, plan: Plan, n: int) -> None:
        self.plan = plan
        self.n = n
        self.tones: Tones = plan.look.land.tones
        self.image = Image.new("RGB", (n, n), self.tones.ground[:3])
        self.draw = ImageDraw.Draw(self.image)

    def fill(self, shape: Line, ink: Rgba) -> None:
        """A filled closed outline; nothing if it has none."""
        if len(shape) > 2:
            self.draw.polygon(scaled(shape, self.n), fill=ink)
