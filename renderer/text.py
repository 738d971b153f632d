"""Draw text in pictures: its width, its font runs, and names cleaned and shortened to fit."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby, takewhile
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderer import fonts, shaped_fonts
from renderer.shaped_fonts import EMOJI_FONT, SCRIPT_FONTS
from renderer.text_direction import mirrored, visual_runs

_SHAPES: Final = {
    "ᗩᗷᑕᗪᖴᕼᒍᒪᗰᑎᑭᑫᖇᔕᑌᐯᗯ᙭ᘔ": "ABCDFHJLMNPQRSUVWXZ",
    "ᏗᏰᏋᎦᎶᏂᎥᏠᏦᏝᎷᏁᎧᎮᎤᏒᏕᏖᏬᏉᏇᎩ": "ABEFGHIJKLMNOPQRSTUVWY",
    "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ": "ABCDEFGHIJKLMNOPRSTUVWXYZ",
    "ⲀⲂⲤⲈⲎⲒⲔⲘⲚⲞⲢⲦⲨⲬⲌ": "ABCEHIKMNOPTYXZ",
    "ⲁⲃⲥⲉⲏⲓⲕⲙⲛⲟⲣⲧⲩⲭⲍ": "abcehikmnoptyxz",
}
"""Letters used for the Latin ones they look like: of Canada, Cherokee, Lisu and Coptic."""

_LATIN: Final = str.maketrans("".join(_SHAPES), "".join(_SHAPES.values()))


def look_alike(letter: str, is_drawable: Callable[[str], bool]) -> str:
    """A letter's compatibility form, else a look-alike; "" if there is none."""
    forms = (unicodedata.normalize("NFKC", letter), letter.translate(_LATIN))
    return next((form for form in forms if form != letter and all(map(is_drawable, form))), "")


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

_ZERO_WIDTH_JOINER: Final = "\u200d"
_EMOJI_SELECTOR: Final = "\ufe0f"
JOINERS: Final = f"\u200c{_ZERO_WIDTH_JOINER}\ufe0e{_EMOJI_SELECTOR}"
"""Invisible signs that change the form of their neighbours."""

_SKIN_TONES: Final = "🏻🏼🏽🏾🏿"
"""Modifiers of the emoji before them."""

_VIRAMA: Final = 9
"""The combining class of the signs that join two consonants."""

_MAX_ACCENTS: Final = 1
_MAX_MARKS: Final = 4
"""The most accents on a letter, and the most vowel, tone and other signs of its own script."""

_BLANKS: Final = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters without a visible glyph."""


class FontRun(NamedTuple):
    """Letters of one face: in drawing order for Pillow, else in reading order."""

    face: int | str
    text: str
    right_to_left: bool


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool) -> int:
    return round(sum(_advance(run, size, bold) for run in font_runs(text)))


def draw_line(
    draw: ImageDraw.ImageDraw, left: float, base: float, text: str, size: int, bold: bool
) -> None:
    """Draw on a mask, from the left end on the base line."""
    for run in font_runs(text):
        if isinstance(run.face, str):
            shaped = shaped_fonts.shape(run.face, run.text, size, bold, run.right_to_left)
            if shaped.mask is not None:
                corner = (round(left) + shaped.left, round(base) + shaped.top)
                draw.bitmap(corner, shaped.mask, fill=255)
        else:
            font = fonts.font(run.face, size, bold)
            draw.text((left, base), run.text, fill=255, font=font, anchor="ls")
        left += _advance(run, size, bold)


def signed_number(number: int) -> str:
    """A number with a true minus, never mistaken for a hyphen."""
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def coordinates(x: int, y: int) -> str:
    return f"{signed_number(x)}{COORDINATES_GAP}{signed_number(y)}"


def _advance(run: FontRun, size: int, bold: bool) -> float:
    if isinstance(run.face, str):
        return shaped_fonts.shape(run.face, run.text, size, bold, run.right_to_left).advance
    gap = MINUS_GAP_EMS * size if run.text == MINUS else 0
    return fonts.font(run.face, size, bold).getlength(run.text) + gap


@lru_cache(maxsize=256)
def ink_mask(text: str, size: int) -> Image.Image:
    """A few bold letters, cut to their ink."""
    wide = width(text, size, True) + 2 * size
    mask = Image.new("L", (wide, 3 * size))
    draw_line(ImageDraw.Draw(mask), size, 2 * size, text, size, True)
    return mask.crop(mask.getbbox())


def is_drawable(letter: str) -> bool:
    return letter == " " or (fonts.face_of(letter) is not None and letter not in _BLANKS)


def clean_name(name: str, instead: str) -> str:
    """A drawable name, ``instead`` if one of its letters or digits is not.

    One line without stacked marks. A letter that no font has becomes its compatibility form or a
    look-alike; ornaments and marks that no font has are left out.
    """
    return drawable_name(name) or instead


@lru_cache(maxsize=4096)
def drawable_name(name: str) -> str:
    """Return "" if a letter or digit of the name cannot be drawn."""
    letters: list[str] = []
    for letter in unicodedata.normalize("NFC", name[: 8 * MAX_NAME_CHARACTERS]):
        category = unicodedata.category(letter)
        if category[0] == "Z" or letter in "\t\n\r" or letter in _BLANKS:
            if letters and letters[-1] != " ":
                letters.append(" ")
        elif letter in JOINERS or category[0] == "M":
            if _has_base_letter(letter, letters):
                letters.append(letter)
        elif category[0] != "C":
            drawn = letter if is_drawable(letter) else look_alike(letter, is_drawable)
            if not drawn and category[0] in "LN":
                return ""
            letters.extend(drawn)
    cleaned = "".join(letters[:MAX_NAME_CHARACTERS]).strip(" " + JOINERS)
    return cleaned if any(not is_mark(letter) for letter in cleaned) else ""


def size_within(words: str, room: int, size: int, smallest: int, bold: bool) -> int:
    """The largest font from ``size`` down to ``smallest`` that fits."""
    while size > smallest and width(words, size, bold) > room:
        size -= 1
    return size


@lru_cache(maxsize=1024)
def shorten(text: str, room: int, size: int, bold: bool) -> str:
    """Cut with an ellipsis: after a word, or else within the first."""
    if width(text, size, bold) <= room:
        return text
    words = text[:MAX_NAME_CHARACTERS].split(" ")
    for number in range(len(words) - 1, 0, -1):
        short = " ".join(words[:number]) + ELLIPSIS
        if words[0] and width(short, size, bold) <= room:
            return short
    clusters = letter_clusters(text[:MAX_NAME_CHARACTERS])
    for length in range(len(clusters) - 1, 0, -1):
        short = "".join(clusters[:length]).rstrip() + ELLIPSIS
        if width(short, size, bold) <= room:
            return short
    return ""


def letter_clusters(text: str) -> list[str]:
    """Each letter with what must not be cut from it: marks, joined letters."""
    clusters: list[str] = []
    for letter in text:
        before = clusters[-1][-1] if clusters else " "
        joined = before == _ZERO_WIDTH_JOINER or (
            unicodedata.combining(before) == _VIRAMA and unicodedata.category(letter)[0] == "L"
        )
        if clusters and (is_mark(letter) or letter in _SKIN_TONES or joined):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _has_base_letter(mark: str, letters: list[str]) -> bool:
    """True if a mark can be drawn on the letter before it, without too many."""
    marks = list(takewhile(is_mark, reversed(letters)))
    base = letters[-len(marks) - 1] if len(marks) < len(letters) else " "
    if base == " " or mark in JOINERS:
        return base != " " and mark not in marks
    is_accent = unicodedata.name(mark, "COMBINING").startswith("COMBINING")
    most = _MAX_ACCENTS if is_accent else _MAX_MARKS
    counted = [one for one in marks if one not in JOINERS]
    return len(counted) < most and mark not in marks and fonts.face_of(base + mark) is not None


def is_mark(letter: str) -> bool:
    """True for a character drawn with the one before, or joining it to the next."""
    return unicodedata.category(letter)[0] == "M" or letter in JOINERS


@lru_cache(maxsize=4096)
def font_runs(text: str) -> tuple[FontRun, ...]:
    """Runs from left to right, each in a face that has its characters.

    A minus is a run of its own. Spaces and signs stay in the font of the script before them.
    """
    runs: list[FontRun] = []
    for part, right_to_left in visual_runs(text):
        faced: list[tuple[int | str, bool, str]] = []
        for cluster in letter_clusters(part):
            before = faced[-1][0] if faced else fonts.LATIN_FACE
            is_sign = unicodedata.category(cluster[0])[0] not in "LN"
            stays = is_sign and before in SCRIPT_FONTS and fonts.has_letter(before, cluster[0])
            face = before if stays else _cluster_face(cluster)
            faced.append((face, cluster == MINUS, cluster))
        some = [
            FontRun(face, "".join(cluster for _, _, cluster in run), right_to_left)
            for (face, _), run in groupby(faced, key=lambda entry: entry[:2])
        ]
        runs += some[::-1] if right_to_left else some
    return tuple(_in_drawing_order(run) for run in runs)


def _cluster_face(cluster: str) -> int | str:
    """The face of a letter with its marks, or alone if no face has them all."""
    letters = "".join(letter for letter in cluster if letter not in JOINERS)
    if _EMOJI_SELECTOR in cluster and all(fonts.has_letter(EMOJI_FONT, one) for one in letters):
        return EMOJI_FONT
    faces = (fonts.face_of(letters), fonts.face_of(cluster[0]), fonts.LATIN_FACE)
    return next(face for face in faces if face is not None)


def _in_drawing_order(run: FontRun) -> FontRun:
    if isinstance(run.face, str) or not run.right_to_left:
        return run
    return run._replace(text=mirrored(run.text))
