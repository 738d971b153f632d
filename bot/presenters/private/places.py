"""The spaces for the drawn tile in words."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeAlias

from bot.games import nouns
from bot.presenters.private.features import cell_code
from bot.presenters.words.tile_descriptions import extra_tile
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext
from bot.text.message import DESCRIPTION_LIMIT, truncate
from bot.text.names import Names
from bot.text.phrases import rotation_text
from rules.analysis.placements import (
    Consequence,
    Extends,
    Finishes,
    SecondTile,
    consequences,
    spaces,
)
from rules.game import Game
from rules.geometry import Cell
from rules.moves import PlaceTile

SeatName: TypeAlias = Callable[[int], str]
"""The name of a seat; "" for the reader."""


@dataclass(frozen=True, slots=True)
class SpaceOption:
    """A numbered space for the drawn tile, the rotations that fit, and the effects of each."""

    number: int
    cell: Cell
    rotations: tuple[int, ...]
    effects: tuple[tuple[str, ...], ...]

    def effect(self, rotation: int) -> str:
        """The effects of the tile laid in one of the rotations."""
        phrases = list(self.effects[self.rotations.index(rotation)])
        while len(phrases) > 1 and len(join_list(phrases)) > DESCRIPTION_LIMIT:
            phrases.pop()
        return truncate(join_list(phrases), DESCRIPTION_LIMIT)

    def description(self) -> str:
        """The effects of the rotations, as many as fit in a line of a menu."""
        phrases = list(self._phrases())
        while phrases and len(join_with_semicolons(phrases)) > DESCRIPTION_LIMIT:
            phrases.pop()
        return join_with_semicolons(phrases)

    def text(self) -> str:
        """``3. `2 -1` ↻ 90°: finishes a city``: the space with all its rotations."""
        phrases = join_with_semicolons(self._phrases(rotations=True))
        return f"{self.number}. {cell_code(self.cell)} {phrases}"

    def _phrases(self, *, rotations: bool = False) -> Iterator[str]:
        """The effects, rotations with the same ones together; named if they differ, or always."""
        by_rotation = zip(self.effects, self.rotations, strict=True)
        named = rotations or len(set(self.effects)) > 1
        for effects, same in groupby(by_rotation, key=lambda pair: pair[0]):
            turned = ", ".join(rotation_text(rotation) for _effects, rotation in same)
            words = ", ".join(effects)
            if named and words:
                yield _("{rotations}: {words}", rotations=turned, words=words)
            elif named:
                yield turned
            elif words:
                yield words


def space_options(
    game: Game, names: Names | None = None, *, effects: bool = True, bold: bool = False
) -> list[SpaceOption]:
    """Every space for the drawn tile by its number; empty without a tile.

    Texts are for the seat to move; without names the other seats have none, ``bold`` ones are
    emphasised. Without ``effects`` they do not say what the tile does.
    """
    called: SeatName = partial(_seat_name, game, names)
    if bold and names is not None:
        called = names.bold_name
    does = consequences(game) if effects else {}
    return [
        SpaceOption(
            number,
            cell,
            rotations,
            tuple(
                _effect_texts(game, does.get(PlaceTile(cell, rotation), ()), called)
                for rotation in rotations
            ),
        )
        for number, (cell, rotations) in enumerate(spaces(game).items(), 1)
    ]


def _seat_name(game: Game, names: Names | None, seat: int) -> str:
    """Return the name of a seat for the seat to move, itself without one."""
    if seat == game.turn:
        return ""
    return names.plain_name(seat) if names is not None else _("another player")


def places_text(game: Game, names: Names, *, ended: bool = False) -> str:
    """The spaces for the drawn tile, one a line with its number."""
    options = space_options(game, names, bold=True)
    if ended or not options:
        return _("There's no tile to place right now.")
    head = ngettext(
        "{who}'s tile fits in {number} space.",
        "{who}'s tile fits in {number} spaces.",
        len(options),
        who=names.bold_name(game.turn),
    )
    return "\n".join([head, *(option.text() for option in options)])


def _effect_texts(game: Game, does: tuple[Consequence, ...], called: SeatName) -> tuple[str, ...]:
    """The effects of laying a tile, each phrase once."""
    texts: list[str] = []
    extended: dict[bool, list[str]] = {False: [], True: []}
    for consequence in does:
        match consequence:
            case Finishes():
                texts.append(_finish_text(consequence, called))
            case Extends(kind, owners, around):
                extended[around].append(_owned_feature(kind, map(called, owners)))
            case SecondTile():
                texts.append(_("gives you {a_tile}", a_tile=extra_tile(game)))
    if grown := extended[False]:
        texts.append(_("extends {features}", features=join_list(dict.fromkeys(grown))))
    if touched := extended[True]:
        texts.append(_("adds to {features}", features=join_list(dict.fromkeys(touched))))
    return tuple(dict.fromkeys(texts))


def _owned_feature(kind: str, owners: Iterable[str]) -> str:
    """``your field``, ``Bo's field`` or ``your field (with Bo)``."""
    named = tuple(dict.fromkeys(owners))
    others = join_list(filter(None, named))
    if "" not in named:
        return nouns.owned_feature(kind, others)
    yours = nouns.your_feature(kind)
    return _("{feature} (with {players})", feature=yours, players=others) if others else yours


def _finish_text(consequence: Finishes, called: SeatName) -> str:
    """The effect on a feature that the tile finishes, or can finish with the right choice."""
    feature = nouns.a_feature(consequence.kind)
    if consequence.points:
        points = join_list(
            dict.fromkeys(
                _("{points} for {who}", points=points, who=called(seat) or _("you"))
                for seat, points in consequence.points
            )
        )
        if consequence.is_certain:
            return _("finishes {feature}: {points}", feature=feature, points=points)
        return _("can finish {feature}: {points}", feature=feature, points=points)
    if consequence.free:
        if consequence.is_certain:
            return ngettext(
                "finishes {feature} nobody has claimed ({number} point)",
                "finishes {feature} nobody has claimed ({number} points)",
                consequence.worth,
                feature=feature,
            )
        return ngettext(
            "can finish {feature} nobody has claimed ({number} point)",
            "can finish {feature} nobody has claimed ({number} points)",
            consequence.worth,
            feature=feature,
        )
    if consequence.is_certain:
        return _("finishes {feature}, no one scores", feature=feature)
    return _("can finish {feature}, no one scores", feature=feature)
