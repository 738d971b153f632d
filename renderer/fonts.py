"""The fonts of pictures, and the letters that each font has.

Latin, Greek, Cyrillic, Chinese, Japanese and Korean are drawn by Pillow, every other script by
`renderer.shaped_fonts`.
"""

import io
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from font_source_sans_pro import font_files_ttf
from noto_cjk_sans_jp_regular import FONT_PATH
from PIL import ImageFont

from renderer import shaped_fonts
from renderer.shaped_fonts import SCRIPT_FONTS, SIGN_FONTS, WIDE_FONT

LATIN_FACE: Final = 0
"""Source Sans."""

CJK_FACE: Final = 1
"""Noto for Chinese, Japanese and Korean."""

_NONCHARACTER: Final = "\U0010fffe"
"""A noncharacter, which every font shows as its missing-glyph sign."""

_PROBE_PIXELS: Final = 20


@lru_cache(maxsize=64)
def font(face: int, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The basic layout, which is the same on every machine."""
    source = _source(face, bold)
    data = io.BytesIO(source) if isinstance(source, bytes) else source
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def face_of(letters: str) -> int | str | None:
    """The first face with all letters, None if none has: a number, or a shaped font."""
    faces: tuple[int | str, ...] = (LATIN_FACE, *SCRIPT_FONTS, WIDE_FONT, CJK_FACE, *SIGN_FONTS)
    return next((face for face in faces if all(has_letter(face, one) for one in letters)), None)


@lru_cache(maxsize=4096)
def has_letter(face: int | str, letter: str) -> bool:
    if isinstance(face, str):
        return shaped_fonts.has_letter(face, letter)
    if letter == " ":
        return face == LATIN_FACE
    drawn = bytes(font(face, _PROBE_PIXELS, True).getmask(letter))
    return bool(drawn) and drawn != _missing(face)


@cache
def _missing(face: int) -> bytes:
    return bytes(font(face, _PROBE_PIXELS, True).getmask(_NONCHARACTER))


@cache
def _source(face: int, bold: bool) -> str | bytes:
    """A face's data, read once; the path of the large one.

    A font opened by path maps its file again for each size.
    """
    if face == CJK_FACE:
        return str(FONT_PATH)
    name = "SourceSansProBold" if bold else "SourceSansProSemibold"
    return Path(font_files_ttf[name]).read_bytes()
