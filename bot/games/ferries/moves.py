"""What is said where ferries are laid and turned."""

from collections.abc import Iterator
from typing import Final

from bot.games.decisions import CommandWords, MoveWords, OptionType, OptionWords
from bot.text.i18n import N_, _
from bot.text.message import Shot
from bot.text.names import Names
from bot.text.phrases import at, side
from rules.analysis.faces import Face, segment_at
from rules.game import Game
from rules.geometry import Spot, cell_at, reading, xy
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry


def _sorted(a: str, b: str) -> list[str]:
    """Two letters as typed, the smaller first."""
    return sorted((a.strip().lower(), b.strip().lower()))


def _laying(a: str, b: str) -> LayFerry:
    return LayFerry(*_sorted(a, b))


def _turning(x: int, y: int, a: str, b: str) -> TurnFerry:
    return TurnFerry(cell_at(x, y), *_sorted(a, b))


def _laid(move: LayFerry) -> dict[str, str | int]:
    return {"a": move.a, "b": move.b}


def _turned(move: TurnFerry) -> dict[str, str | int]:
    x, y = xy(move.cell)
    return {"x": x, "y": y, "a": move.a, "b": move.b}


def _laying_label(move: LayFerry, face: Face, with_tile: bool) -> str:
    return _("Ferry {a}-{b}", a=move.a, b=move.b)


def _turning_label(move: TurnFerry, face: Face, with_tile: bool) -> str:
    return _("At {cell}: {a}-{b}", cell=at(move.cell), a=move.a, b=move.b)


LAY: Final = MoveWords(
    call=N_("{who}, your turn ({tiles}): lay the ferry of your lake, as in `/{example}`."),
    laid=N_("Your tile is laid. Now lay its ferry between two roads."),
    label=_laying_label,
    shot=Shot.PREVIEW,
    command=CommandWords(
        "ferry",
        N_("The Ferries: lay the ferry of your new lake"),
        (
            OptionWords("a", OptionType.LETTER, N_("One of the two roads it joins")),
            OptionWords("b", OptionType.LETTER, N_("The other road")),
        ),
        move=_laying,
        values=_laid,
    ),
)

TURN: Final = MoveWords(
    call=N_("{who}, your turn ({tiles}): turn ferries, as in `/{example}`, or `/place pass`."),
    laid=N_("Your tile is laid. Now you may turn ferries on the roads you extended."),
    label=_turning_label,
    shot=Shot.LINKS,
    command=CommandWords(
        "turn",
        N_("The Ferries: turn a ferry along a road you extended"),
        (
            OptionWords("x", OptionType.COORDINATE, N_("Column of the lake")),
            OptionWords("y", OptionType.COORDINATE, N_("Row of the lake")),
            OptionWords("a", OptionType.LETTER, N_("One of the two roads it is to join")),
            OptionWords("b", OptionType.LETTER, N_("The other road")),
        ),
        move=_turning,
        values=_turned,
    ),
)


def told(event: FerryLaid, game: Game, names: Names) -> str:
    """That a ferry was laid, or turned, and which roads it joins by the sides they lead to."""
    a, b = (side(segment_at(game, spot).sides[0]) for spot in event.joins)
    facts = {"who": names.shown(event.seat), "cell": at(event.joins[0]), "a": a, "b": b}
    if event.before is None:
        return _("⛴️ {who} lays the ferry at `{cell}`: it joins the {a} and the {b} road.", **facts)
    return _("⛴️ {who} turns the ferry at `{cell}`: it now joins the {a} and the {b} road.", **facts)


def tokens(game: Game) -> Iterator[str]:
    """What each ferry joins, from the west to the east, then from the south to the north."""
    for pair in sorted(game.board.links, key=lambda pair: reading(pair[0])):
        a, b = (_quay(game, spot) for spot in pair)
        cell = f"`{at(pair[0])}`"
        yield _("The ferry at {cell} joins road {a} and road {b}.", cell=cell, a=a, b=b)


def _quay(game: Game, spot: Spot) -> str:
    """``b (east)``: a road of a lake tile and the side it leads to."""
    road = segment_at(game, spot)
    return _("{letter} ({side})", letter=road.letter, side=side(road.sides[0]))
