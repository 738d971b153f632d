"""A figure on a segment in words, with the segment's place on the tile."""

from typing import Final

from bot.games import nouns
from bot.text.i18n import N_, _
from bot.text.message import LABEL_LIMIT, shortened
from rules.analysis.faces import Face, Segment
from rules.moves import Deploy

DIRECTIONS: Final = (
    *(N_("east"), N_("north-east"), N_("north"), N_("north-west")),
    *(N_("west"), N_("south-west"), N_("south"), N_("south-east")),
)
"""Counter-clockwise from the east."""


def figure_name(figure: Deploy, face: Face) -> str:
    """``Hunter in the north-east meadow (b), 2 deer``."""
    zone = face.segment(figure.letter)
    role = nouns.role(figure.role)
    role = role[0].upper() + role[1:]
    text = f"{role} {where(zone)} ({zone.letter})"
    marks = "".join(f", {mark}" for mark in printed(zone))
    return shortened(text + marks, LABEL_LIMIT)


def place_of(figure: Deploy, face: Face) -> str:
    """``Hunter, north-east meadow (b)``: the short form, for a button that says more."""
    zone = face.segment(figure.letter)
    role = nouns.role(figure.role)
    facts = {
        "figure": role[0].upper() + role[1:],
        "terrain": nouns.terrain(zone.terrain),
        "letter": zone.letter,
    }
    way = direction(zone)
    if way:
        return _("{figure}, {way} {terrain} ({letter})", way=_(way), **facts)
    return _("{figure}, {terrain} ({letter})", **facts)


def where(segment: Segment) -> str:
    """``in the north-east meadow``: a segment by its terrain and its place on the tile."""
    way = direction(segment)
    return nouns.on_terrain(segment.terrain, _(way) if way else "")


def printed(segment: Segment) -> list[str]:
    """``2 deer``: the marks printed on a segment, each kind by itself."""
    return [nouns.mark(mark, number) for mark, number in segment.marks.items()]


def direction(segment: Segment) -> str:
    """The place of a segment on its tile, one of DIRECTIONS; empty for the middle."""
    return DIRECTIONS[segment.way] if segment.way is not None else ""
