"""Words in pictures: what the font can show, how wide it comes out, and names made harmless."""

import unicodedata
from functools import lru_cache
from typing import Final

from font_source_sans_pro import font_files_ttf
from PIL import ImageFont

ELLIPSIS: Final = "…"
LONGEST_NAME: Final = 64
"""Characters of a name that are looked at; no box shows more."""

DISC: Final = 0.62
"""The radius of a disc around a letter, in ems of the letter."""

_LACKING: Final = "\U0010fffe"
"""A noncharacter, which every font shows as its sign for what it lacks."""


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """The font at a size; the basic layout draws the same on every machine."""
    name = "SourceSansProBold" if bold else "SourceSansProSemibold"
    return ImageFont.truetype(font_files_ttf[name], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool) -> int:
    """How many pixels a line of text takes."""
    return round(font(size, bold).getlength(text))


@lru_cache(maxsize=4096)
def drawable(letter: str) -> bool:
    """Whether the font has a character."""
    drawn, lacking = (bytes(font(20, True).getmask(c)) for c in (letter, _LACKING))
    return letter == " " or (bool(drawn) and drawn != lacking)


def clean(name: str, instead: str) -> str:
    """A name fit to be drawn: one line, no marks piled up, only what the font has."""
    kept: list[str] = []
    for letter in unicodedata.normalize("NFC", name[: 8 * LONGEST_NAME]):
        category = unicodedata.category(letter)
        if category.startswith("Z") or letter in "\t\n\r":
            letter = " "
        elif category[0] == "C" or (category[0] == "M" and (not kept or _is_mark(kept[-1]))):
            continue
        if (letter != " " or kept[-1:] not in ([], [" "])) and drawable(letter):
            kept.append(letter)
    found = "".join(kept[:LONGEST_NAME]).strip()
    return found if any(not _is_mark(letter) for letter in found) else instead


@lru_cache(maxsize=1024)
def fitted(text: str, room: int, size: int, bold: bool) -> str:
    """A text cut short with an ellipsis where it is wider than there is room."""
    if width(text, size, bold) <= room:
        return text
    for length in range(min(len(text), LONGEST_NAME) - 1, 0, -1):
        short = text[:length].rstrip() + ELLIPSIS
        if width(short, size, bold) <= room:
            return short
    return ""


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"
