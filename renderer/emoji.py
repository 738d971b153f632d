"""The bot's own emoji: the emblems of seats, figures in each colour, and marks of tiles.

Their names are stable: Discord keeps an emoji under its name. A new part adds its own by its
drawing alone.
"""

import io
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PIL import Image

from renderer.art.drawing import Figure, MarkDrawing
from renderer.art.parts import DRAWINGS
from renderer.art.pieces import emblem, piece
from renderer.players import COLOURS

EMOJI_PIXELS: Final = 128
"""The side of an emoji, as Discord recommends."""
DRAWN_PIXELS: Final = 480
"""The size of a tile on which a figure is about as large as an emoji."""


def emoji_names() -> tuple[str, ...]:
    """``seat_1``, then roles with the number of a colour, then marks."""
    return tuple(_drawings())


def draw_emoji(name: str) -> bytes:
    """Draw a PNG with a transparent ground. Raise KeyError for an unknown name."""
    image = _drawings()[name]()
    box = image.getchannel("A").getbbox()
    image = image.crop(box) if box else image
    scale = EMOJI_PIXELS / max(image.size)
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    image = image.resize(size, Image.Resampling.LANCZOS)
    sheet = Image.new("RGBA", (EMOJI_PIXELS, EMOJI_PIXELS), (0, 0, 0, 0))
    sheet.paste(image, ((EMOJI_PIXELS - size[0]) // 2, (EMOJI_PIXELS - size[1]) // 2))
    data = io.BytesIO()
    sheet.save(data, "PNG", optimize=True)
    return data.getvalue()


def _drawings() -> Mapping[str, Callable[[], Image.Image]]:
    """Drawings by name; of two things with one name, the first counts."""
    drawings: dict[str, Callable[[], Image.Image]] = {
        f"seat_{colour + 1}": partial(emblem, colour, "", EMOJI_PIXELS) for colour in range(COLOURS)
    }
    for drawing in DRAWINGS.values():
        for role, figure in drawing.figures.items():
            for colour in range(COLOURS):
                name = f"{role.replace(' ', '_')}_{colour + 1}"
                drawings.setdefault(name, partial(_figure, figure, colour))
    for drawing in DRAWINGS.values():
        for mark, drawn in drawing.marks.items():
            drawings.setdefault(mark.replace(" ", "_"), partial(_mark, drawn))
    return drawings


def _figure(figure: Figure, colour: int) -> Image.Image:
    return piece(figure, colour, "", DRAWN_PIXELS, on_ground=False)


def _mark(drawn: MarkDrawing) -> Image.Image:
    return drawn.picture(2 * EMOJI_PIXELS, 0)
