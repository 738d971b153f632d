"""A figure on a segment in words, with where on the tile the segment lies."""

from collections.abc import Mapping
from typing import Final

from bot.games import nouns
from bot.text.i18n import N_, _, plain
from bot.text.message import LABEL_LIMIT, shortened
from rules.analysis.faces import Face, Segment
from rules.game import Game
from rules.moves import Deploy
from rules.tiles import Terrain

DIRECTIONS: Final = (
    *(N_("east"), N_("north-east"), N_("north"), N_("north-west")),
    *(N_("west"), N_("south-west"), N_("south"), N_("south-east")),
)
"""Counter-clockwise from the east."""

_PLACED: Final[Mapping[Terrain, tuple[str, str]]] = {
    Terrain.CITY: (
        N_("{figure} in the city ({letter})"),
        N_("{figure} in the {way} city ({letter})"),
    ),
    Terrain.ROAD: (
        N_("{figure} on the road ({letter})"),
        N_("{figure} on the {way} road ({letter})"),
    ),
    Terrain.FIELD: (
        N_("{figure} in the field ({letter})"),
        N_("{figure} in the {way} field ({letter})"),
    ),
    Terrain.MONASTERY: (
        N_("{figure} in the monastery ({letter})"),
        N_("{figure} in the {way} monastery ({letter})"),
    ),
    Terrain.TEMPLE: (
        N_("{figure} in the temple ({letter})"),
        N_("{figure} in the {way} temple ({letter})"),
    ),
    Terrain.FOREST: (
        N_("{figure} in the forest ({letter})"),
        N_("{figure} in the {way} forest ({letter})"),
    ),
    Terrain.RIVER: (
        N_("{figure} on the river ({letter})"),
        N_("{figure} on the {way} river ({letter})"),
    ),
    Terrain.MEADOW: (
        N_("{figure} in the meadow ({letter})"),
        N_("{figure} in the {way} meadow ({letter})"),
    ),
    Terrain.LAKE: (
        N_("{figure} on the lake ({letter})"),
        N_("{figure} on the {way} lake ({letter})"),
    ),
}
"""A figure on each terrain: somewhere, and on one side of the tile."""


def figure_name(figure: Deploy, face: Face) -> str:
    """``Hunter in the north-east meadow (b), 2 deer``."""
    zone = face.segment(figure.letter)
    somewhere, there = _PLACED[zone.terrain]
    role = nouns.role(figure.role)
    role = role[0].upper() + role[1:]
    way = direction(zone)
    if way:
        text = _(there, figure=role, way=_(way), letter=zone.letter)
    else:
        text = _(somewhere, figure=role, letter=zone.letter)
    marks = "".join(f", {nouns.mark(mark, number)}" for mark, number in zone.marks.items())
    return shortened(text + marks, LABEL_LIMIT)


def in_notation(text: str, game: Game) -> str:
    """A figure as typed, a role said in the language spoken as the notation has it."""
    first, _space, rest = text.strip().partition(" ")
    for role in game.book.ruleset.roles:
        if plain(first) == plain(nouns.role(role.name)):
            return f"{role.name} {rest}".strip()
    return text


def direction(segment: Segment) -> str:
    """Where on its tile a segment lies, as one of DIRECTIONS; empty for the middle."""
    return DIRECTIONS[segment.way] if segment.way is not None else ""
