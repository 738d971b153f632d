"""``python -m tools.callouts RECORD OUT``: the picture of a turn, explained by four callouts.

``make pictures`` makes docs/turn-explained.png of docs/turn.record. Where the callouts point is
read from that one picture: look at the result after a change of the record or of the renderer.
"""

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from renderer import fonts
from renderer.draw import draw
from renderer.players import Players
from renderer.requests import Turn
from rules.record import replay
from rules.text_files import read_text

NAMES: Final = ("Ana", "Bo", "Cleo")
MARGIN: Final = 28
"""Pixels around the cards, which lie below the picture."""
BADGE: Final = 34
"""Pixels of the radius of a callout's number."""
SIDE: Final = 2 * BADGE + 24
"""Pixels right of the picture for the numbers, so that they cover nothing of it."""
LINE: Final = 4
"""Pixels of the line from a number to what it explains."""
GROUND: Final = (45, 41, 38)
CARD: Final = (64, 60, 56)
PAPER: Final = (250, 244, 228)
ACCENT: Final = (255, 193, 70)
# On a page 420 pixels wide the text is still 12 pixels high.
HEADING_SIZE, TEXT_SIZE, CARD_HEIGHT = 39, 32, 124

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Callout:
    """An explanation and the place it is about, in fractions of the picture's sides.

    ``by`` is the height of its line, where that at the place's own height would touch something.
    """

    at: Point
    heading: str
    line: str
    by: float | None = None


CALLOUTS: Final = (
    Callout((0.975, 0.41), "Where it fits", "Light squares take it; arrows lead to those outside."),
    Callout(
        (0.745, 0.636),
        "What just happened",
        "Thick frame: the newest tile. Thin frames: other new ones.",
        by=0.6755,
    ),
    Callout((0.757, 0.853), "Your tile", "Each rotation that fits. Letters: places for a meeple."),
    Callout(
        (0.98, 0.93),
        "Points and meeples left",
        "Bright card: it’s Cleo’s turn. Golden points lead; +5 is new.",
    ),
)


def main(record: Path, out: Path) -> None:
    drawn = draw(Turn(), replay(read_text(record)).game, Players.of(NAMES, ()))
    turn = Image.open(io.BytesIO(drawn.data)).convert("RGB")
    with_callouts(turn).quantize(256, dither=Image.Dither.NONE).save(out, optimize=True)


def with_callouts(turn: Image.Image) -> Image.Image:
    """Number the places in the picture, and put a card for each number below it."""
    wide, high = turn.width + SIDE, len(CALLOUTS) * (CARD_HEIGHT + MARGIN) + MARGIN
    picture = Image.new("RGB", (wide, turn.height + high), GROUND)
    picture.paste(turn, (0, 0))
    pen = ImageDraw.Draw(picture)
    for number, callout in enumerate(CALLOUTS, 1):
        x, y = callout.at[0] * turn.width, callout.at[1] * turn.height
        middle = turn.width + SIDE / 2
        height = y if callout.by is None else callout.by * turn.height
        way = (x, y, x, height, middle, height)
        pen.line(way, GROUND, 3 * LINE, joint="curve")
        pen.line(way, ACCENT, LINE, joint="curve")
        pen.circle((x, y), 2 * LINE, fill=ACCENT, outline=GROUND, width=LINE // 2)
        _badge(pen, (middle, height), number)
        top = turn.height + MARGIN + (number - 1) * (CARD_HEIGHT + MARGIN)
        _card(pen, callout, number, (MARGIN, top), wide - 2 * MARGIN)
    return picture


def _card(
    draw: ImageDraw.ImageDraw, callout: Callout, number: int, center: Point, width: float
) -> None:
    left, top = center
    draw.rounded_rectangle((left, top, left + width, top + CARD_HEIGHT), 18, fill=CARD)
    _badge(draw, (left + 66, top + CARD_HEIGHT / 2), number)
    words = left + 128
    draw.text((words, top + 14), callout.heading, ACCENT, fonts.font(0, HEADING_SIZE, True))
    draw.text((words, top + 74), callout.line, PAPER, fonts.font(0, TEXT_SIZE, False))


def _badge(draw: ImageDraw.ImageDraw, middle: Point, number: int) -> None:
    x, y = middle
    draw.circle((x, y), BADGE + 4, fill=GROUND)
    draw.circle((x, y), BADGE, fill=ACCENT)
    draw.text((x, y), str(number), GROUND, fonts.font(0, 40, True), anchor="mm")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
