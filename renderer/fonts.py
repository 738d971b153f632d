"""The fonts of pictures, and the letters that each font has."""

import io
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

import pymupdf_fonts
from font_source_sans_pro import font_files_ttf
from noto_cjk_sans_jp_regular import FONT_PATH
from PIL import ImageFont

FACE_COUNT: Final = 3
"""The fonts in order: Source Sans for Latin, Greek and Cyrillic; FiraGO for Arabic, Hebrew,
Devanagari, Thai and Georgian; Noto for Chinese, Japanese and Korean.
"""

_NONCHARACTER: Final = "\U0010fffe"
"""A noncharacter, which every font shows as its missing-glyph sign."""

_PROBE_PIXELS: Final = 20


@lru_cache(maxsize=64)
def font(face: int, size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """A font at a size; the basic layout is the same on every machine."""
    source = _source(face, bold)
    data = io.BytesIO(source) if isinstance(source, bytes) else source
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def face_of(letter: str) -> int | None:
    """The first face that has a letter, None if none has."""
    return next((face for face in range(FACE_COUNT) if has_letter(face, letter)), None)


@lru_cache(maxsize=4096)
def has_letter(face: int, letter: str) -> bool:
    """Return True if a face has a letter; the first face has the space."""
    if letter == " ":
        return face == 0
    drawn = bytes(font(face, _PROBE_PIXELS, True).getmask(letter))
    return bool(drawn) and drawn != _missing(face)


@cache
def _missing(face: int) -> bytes:
    return bytes(font(face, _PROBE_PIXELS, True).getmask(_NONCHARACTER))


@cache
def _source(face: int, bold: bool) -> str | bytes:
    """The data of a face, read or unpacked once; the file of the last face, which is large.

    A font opened by a path maps its file again for each size.
    """
    match face:
        case 0:
            name = "SourceSansProBold" if bold else "SourceSansProSemibold"
            return Path(font_files_ttf[name]).read_bytes()
        case 1:
            return bytes(pymupdf_fonts.myfont("figbo" if bold else "figo"))
        case _:
            return str(FONT_PATH)
