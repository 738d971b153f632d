"""A figure on a segment in words, with where on the tile the segment lies."""

from typing import Final

from bot.games import nouns
from bot.text.i18n import N_, _, plain
from bot.text.message import LABEL_LIMIT, shortened
from rules.analysis.faces import Face, Segment
from rules.game import Game
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


def where(segment: Segment) -> str:
    """``in the north-east meadow``: a segment by its terrain and where on its tile it lies."""
    way = direction(segment)
    return nouns.on_terrain(segment.terrain, _(way) if way else "")


def printed(segment: Segment) -> list[str]:
    """``2 deer``: what is printed on a segment, each kind by itself."""
    return [nouns.mark(mark, number) for mark, number in segment.marks.items()]


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
