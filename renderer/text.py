"""Text in pictures: which characters can be drawn, how wide a text is, and safe names."""

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import Final

from PIL import Image, ImageDraw

from renderer import fonts
from renderer.text_shaping import visual_order

ELLIPSIS: Final = "…"
MAX_NAME_CHARACTERS: Final = 64
"""The most characters of a name that are drawn; no box shows more."""

CAPITAL_HEIGHT: Final = 0.66
"""The height of a capital letter as a part of the font's size."""

DISC_RADIUS_EMS: Final = 0.62
"""The radius of a disc around a letter, in ems of the letter."""

MINUS: Final = "\u2212"
MINUS_GAP_EMS: Final = 0.12
"""The sign of negative numbers, and the ems of free space added after it."""

COORDINATES_GAP: Final = "  "
"""The gap between two coordinates, wider than that after a minus."""

_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters without a visible glyph."""


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool) -> int:
    """The width of a line of text in pixels."""
    return round(sum(_advance(face, run, size, bold) for face, run in font_runs(text)))


def draw_line(
    draw: ImageDraw.ImageDraw, left: float, base: float, text: str, size: int, bold: bool
) -> None:
    """Draw a line of text on a mask, from its left end on its base line."""
    for face, run in font_runs(text):
        font = fonts.font(face, size, bold)
        draw.text((left, base), run, fill=255, font=font, anchor="ls")
        left += _advance(face, run, size, bold)


def signed_number(number: int) -> str:
    """A number with a true minus, which is never mistaken for a hyphen."""
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def coordinates(x: int, y: int) -> str:
    """The coordinates of a cell in one line."""
    return f"{signed_number(x)}{COORDINATES_GAP}{signed_number(y)}"


def _advance(face: int, run: str, size: int, bold: bool) -> float:
    """The distance from the left end of a run to that of the next one."""
    gap = MINUS_GAP_EMS * size if run == MINUS else 0
    return fonts.font(face, size, bold).getlength(run) + gap


@lru_cache(maxsize=256)
def ink_mask(text: str, size: int) -> Image.Image:
    """The mask of a few bold letters, cut to their ink."""
    wide = width(text, size, True) + 2 * size
    mask = Image.new("L", (wide, 3 * size))
    draw_line(ImageDraw.Draw(mask), size, 2 * size, text, size, True)
    return mask.crop(mask.getbbox())


def is_drawable(letter: str) -> bool:
    """Return True if one of the fonts has a character; coloured emoji are not drawable."""
    return letter == " " or (fonts.face_of(letter) is not None and letter not in _BLANKS)


def clean_name(name: str, instead: str) -> str:
    """A name that can be drawn: one line, no stacked marks, only characters of the fonts."""
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", name[: 8 * MAX_NAME_CHARACTERS]):
        category = unicodedata.category(letter)
        if category.startswith("Z") or letter in "\t\n\r":
            letter = " "
        elif category[0] == "C" or (category[0] == "M" and not _has_base_letter(letter, letters)):
            continue
        if (letter != " " or letters[-1:] not in ([], [" "])) and is_drawable(letter):
            letters.append(letter)
    cleaned = "".join(letters[:MAX_NAME_CHARACTERS]).strip()
    return cleaned if any(not _is_mark(letter) for letter in cleaned) else instead


def size_within(words: str, room: int, size: int, smallest: int, bold: bool) -> int:
    """The largest font size from ``size`` down to ``smallest`` at which words fit into a width."""
    while size > smallest and width(words, size, bold) > room:
        size -= 1
    return size


@lru_cache(maxsize=1024)
def shorten(text: str, room: int, size: int, bold: bool) -> str:
    """Shorten a text with an ellipsis until it fits."""
    if width(text, size, bold) <= room:
        return text
    for length in range(min(len(text), MAX_NAME_CHARACTERS) - 1, 0, -1):
        short = text[:length].rstrip() + ELLIPSIS
        if width(short, size, bold) <= room:
            return short
    return ""


def _has_base_letter(mark: str, letters: list[str]) -> bool:
    """Return True if a mark follows a letter; vowel and tone signs may be two on one letter."""
    if not letters or letters[-1] == " ":
        return False
    if not _is_mark(letters[-1]):
        return True
    return not _is_mark(letters[-2]) and not unicodedata.name(mark, "COMBINING").startswith(
        "COMBIN"
    )


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "M"


@lru_cache(maxsize=4096)
def font_runs(text: str) -> tuple[tuple[int, str], ...]:
    """The runs of a line in drawing order, each with the face that has its characters.

    A minus is a run of its own.
    """
    faced: list[tuple[int, bool, str]] = []
    for letter in visual_order(text):
        before = faced[-1][0] if faced else 0
        stays = _is_mark(letter) and fonts.has_letter(before, letter)
        faced.append((before if stays else fonts.face_of(letter) or 0, letter == MINUS, letter))
    return tuple(
        (face, "".join(letter for _, _, letter in run))
        for (face, _), run in groupby(faced, key=lambda entry: entry[:2])
    )
