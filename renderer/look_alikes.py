"""Letters that stand in for letters of no font: names are often written with fancy ones."""

import unicodedata
from collections.abc import Callable
from typing import Final

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
    """The compatibility form of a letter, else one that looks alike; empty if there is none."""
    forms = (unicodedata.normalize("NFKC", letter), letter.translate(_LATIN))
    return next((form for form in forms if form != letter and all(map(is_drawable, form))), "")
