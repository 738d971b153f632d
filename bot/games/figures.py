"""A figure on a segment in words, with where on the tile the segment lies."""

import math
from typing import Final

from bot.games import nouns
from bot.text.i18n import N_, _, plain
from bot.text.message import LABEL_LIMIT, shortened
from rules.game import Game
from rules.geometry import turned_port
from rules.layers import Form
from rules.moves import Deploy
from rules.tiles import Zone

OFF_CENTRE: Final = 0.3
"""How far from the middle, in half tiles, a segment has to lie to be on one side."""
DIRECTIONS: Final = (
    *(N_("east"), N_("north-east"), N_("north"), N_("north-west")),
    *(N_("west"), N_("south-west"), N_("south"), N_("south-east")),
)
"""Counter-clockwise from the east."""


def figure_name(figure: Deploy, form: Form) -> str:
    """``Hunter in the north-east meadow (b), 2 deer``."""
    zone = form.tile.zone(figure.letter)
    role = nouns.role(figure.role)
    role = role[0].upper() + role[1:]
    way = direction(zone, form.rotation)
    text = nouns.figure_on(zone.terrain, role, zone.letter, _(way) if way else "")
    marks = "".join(f", {nouns.mark(mark, number)}" for mark, number in zone.marks.items())
    return shortened(text + marks, LABEL_LIMIT)


def in_notation(text: str, game: Game) -> str:
    """A figure as typed, a role said in the language spoken as the notation has it."""
    first, _space, rest = text.strip().partition(" ")
    for role in game.book.ruleset.roles:
        if plain(first) == plain(nouns.role(role.name)):
            return f"{role.name} {rest}".strip()
    return text


def direction(zone: Zone, rotation: int) -> str:
    """Where on a turned tile a segment lies, as one of DIRECTIONS; empty for the middle."""
    points = [_point(turned_port(port, rotation)) for port in zone.ports]
    if not points:
        return ""
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    if math.hypot(x, y) < OFF_CENTRE:
        return ""
    return DIRECTIONS[round(math.atan2(y, x) / (math.pi / 4)) % 8]


def _point(port: int) -> tuple[float, float]:
    """A border point on a tile that reaches from -1 to 1 both ways, north up."""
    side, along = divmod(port, 3)
    off = (along - 1) * 2 / 3
    return ((off, 1.0), (1.0, -off), (-off, -1.0), (-1.0, off))[side]
