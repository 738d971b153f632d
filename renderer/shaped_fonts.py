"""Fonts whose letters change beside each other: shaped and drawn by HarfBuzz.

HarfBuzz comes in a package, so names are the same on every machine; Pillow's shaping needs a system
library.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import uharfbuzz as harfbuzz
from PIL import Image

_FOLDER: Final = Path(str(files("manimgx_fonts")))
_FILES: Final = {path.name.partition("[")[0]: path for path in sorted(_FOLDER.glob("Noto*.ttf"))}

WIDE_FONT: Final = "NotoSans"
"""Rare letters of Latin, Greek and Cyrillic."""

EMOJI_FONT: Final = "NotoEmoji"
"""Emoji in one colour."""

SIGN_FONTS: Final = ("NotoSansSymbols", EMOJI_FONT)

SCRIPT_FONTS: Final = tuple(
    name for name in _FILES if name not in (WIDE_FONT, "NotoSans-Italic", *SIGN_FONTS)
)
"""The fonts of one script each."""

_WEIGHTS: Final = {False: 550, True: 700}
"""The weight of each style, as near to that of Source Sans as it goes."""

_UNITS: Final = 64
"""Units of HarfBuzz in a pixel."""

_ASCENT_EMS: Final = 0.94
_DESCENT_EMS: Final = 0.28
"""The room of a line above and below its base line; some scripts are higher, and drawn smaller."""


@dataclass(frozen=True, slots=True)
class ShapedRun:
    """A run's mask, ``left`` and ``top`` of where its base line begins."""

    advance: float
    mask: Image.Image | None
    left: int
    top: int


def has_letter(name: str, letter: str) -> bool:
    return _sized_font(name, _UNITS, True).get_nominal_glyph(ord(letter)) is not None


@lru_cache(maxsize=1024)
def shape(name: str, text: str, size: int, bold: bool, right_to_left: bool) -> ShapedRun:
    """The letters stand in reading order."""
    run, fitted = _shape(name, text, size, bold, right_to_left), size
    room = int(_ASCENT_EMS * size) + int(_DESCENT_EMS * size)
    while run.mask is not None and run.mask.height > room and fitted > 1:
        fitted = min(fitted - 1, fitted * room // run.mask.height)
        run = _shape(name, text, fitted, bold, right_to_left)
    if run.mask is None:
        return run
    lowest = int(_DESCENT_EMS * size) - run.mask.height
    return replace(run, top=max(min(run.top, lowest), -int(_ASCENT_EMS * size)))


def _shape(name: str, text: str, size: int, bold: bool, right_to_left: bool) -> ShapedRun:
    font, buffer, pen = _sized_font(name, size, bold), harfbuzz.Buffer(), harfbuzz.RasterDraw()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right_to_left else "ltr"
    harfbuzz.shape(font, buffer)
    pen.scale_factor = (_UNITS, _UNITS)
    advance = 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        pen.transform = (1, 0, 0, 1, advance + place.x_offset, place.y_offset)
        pen.draw_glyph(font, glyph.codepoint)
        advance += place.x_advance
    drawn = pen.render()
    box = drawn.extents
    if not box.width or not box.height:
        return ShapedRun(advance / _UNITS, None, 0, 0)
    # the lowest row comes first
    layout = ("raw", "L", box.stride, -1)
    mask = Image.frombytes("L", (box.width, box.height), bytes(drawn.buffer), *layout)
    wide = max(advance / _UNITS, box.x_origin + box.width)
    return ShapedRun(wide, mask, box.x_origin, -box.y_origin - box.height)


@lru_cache(maxsize=64)
def _sized_font(name: str, size: int, bold: bool) -> harfbuzz.Font:
    font = harfbuzz.Font(_face(name))
    font.scale = (size * _UNITS, size * _UNITS)
    font.set_variations({"wght": _WEIGHTS[bold]})
    return font


@cache
def _face(name: str) -> harfbuzz.Face:
    return harfbuzz.Face(harfbuzz.Blob.from_file_path(str(_FILES[name])))
