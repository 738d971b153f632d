"""The facts of a refusal in words: what the rules give as values, said in the language spoken."""

from bot.games import nouns
from bot.text.i18n import _, listed, strung
from bot.text.names import Names, quoted
from bot.text.phrases import turned
from rules.facts import (
    Clashes,
    Demands,
    FeatureName,
    Figures,
    Letters,
    Phrase,
    Place,
    Places,
    RoleName,
    Roles,
    Rotations,
    Seat,
    Standing,
    Terrains,
    Typed,
)
from rules.pieces import Kind
from rules.tiles import Terrain


def said(fact: object, names: Names) -> str:
    """A fact in words; numbers, letters and words of the notation stay what they are."""
    match fact:
        case Standing():
            seat, role, place = fact
            return _(
                "{who}'s {figure} at {place}",
                who=names.shown(seat),
                figure=nouns.role(role),
                place=place,
            )
        case Seat(number):
            return names.shown(number)
        case Place():
            return f"`{fact}`"
        case Places(places):
            return listed((f"`{place}`" for place in places), "or")
        case Letters(letters):
            return ", ".join(letters)
        case Rotations(quarters):
            return listed(map(turned, quarters), "or")
        case Typed(text):
            return f"'{quoted(text)}'"
        case Phrase(text):
            return _(text)
        case RoleName():
            return nouns.role(fact)
        case Roles(roles):
            return listed(f"`{name}`" for name in roles)
        case Figures(figures):
            return listed((f"`{role} {letter}`" for role, letter in figures), "or")
        case Terrain():
            return nouns.terrain(fact)
        case Terrains(terrains):
            return listed(map(nouns.a_terrain, terrains), "or")
        case Kind():
            return nouns.piece_kind_name(fact)
        case FeatureName(terrain, layer):
            return nouns.terrain(terrain) if layer == terrain else nouns.feature(layer)
        case Demands(sides):
            return ", ".join(
                _(
                    "its {side} side must be {a_terrain}",
                    side=nouns.side(side),
                    a_terrain=nouns.a_terrain(asked),
                )
                for side, asked in sides
            )
        case Clashes(sides):
            return strung(
                _(
                    "its {side} side is {a_terrain} and meets {another}",
                    side=nouns.side(side),
                    a_terrain=nouns.a_terrain(own),
                    another=nouns.a_terrain(met),
                )
                for side, own, met in sides
            )
        case _other:
            return str(fact)
