"""Moves to text and back: one notation for command, log, button, export and test.

``place 3 -1 rot90`` · ``hunter b`` · ``pass`` · ``place 3 -1 rot90 hunter b`` (both at once) ·
``ferry b d`` · ``turn 2 0 b c`` · ``ark 2 0`` · ``walk n e e``.
Reading is forgiving, writing is canonical, and ``read(write(move)) == [move]``.
"""

import re
from collections.abc import Iterator

from rules.errors import NotationError
from rules.facts import Typed, Written
from rules.geometry import REACH, Cell, cell_at, xy
from rules.moves import Deploy, LayFerry, Move, Pass, PlaceTile, SetArk, TurnFerry, Walk

_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_ROTATION = re.compile(r"(?:rot(?:ation)?|r)?\s*(-?[0-9]{1,3})°?")
_WORD = re.compile(r"[a-z]+")
STEPS = ("n", "e", "s", "w")
"""A walk's steps by the side they leave a tile through, in the order of the sides."""
_COMPASS = {*STEPS, "north", "east", "south", "west"}
_NOTHING = {"pass", "none", "nothing", "no", "-"}


def write(move: Move) -> str:
    """The canonical text of a move; a missing letter stays missing."""
    match move:
        case PlaceTile(cell, rotation):
            x, y = xy(cell)
            return f"place {x} {y} rot{90 * rotation}"
        case Deploy(role, letter):
            return f"{role} {letter}".strip()
        case Pass():
            return "pass"
        case LayFerry(a, b):
            return f"ferry {a} {b}"
        case TurnFerry(cell, a, b):
            x, y = xy(cell)
            return f"turn {x} {y} {a} {b}"
        case SetArk(cell):
            x, y = xy(cell)
            return f"ark {x} {y}"
        case Walk(steps):
            return " ".join(("walk", *steps))


def word(move: Move) -> str:
    """The first word of a move's text."""
    match move:
        case Deploy(role):
            return role
        case PlaceTile():
            return "place"
        case _:
            return write(move).split(maxsplit=1)[0]


def read(text: str) -> list[Move]:
    """The moves a text names, in order; NotationError says what a move looks like."""
    words = text.strip().lower().replace("@", " ").replace(",", " ").split()
    if not words:
        raise NotationError("no-move")
    match words:
        case ["place", *rest]:
            return list(_placement(rest))
        case ["ferry", *rest]:
            return [LayFerry(*_roads(rest, "ferry b d"))]
        case ["turn", x, y, *rest]:
            return [TurnFerry(_cell(x, y), *_roads(rest, "turn 2 0 b c"))]
        case ["ark", x, y]:
            return [SetArk(_cell(x, y))]
        case ["walk", *rest]:
            return [walk(" ".join(rest))]
        case ["turn" | "ark" as word, *_]:
            example = {"turn": "turn 2 0 b c", "ark": "ark 2 0"}[word]
            raise NotationError("no-words", example=Written(example))
        case _:
            return [figure(" ".join(words))]


def rotation(text: str) -> int:
    """Quarter turns from ``rot90``, ``90`` or ``r90``."""
    found = _ROTATION.fullmatch(text.strip().lower())
    if found is None or int(found[1]) % 90:
        raise NotationError("no-rotation", text=Typed(text))
    return int(found[1]) // 90 % 4


def coordinate(text: str) -> int:
    """A column or row."""
    if _NUMBER.fullmatch(text) is None or abs(int(text)) > REACH:
        raise NotationError("no-coordinate", text=Typed(text), low=-REACH, high=REACH)
    return int(text)


def figure(text: str) -> Move:
    """A piece on a segment (``hunter b``, ``hunter``), or none (``none``, ``pass``)."""
    words = text.strip().lower().split()
    if len(words) == 1 and words[0] in _NOTHING:
        return Pass()
    if not 1 <= len(words) <= 2 or any(_WORD.fullmatch(word) is None for word in words):
        raise NotationError("no-figure", text=Typed(text))
    letter = words[1] if len(words) == 2 else ""
    if len(letter) > 1 or len(words[0]) < 2:
        raise NotationError("long-letter", text=Typed(text))
    return Deploy(words[0], letter)


def walk(text: str) -> Walk:
    """The steps of the Ark: ``n e e``, also ``nee`` or ``north east east``."""
    words = text.lower().replace("-", " ").split()
    long = all(word in _COMPASS for word in words)
    steps = tuple(word[0] for word in words) if long else tuple("".join(words))
    if not steps or any(step not in STEPS for step in steps):
        raise NotationError("no-walk", text=Typed(text))
    return Walk(steps)


def _roads(words: list[str], example: str) -> tuple[str, str]:
    """Two letters, the smaller first."""
    letters = sorted("".join(words))
    if len(letters) != 2 or letters[0] == letters[1] or not all(map(str.isalpha, letters)):
        raise NotationError("no-roads", example=Written(example))
    return letters[0], letters[1]


def _cell(x: str, y: str) -> Cell:
    return cell_at(coordinate(x), coordinate(y))


def _placement(words: list[str]) -> Iterator[Move]:
    """A tile, and what stands after it on the same line; further tiles too, one after the other."""
    more = True
    while more:
        if len(words) > 3 and words[2] in ("rot", "rotation"):
            words = [*words[:2], words[2] + words[3], *words[4:]]
        if len(words) < 3:
            raise NotationError("no-cell")
        yield PlaceTile(_cell(*words[:2]), rotation(words[2]))
        more = words[3:4] == ["place"]
        words = words[4:] if more else words[3:]
    if words:
        yield from read(" ".join(words))
