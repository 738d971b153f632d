"""What is said where ferries are laid and turned."""

from collections.abc import Iterator
from typing import Final

from bot.games.decisions import CommandWords, MoveWords
from bot.text.i18n import N_, _
from bot.text.message import Shot
from bot.text.names import Names
from bot.text.phrases import at, side
from rules.analysis.faces import Face, segment_at
from rules.game import Game
from rules.geometry import Spot, reading
from rules.variants.ferries import FerryLaid, LayFerry, TurnFerry


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
        N_("Lay the ferry of the lake you have just laid (The Ferries)"),
        N_("The letters of the two roads it joins, as in b d"),
    ),
)

TURN: Final = MoveWords(
    call=N_("{who}, your turn ({tiles}): turn ferries, as in `/{example}`, or `/place pass`."),
    laid=N_("Your tile is laid. Now you may turn ferries on the roads you extended."),
    label=_turning_label,
    shot=Shot.LINKS,
    command=CommandWords(
        "turn",
        N_("Turn a ferry on a road that your tile has extended (The Ferries)"),
        N_("Where the lake is, and the two roads the ferry is to join, as in 2 0 b c"),
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
