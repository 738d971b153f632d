"""The places for the drawn tile in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeAlias

from bot.games import nouns
from bot.presenters.private.features import cell_code
from bot.presenters.words.tile_descriptions import extra_tile
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext
from bot.text.message import DESCRIPTION_LIMIT, join_within
from bot.text.names import Names
from bot.text.phrases import rotation_text
from rules.analysis import placement_ranking
from rules.analysis.placement_ranking import (
    Consequence,
    Extends,
    Finishes,
    SecondTile,
    TilePlacement,
)
from rules.game import Game
from rules.geometry import Cell
from rules.opponents.move_order import move_order

SeatName: TypeAlias = Callable[[int], str]
"""The name of a seat."""


@dataclass(frozen=True, slots=True)
class PlaceOption:
    """A gap for the drawn tile: the rotations that fit, best first, and the effect of each."""

    cell: Cell
    rotations: tuple[int, ...]
    words: tuple[str, ...]

    def effect(self, rotation: int) -> str:
        """The effect of the tile laid in one of the rotations."""
        return self.words[self.rotations.index(rotation)]


def place_options(
    game: Game, names: Names | None = None, *, aided: bool = True
) -> list[PlaceOption]:
    """Every gap for the drawn tile, best first for the seat to move; empty without a tile.

    Texts are for that seat; without names the other seats have none. Without ``aided``, the order
    and the effects are left out.
    """
    called = partial(_seat_name, game, names)
    return [
        PlaceOption(
            ways[0].cell,
            tuple(way.rotation for way in ways),
            tuple(join_within(_effect_texts(game, way, called), DESCRIPTION_LIMIT) for way in ways),
        )
        for ways in placements_by_gap(game, aided)
    ]


def _seat_name(game: Game, names: Names | None, seat: int) -> str:
    """Return the name of a seat for the seat to move."""
    if seat == game.turn:
        return _("you")
    return names.plain_name(seat) if names is not None else _("another player")


def places_text(game: Game, names: Names, *, aided: bool = True, ended: bool = False) -> str:
    """The places for the drawn tile, one gap a line, best first for the seat to move."""
    gaps = placements_by_gap(game, aided)
    if ended or not gaps:
        return _("There's no tile to place right now.")
    lines = [
        ngettext(
            "{who}'s tile fits in {number} space.",
            "{who}'s tile fits in {number} spaces.",
            len(gaps),
            who=names.bold_name(game.turn),
        )
    ]
    if aided and len(gaps) > 1:
        lines[0] += " " + _("Best ones first.")
    for ways in gaps:
        effects = ((_effect_texts(game, way, names.bold_name), way.rotation) for way in ways)
        phrases_of_gap = []
        for phrases, same in groupby(effects, key=lambda effect: effect[0]):
            rotations = ", ".join(rotation_text(rotation) for _words, rotation in same)
            words = ", ".join(phrases)
            phrases_of_gap.append(
                _("{rotations}: {words}", rotations=rotations, words=words) if words else rotations
            )
        lines.append(f"- {cell_code(ways[0].cell)} {join_with_semicolons(phrases_of_gap)}")
    return "\n".join(lines)


def placements_by_gap(game: Game, aided: bool) -> Sequence[Sequence[TilePlacement]]:
    """Return for each gap the placements of the drawn tile, best first if ``aided``."""
    if not aided:
        return placement_ranking.unranked_placements(game)
    return move_order(game).sort_gaps(placement_ranking.ranked_placements(game))


def _effect_texts(game: Game, laying: TilePlacement, called: SeatName) -> tuple[str, ...]:
    """The effects of laying a tile, each phrase once."""
    return tuple(
        dict.fromkeys(
            text
            for consequence in laying.consequences
            if (text := _effect_text(game, consequence, called))
        )
    )


def _effect_text(game: Game, consequence: Consequence, called: SeatName) -> str:
    """One effect of laying a tile."""
    match consequence:
        case Finishes():
            return _finish_text(consequence, called)
        case Extends(kind, owners, around):
            facts = {
                "feature": nouns.a_feature(kind),
                "owners": join_list(dict.fromkeys(map(called, owners))),
            }
            if around:
                return _("next to {feature} ({owners})", **facts)
            return _("extends {feature} ({owners})", **facts)
        case SecondTile():
            return _("gives you {a_tile}", a_tile=extra_tile(game))


def _finish_text(consequence: Finishes, called: SeatName) -> str:
    """The effect on a feature that the tile finishes, or can finish with the right choice."""
    feature = nouns.a_feature(consequence.kind)
    if consequence.points:
        points = join_list(
            dict.fromkeys(
                _("{points} for {who}", points=points, who=called(seat))
                for seat, points in consequence.points
            )
        )
        if consequence.is_certain:
            return _("completes {feature}: {points}", feature=feature, points=points)
        return _("can complete {feature}: {points}", feature=feature, points=points)
    if consequence.free:
        name = nouns.feature_name(consequence.kind)
        if consequence.is_certain:
            return ngettext(
                "completes an unclaimed {feature} ({number} point)",
                "completes an unclaimed {feature} ({number} points)",
                consequence.worth,
                feature=name,
            )
        return ngettext(
            "can complete an unclaimed {feature} ({number} point)",
            "can complete an unclaimed {feature} ({number} points)",
            consequence.worth,
            feature=name,
        )
    if consequence.is_certain:
        return _("completes {feature}, no one scores", feature=feature)
    return _("can complete {feature}, no one scores", feature=feature)
