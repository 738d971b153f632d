"""Spaces with what a placement does, features and cells in words; the reading of typed cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeAlias

from bot.text.coordinates import coordinates, rotation_text
from bot.text.i18n import _, join_list, join_with_semicolons, ngettext, pgettext
from bot.text.message import DESCRIPTION_LIMIT, MAX_SUGGESTIONS, Suggestion, truncate
from bot.text.names import Names
from bot.words import nouns
from bot.words.moves import normalise_move
from bot.words.nouns import extra_tile
from rules import notation
from rules.analysis.features import Feature
from rules.analysis.placements import (
    Consequence,
    Extends,
    Finishes,
    SecondTile,
    consequences,
    spaces,
)
from rules.game import Game
from rules.geometry import Cell, Spot, cell_of, reading_order, xy
from rules.moves import PlaceTile
from rules.story import TilePlaced


def feature_text(feature: Feature, names: Names, *, aided: bool = True) -> str:
    """A feature in a line; without ``aided``, without its worth."""
    line = feature_line(feature, names, feature_code(feature))
    return f"{line} {feature_details(feature, aided=aided)}".rstrip()


def feature_title(feature: Feature, names: Names) -> str:
    """``Meadow · nobody's · 3 tiles, 1 tiger``."""
    noun = nouns.feature_name(feature.kind)
    owners = _owners_text(feature, names) if feature.owners else _("nobody's")
    counts = ", ".join(_counts(feature))
    return " · ".join(part for part in (noun[0].upper() + noun[1:], owners, counts) if part)


def feature_line(feature: Feature, names: Names, place: str) -> str:
    """``No one at `3 -1`: 3 tiles and 1 tiger.``."""
    facts = {"owners": _owners_text(feature, names), "place": place}
    if counts := _counts(feature):
        return _("{owners} at {place}: {counts}.", counts=join_list(counts), **facts)
    return _("{owners} at {place}.", **facts)


def feature_details(feature: Feature, *, aided: bool = True) -> str:
    """Worth and open ends; without ``aided``, leave the worth out."""
    return " ".join(part for part in _details(feature, aided) if part)


def trifling_summary(trifling: Sequence[Feature], *, letters: bool = True) -> str:
    """Sum up features of one kind that need no line.

    Without ``letters``, name only their tiles.
    """
    if letters:
        places = ", ".join(map(feature_code, trifling))
    else:
        places = cell_codes({cell_of(feature.place) for feature in trifling})
    if trifling[0].closing:
        return ngettext(
            "{number} of one tile, unclaimed: {places}.",
            "{number} of one tile each, unclaimed: {places}.",
            len(trifling),
            places=places,
        )
    return ngettext(
        "{number} unclaimed, nothing to score yet: {places}.",
        "{number} unclaimed, nothing to score yet: {places}.",
        len(trifling),
        places=places,
    )


def _counts(feature: Feature) -> list[str]:
    """``3 tiles`` and ``1 tiger``: counts, then printed marks."""
    counts = [nouns.counted_term(name, number) for name, number in feature.counts]
    return counts + [nouns.counted_marks(name, number) for name, number in feature.marks]


def _details(feature: Feature, aided: bool) -> Iterator[str]:
    if aided:
        yield _worth_text(feature)
    missing, fitting = feature.missing, feature.fitting
    if feature.around and missing:
        yield ngettext(
            "{number} tile is missing around it, at {cells}.",
            "{number} tiles are missing around it, at {cells}.",
            len(missing),
            cells=cell_codes(missing),
        )
    elif feature.closing and missing:
        yield _("Open at {cells}.", cells=cell_codes(missing))
    elif not missing and not feature.closing:
        yield _("Closed.")
    if feature.closing and fitting:
        if fitting == missing and len(missing) > 1:
            yield _("The current tile fits at each of them.")
        else:
            yield _("The current tile fits at {cells}.", cells=cell_codes(fitting))


def _worth_text(feature: Feature) -> str:
    if feature.now is not None:
        return _("Worth {points}.", points=feature.now) if feature.now else ""
    finished, final = feature.when_finished, feature.at_the_end
    if finished == final:
        return _("Worth {points}, finished or not.", points=finished)
    if not final:
        return _("Worth {points} if finished, otherwise nothing.", points=finished)
    return _("Worth {points} if finished, {final} if not.", points=finished, final=final)


def _owners_text(feature: Feature, names: Names) -> str:
    """``**Ana** (2 hunters) and **Bo** (1 hunter)``, the majority first."""
    if not feature.owners:
        return _("No one")
    return join_list(
        _(
            "{who} ({pieces})",
            who=names.bold_name(seat),
            pieces=join_list(nouns.counted_figures(role, number) for role, number in pieces),
        )
        for seat, pieces in feature.owners
    )


def cell_code(spot: Spot) -> str:
    """Return ``3 -1``, as code."""
    x, y = xy(spot)
    return f"`{x} {y}`"


def feature_code(feature: Feature) -> str:
    """Return ``3 -1 b``, as code."""
    x, y = xy(feature.place)
    return f"`{x} {y} {feature.letter}`"


def cell_codes(cells: Iterable[Cell]) -> str:
    """Cells in reading order, as code."""
    return ", ".join(cell_code(cell) for cell in sorted(cells, key=reading_order))


SeatName: TypeAlias = Callable[[int], str]
"""The name of a seat; "" for the reader."""


@dataclass(frozen=True, slots=True)
class SpaceOption:
    """A numbered space for the drawn tile: fitting rotations, and effects of each."""

    number: int
    cell: Cell
    rotations: tuple[int, ...]
    effects: tuple[tuple[str, ...], ...]

    def effect(self, rotation: int) -> str:
        phrases = list(self.effects[self.rotations.index(rotation)])
        while len(phrases) > 1 and len(join_list(phrases)) > DESCRIPTION_LIMIT:
            phrases.pop()
        return truncate(join_list(phrases), DESCRIPTION_LIMIT)

    def description(self) -> str:
        """Effects of the rotations, as many as fit in a menu's line."""
        phrases = list(self._phrases())
        while phrases and len(join_with_semicolons(phrases)) > DESCRIPTION_LIMIT:
            phrases.pop()
        return join_with_semicolons(phrases)

    def text(self) -> str:
        """``3. `2 -1` ↻ 90°: finishes a city``: the space with all its rotations."""
        phrases = join_with_semicolons(self._phrases(rotations=True))
        return f"{self.number}. {cell_code(self.cell)} {phrases}"

    def _phrases(self, *, rotations: bool = False) -> Iterator[str]:
        """Rotations with equal effects together; named if they differ, or always."""
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
    """Every space for the drawn tile by number; empty without a tile.

    Texts address the mover; without names the other seats have none, ``bold`` ones are emphasised.
    ``effects``: say what the tile does.
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
    """Return a seat's name for the player to move; "" for that player."""
    if seat == game.turn:
        return ""
    return names.plain_name(seat) if names is not None else _("another player")


def places_text(game: Game, names: Names, *, ended: bool = False) -> str:
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
    # Both numbers, as the verb may agree with what is extended.
    if grown := tuple(dict.fromkeys(extended[False])):
        features = join_list(grown)
        texts.append(
            ngettext("extends {features}", "extends {features}", len(grown), features=features)
        )
    if touched := tuple(dict.fromkeys(extended[True])):
        features = join_list(touched)
        texts.append(
            ngettext("adds to {features}", "adds to {features}", len(touched), features=features)
        )
    return tuple(dict.fromkeys(texts))


def _owned_feature(kind: str, owners: Iterable[str]) -> str:
    """``your field``, ``Bo's field`` or ``your field (with Bo)``."""
    named = tuple(dict.fromkeys(owners))
    if "" not in named:
        first, *more = named
        further = (pgettext("a further owner", "{who}", who=who) for who in more)
        return nouns.owned_feature(kind, join_list([first, *further]))
    others = join_list(filter(None, named))
    yours = nouns.your_feature(kind)
    return _("{feature} (with {players})", feature=yours, players=others) if others else yours


def _finish_text(consequence: Finishes, called: SeatName) -> str:
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


def tile_cells(game: Game) -> Iterator[Cell]:
    """Newest first."""
    return (event.cell for event in reversed(game.story) if isinstance(event, TilePlaced))


def read_cell(typed: str) -> Cell:
    """Raise NotationError for any other text."""
    return notation.spot(normalise_move(typed))


def suggested_cells(cells: Iterable[Cell], typed: str) -> list[Suggestion]:
    start = normalise_move(typed)
    texts = [text for text in map(coordinates, cells) if text.startswith(start)]
    return [Suggestion(text, text) for text in texts[:MAX_SUGGESTIONS]]
